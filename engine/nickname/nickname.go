package nickname

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Max is the length of the longest name in characters.
const Max = 32

// blanks are invisible characters that Unicode counts as graphic and does not call
// ignorable.
var blanks = []rune{'\u2800', '\U0001107f', '\U00013441', '\U00013442', '\U00016fe4', '\U0001d159'}

// visible reports whether a character may stand in a name: it is visible or the plain
// space, and not the replacement character, which stands for a lost one.
func visible(r rune) bool {
	return unicode.IsPrint(r) && r != unicode.ReplacementChar && !slices.Contains(blanks, r) &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Check returns the reason why a text is not a valid name, nil if it is one.
func Check(name string) error {
	first, _ := utf8.DecodeRuneInString(name)
	switch {
	case !utf8.ValidString(name) || name == "" || utf8.RuneCountInString(name) > Max:
		return fmt.Errorf("a name has 1 to %d characters", Max)
	case strings.ContainsFunc(name, func(r rune) bool { return !visible(r) }):
		return fmt.Errorf("a name has visible characters only, not %+q", name)
	case strings.Join(strings.Fields(name), " ") != name:
		return errors.New("a name has single spaces, and none at its beginning or end")
	case unicode.IsMark(first):
		return errors.New("a name does not begin with a combining mark")
	}
	return nil
}

// Clean removes from a text the characters that may not stand in a name, turns white
// space into single spaces, and cuts the rest to the longest name. The result may be
// empty.
func Clean(s string) string {
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
			if n+2 > Max {
				break
			}
			b.WriteByte(' ')
			n, space = n+1, false
		}
		if n == Max {
			break
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}
