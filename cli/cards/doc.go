// Package cards draws cards for a web page: as pictures ([Faces], which show what
// [Pictures] has drawn once) and in a line of text ([Chips]). Style is the style sheet
// of both; it takes the colours --paper and --edge and the fonts --sans and --serif from
// the page.
//
// What it makes bypasses the escaping of html/template; it is made of cards, which are a
// closed set, and of marks, which it escapes itself.
package cards

import _ "embed"

// Style is the style sheet of cards. Their size, that of the class k, is the page's.
//
//go:embed style.css
var Style string
