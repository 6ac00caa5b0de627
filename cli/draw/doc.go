// Package draw draws tables and cards as text. It knows no game: it lays out
// the zones of a [fives/engine/rules.View] by their kind, in the order in which
// the rule set gives them.
//
// [Table] fits into Style.Width columns. What there is to show of a table, before it
// is arranged, is the same for every front end: [Seats], [Turn], [HandOf], [Order], [Results], [Sheet].
//
// The texts of a table are clean, as the client of p2p/control brings them.
//
//	fmt.Print(draw.Table(t, draw.Style{Width: 80}))
package draw
