// Package cards draws cards for a web page: as pictures ([Faces] and the small [Minis], which
// refer to what [Pictures] and [MiniPictures] have drawn once) and in a line of text ([Chips]).
// Style is the style sheet for all of them; it takes the font --display from the page. A card
// looks the same in light and in dark.
//
// Its output bypasses the escaping of html/template. It is made of cards, which are a closed
// set, and of marks, which the package escapes itself.
package cards

import _ "embed"

// Style is the style sheet of cards. The page sets their size, which is that of the class k.
//
//go:embed style.css
var Style string

// Font is the font of headlines and of what stands on cards, as WOFF2. Its licence, the SIL Open Font
// License, is beside it.
//
//go:embed fives.woff2
var Font []byte
