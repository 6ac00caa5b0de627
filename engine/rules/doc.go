// Package rules is the interface between a card game and the table that plays
// it.
//
// A game is a [RuleSet]. A running game is a [Position]: an immutable value
// whose method Next returns the next [Action]:
//
//   - [Shuffle]: make a new stack, whose order nobody knows;
//   - [Open]: let one seat, or everybody, learn the faces of some slots. The
//     deal, a draw, a card turned up, a packet taken up and the showing at the
//     end of a hand are all this one operation; holding a packet is not opening
//     it;
//   - [Turn]: a seat must move;
//   - [Settle]: the hand is over and counted; each seat has a score sheet of [Item];
//   - [Over]: the game is over.
//
// The driver of the game (engine/bare with stacked decks, engine/table with mental poker)
// does what Next asks, and hands the outcome to the method for that action, which returns
// the next Position.
//
// Where a seat's device is away and the others cover it, the driver makes the move that
// [Position.StandIn] returns, in place of one of the seat's own. It opens to everybody
// what the stand-in is about to play, and nothing else of the hand.
//
// # Invariants
//
// A Position is a pure function of public information. It names cards by [Slot], their
// place in the stacks of the hand, and sees faces only in the [Observation] that is an
// argument of the call. The driver passes the public observation to Opened, Play and
// StandIn. A seat's own observation goes only into Moves, Violations, Keys and View, whose
// answers never leave that seat. It may lack cards of the seat's own hand: a seat that was
// away when the keys of a hand were made sees none of them. No method changes its receiver
// or its arguments, reads a clock, or depends on map order.
//
// Rules that depend on hidden cards are not enforced by Play: the position keeps a
// claim for each such move, unless a stand-in made it, and Violations checks the claims
// against an observation. The mover's own daemon calls it with its own observation
// before it signs; all daemons call it with the public one when the hand has been shown.
//
// To play a game from a file, use engine/scenario; for a verified table, use
// engine/table.
//
// The shortest use, with an honest referee in place of cryptography:
//
//	pos := rs.Start(seats, options, nil)
//	for {
//		switch a := pos.Next().(type) {
//		case rules.Shuffle:
//			pos = pos.Shuffled(stack)
//		case rules.Open:
//			pos = pos.Opened(public)
//		case rules.Turn:
//			pos, err = pos.Play(move, public)
//		case rules.Settle:
//			pos = pos.NextHand()
//		case rules.Over:
//			return
//		}
//	}
package rules
