// Package teach says what the players of a settled hand should have played.
//
// A [Hand] is the turns of a hand, each with the position before it and what its seat saw.
// [Of] reads it from a story, and so from a log that is verified. [Study] compares the move
// of each turn with the others that the seat had (engine/search), twice:
//
//   - by what could be known then, over worlds that fit what the seat had seen;
//   - with all hands known: the cards that the seats held then are as they were, and those that
//     nobody had seen lie anyhow.
//
// A [Lesson] names, for each player, the move that cost most in either way, and the moments
// that decided the hand. It tells luck and play apart: what each turn was worth for whoever
// sees all hands, but not the stock, is followed through the hand; what a player lost by moves
// that are called losses is play, and the rest, most of which came from cards, is luck.
//
// Points are hundredths of a point, of a seat against the mean of the others', or its own where
// they are chips ([search.Spot]). They are guesses at how everybody plays on, from a budget of
// playouts; a loss is only called one where enough worlds tell of it ([search.Enough]), it is
// larger than chance explains, and than what worlds promise too much ([rules.Imaginer]), and where
// the other move mostly comes out better. The search finds it with simple players, who may not know how to go on
// after either move. So it is told only if it is a loss, too, where the game's good computer players play on in every
// seat, and costs what it costs then. Where a turn may end the hand, good players look for that themselves.
// What these numbers must be is measured against the truth, with other hands than those by which the search was
// made (TestTrue, in make teach). The same hand and budget give the same lesson.
//
// Whose move a stand-in made, and who did not see the own hand, is not judged
// ([Hand.Skipped]).
//
//	hand, err := teach.Of(story, story.Hands[2])
//	lesson, err := teach.Study(hand, teach.Budget(hand), nil)
//	for _, p := range lesson.Players {
//		fmt.Println(lesson.Says(p, names[p.Seat], false))
//	}
//
// It is a package of its own because it belongs to the engine, where every front end can take
// it from, and has no words of any command.
//
// To find a good move during a game, take a game's computer players, or engine/search.
package teach
