package card

// A Deck is the list of faces of a game in canonical order (rule page). The name goes into
// the hash from which a face's point is made, so two decks with the same name must hold the
// same cards.
type Deck struct {
	Name  string
	Cards []Card
}

// Suited lists the ranks of each suit in turn: all of the first suit, then all
// of the next.
func Suited(suits []Suit, ranks []Rank) []Card {
	cards := make([]Card, 0, len(suits)*len(ranks))
	for _, s := range suits {
		for _, r := range ranks {
			cards = append(cards, Card{Rank: r, Suit: s})
		}
	}
	return cards
}

// Ranks lists the ranks from low to high, both included.
func Ranks(low, high Rank) []Rank {
	var rs []Rank
	for r := low; r <= high; r++ {
		rs = append(rs, r)
	}
	return rs
}

// French is the pack of 52: ace to king of clubs, diamonds, hearts, spades.
func French() []Card {
	return Suited([]Suit{Clubs, Diamonds, Hearts, Spades}, Ranks(Ace, King))
}

// Jokers lists n jokers.
func Jokers(n int) []Card {
	cards := make([]Card, n)
	for i := range cards {
		cards[i] = Card{Rank: Joker}
	}
	return cards
}
