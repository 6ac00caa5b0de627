// Package draw draws tables and cards as text. It knows no game: it lays out
// the zones of a [fives/engine/rules.View] by their kind, in the order in which
// the rule set gives them.
//
// [Table] fits into Style.Width columns. Everything that another node may have
// chosen (names, and so all texts) passes through [Clean], which leaves nothing
// that a terminal would obey.
//
//	fmt.Print(draw.Table(t, draw.Style{Width: 80}))
package draw
