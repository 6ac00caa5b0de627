// Package story tells what happened at a table, from its log alone.
//
// [Read] verifies logs with engine/audit and notes on the way what each step
// did. A [Story] is one table, a [Hand] one deal of it, a [Moment] one thing
// that happened: a shuffle, cards opened, a move, the settlement. Every moment
// keeps its position, so that it can be drawn later, in any order, with the
// eyes of any seat ([Hand.View]).
//
// What a seat could see is not in the log. But a card that is public in the end
// was known to its holder from the moment at which the others had given their
// shares of it, and the log shows when that was. So a hand of which all cards
// were shown can be told as each seat saw it; cards that never became public
// stay face down for everybody ([Hand.Observation]).
//
//	stories, err := story.Read(logs, games.Find, audit.Options{})
//	h := stories[0].Hands[0]
//	view := h.View(3, story.Everybody)
//
// Nothing here names a game: moves are texts in a game's notation, everything
// else is said in words that fit any game. To find out only whether a log is good,
// use engine/audit.
package story
