// Package qr draws QR codes, so that a phone's camera can read them from the screen: [New]
// makes one, [Code.Lines] draws it in a terminal, [Code.Path] and [Code.SVG] in a page. It is a
// package of its own because a code is made and drawn, and tested, without a table or a
// command.
//
// A camera wants dark on light, with a light border. If colours are on, both are set, whatever
// the terminal's own colours are. Without colours, the light parts are drawn and the dark ones
// left out. That is right on a dark terminal; on a light one the code is inverted, which the
// cameras of today's phones can read as well.
package qr
