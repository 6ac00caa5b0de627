// Package cards draws cards for a web page: as pictures ([Faces] and the
// small [Minis], which show what [Pictures] and [MiniPictures] have drawn once) and in a line
// of text ([Chips]). Style is the style sheet of all of them; it takes the font --display
// from the page. A card looks the same in light and in dark.
//
// What it makes bypasses the escaping of html/template; it is made of cards, which are a
// closed set, and of marks, which it escapes itself.
package cards

import _ "embed"

// Style is the style sheet of cards. Their size, that of the class k, is the page's.
//
//go:embed style.css
var Style string
