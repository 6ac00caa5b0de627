// Package gauge measures whether what a game imagines is true.
//
// A game that is a [rules.Imaginer] deals worlds and plays them out for engine/search, which tells strong
// computer players and lessons what a move is worth. That is right only as far as these worlds are those
// that players hold and play. [Compare] plays hands of the strongest computer players that do not search, and
// its [Table] has figures of the worlds, imagined at each turn of these hands, beside how the cards lay and
// how the hands went on. Each game's TestCalibrated has such a table, of two
// seats; make teach prints them.
//
//	gauge.Compare(t, Rules, 50, nil, func(g *gauge.Table, h gauge.Hand, turn int, r *rand.Rand) {
//		g.Add("points of the other", truth, imagined)
//	})
//
// It is a package of its own, and not in engine/gametest, because tests inside of the games use it, which the
// suite imports. It is imported by tests only.
//
// Whether computer players win is measured by engine/games, and whether lessons are right by engine/teach.
package gauge
