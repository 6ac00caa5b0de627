// Package bare plays a game with no cryptography: one honest referee who knows
// every face. It is the driver behind scenarios, simulations and the tests of
// the rules; engine/table is the driver that trusts nobody.
//
// A [Game] does what its [rules.Position] asks and stops at each turn. An
// [Order] decides how every shuffle comes out, so a deck can be stacked, or
// shuffled from a seed. Each seat has its own observation, with the cards that it
// would see in mental poker, and only that reaches Moves, Honest and computer
// players.
//
// The referee also checks the rule set: a position that opens a card twice, shuffles one
// that is not public, or holds one that is not in play breaks the contract of package
// rules, and gets [ErrBroken]. A move that returns an error has changed nothing.
//
// The shortest use:
//
//	g, err := bare.New(five.Rules, 2, map[string]any{"limit": 100}, order)
//	for at := 1; !g.Over(); at++ {
//		seat := g.Position().Status().Turn
//		ended, err := g.Play(seat, choose(g.Position(), g.Observation(seat)), at, false)
//	}
package bare
