package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxName is the length of the longest name in characters.
const MaxName = 32

// blanks are invisible characters that Unicode counts as graphic and does not call
// ignorable.
var blanks = []rune{'\u2800', '\U0001107f', '\U00013441', '\U00013442', '\U00016fe4', '\U0001d159'}

// visible reports whether a character may stand in a name: it is visible or the plain
// space, and not the replacement character, which stands for a lost one.
func visible(r rune) bool {
	return unicode.IsPrint(r) && r != unicode.ReplacementChar && !slices.Contains(blanks, r) &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// A NameRefusal is a sentence that says why a text is not a valid name.
type NameRefusal string

func (r NameRefusal) Error() string { return string(r) }

func refuseName(format string, args ...any) error { return NameRefusal(fmt.Sprintf(format, args...)) }

// CheckName returns nil if a text is a valid name, and otherwise a [NameRefusal].
func CheckName(name string) error {
	first, _ := utf8.DecodeRuneInString(name)
	hidden := strings.IndexFunc(name, func(r rune) bool { return !visible(r) })
	switch {
	case !utf8.ValidString(name) || name == "" || utf8.RuneCountInString(name) > MaxName:
		return refuseName("a name has 1 to %d characters", MaxName)
	case hidden >= 0:
		return refuseName("a name has visible characters only, not %s", runeInWords(name[hidden:]))
	case strings.Join(strings.Fields(name), " ") != name:
		return refuseName("a name has single spaces, and none at its beginning or end")
	case unicode.IsMark(first):
		return refuseName("a name does not begin with a combining mark")
	}
	return nil
}

// runeInWords writes the first character of a text for a sentence, with its code point,
// because it may be invisible or newer than this program.
func runeInWords(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
		return fmt.Sprintf("%U", r)
	}
	return fmt.Sprintf("“%s” (%U)", s[:size], r)
}

// TypedName returns the name that somebody meant to type: without spaces around it, and
// without the invisible characters that keyboards add to signs, such as the one that
// colours ❤ or those that join the signs of a family. Other characters that a name may not
// have stay, for [CheckName] to refuse.
func TypedName(s string) string {
	return strings.Join(strings.Fields(strings.Map(meant, s)), " ")
}

// meant drops the invisible characters that keyboards add.
func meant(r rune) rune {
	if unicode.In(r, unicode.Cf, unicode.Variation_Selector) {
		return -1
	}
	return r
}

// TypedASCII returns what a person has typed, such as a move, a code or an ID, where it is read in
// ASCII: digits of any script, full-width letters and signs, and the dashes that programs put
// in the place of a hyphen become ASCII, and the invisible characters that keyboards add go. All
// others stay, for whoever reads the text to refuse.
func TypedASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 0xff01 <= r && r <= 0xff5e {
			return r - 0xff01 + '!'
		}
		if r > unicode.MaxASCII && unicode.Is(unicode.Nd, r) {
			return '0' + digit(r)
		}
		if unicode.Is(unicode.Pd, r) || r == '\u2212' { // the latter is the minus sign
			return '-'
		}
		return meant(r)
	}, s)
}

// TypedNumber reads a number that a person has typed.
func TypedNumber(s string) (int, error) {
	return strconv.Atoi(strings.TrimSpace(TypedASCII(s)))
}

// digit returns the value of a decimal digit. The digits of a script stand together, from 0 to 9.
func digit(r rune) rune {
	for _, t := range unicode.Nd.R16 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return (r - rune(t.Lo)) % 10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return (r - rune(t.Lo)) % 10
		}
	}
	return 0
}

// CleanName removes from a text the characters that may not stand in a name, turns white
// space into single spaces, and cuts the rest to the longest name. The result may be
// empty.
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
			if n+2 > MaxName {
				break
			}
			b.WriteByte(' ')
			n, space = n+1, false
		}
		if n == MaxName {
			break
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}
