// Package draw draws on a terminal: tables and cards as text, score sheets, the pages of games
// and of lessons. It knows no game: it lays out the zones of a [fives/engine/rules.View] by
// their kind, in the order in which the rule set lists them. Package cli/shown says what there
// is to show before it is drawn.
//
// [Table] fits into Style.Width columns. [Sheet] and a [Look] draw with any [Pen]: a [Style],
// or that of the full screen.
//
// The texts of a table are clean, as the client of p2p/control brings them.
//
//	fmt.Print(draw.Table(t, draw.Style{Width: 80}))
package draw
