// Package gauge measures whether what a game imagines is true.
//
// A game that is a [rules.Imaginer] deals worlds and plays them out for engine/search, which tells strong
// computer players and lessons what a move is worth. That is right only as far as these worlds are those
// that players hold and play. [Play] plays hands of the strongest computer players that do not search, and
// a [Table] compares figures of the worlds, imagined at each turn of these hands, with how the cards lay and
// how the hands went on. Each game's TestCalibrated has such a table, of two
// seats; make teach prints them.
//
//	table, hands := gauge.Of(Rules.Title, 50)
//	for seed := range uint64(hands) {
//		table.Next()
//		for _, turn := range gauge.Play(t, Rules, 2, nil, seed).Turns {
//			table.Add("points of the other", truth, imagined)
//		}
//	}
//	table.Check(t)
//
// It is a package of its own, and not in engine/gametest, because tests inside of the games use it, which the
// suite imports. It is imported by tests only.
//
// Whether computer players win is measured by engine/games, and whether lessons are right by engine/teach.
package gauge
