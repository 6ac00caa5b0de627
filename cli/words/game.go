package words

// Won says who has won a game that is over.
func Won(winners []string) string {
	if len(winners) == 0 {
		return "nobody has won"
	}
	return "won by " + Names(winners, " and ")
}

// Over says that a game is over, and who has won it.
func Over(winners []string) string {
	if len(winners) == 0 {
		return "the game is over; nobody has won"
	}
	return "the game is over: " + Names(winners, " and ") + " won"
}
