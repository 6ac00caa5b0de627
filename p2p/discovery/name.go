package discovery

import (
	"strings"
	"unicode"
)

// maxName is the length of a nickname in runes.
const maxName = 32

// CleanName makes a nickname from anywhere fit for a terminal: valid UTF-8, no
// control, formatting or invisible characters (so no escape sequences and no
// change of writing direction), single spaces between words, at most 32 runes.
// What is left may be empty.
func CleanName(s string) string {
	var b strings.Builder
	n, space := 0, false
	for _, r := range strings.ToValidUTF8(s, "") {
		if unicode.IsSpace(r) {
			space = n > 0
			continue
		}
		if !visible(r) || n == 0 && unicode.IsMark(r) {
			continue
		}
		if space {
			if n+2 > maxName {
				break
			}
			b.WriteByte(' ')
			n, space = n+1, false
		}
		if n == maxName {
			break
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// visible reports whether a rune leaves a mark on the screen. The blank
// letters of Hangul and the empty Braille cell count as printable in Unicode.
func visible(r rune) bool {
	switch r {
	case unicode.ReplacementChar, '\u115f', '\u1160', '\u2800', '\u3164', '\uffa0':
		return false
	}
	return unicode.IsPrint(r)
}
