// Package story reconstructs the course of a table from its log alone.
//
// [Read] verifies logs with engine/audit and records the effect of each step. A
// [Story] is one table, a [Hand] one deal of it, a [Moment] one event: a shuffle,
// cards opened, a move, the settlement. Every moment keeps its position, so that
// it can be drawn later, in any order, as any seat saw it ([Hand.View]).
//
// What a step has brought is worked out by [Done] alone, from the table: who is covered or back,
// which moves were made, what was opened. A daemon tells it while the game is played.
//
// The log does not have the observations of the seats. But a card that is public in
// the end was known to its holder as soon as the others had given their shares of it,
// and the log shows when that was. So if all cards of a hand were shown, it can be
// drawn as each seat saw it. Cards that never became public stay face down for
// everybody ([Hand.Observation]).
//
// What a stand-in does nobody signs: its move is a moment of the record behind which it
// came, and one record can have several. A seat that slept through the deal is dealt
// nothing that anybody sees.
//
// A game that goes on at other tables is a story for each. [InOrder] puts them into the order
// of play; who sits in a seat can be somebody else at each, so players are told apart by
// their keys ([Story.SeatOf]).
//
//	stories, err := story.Read(logs, games.Find, audit.Options{})
//	h := stories[0].Hands[0]
//	view := h.View(3, story.Everybody)
//
// Nothing here is about one game: moves are texts in a game's notation, and the other
// words fit any game. To check only whether a log is good, use engine/audit.
package story
