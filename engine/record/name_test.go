package record_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"

	"fives/engine/record"
)

// SPEC §3.
func TestCheckName(t *testing.T) {
	for _, name := range []string{
		"a", "ana", "Zoë 王芳", "e\u0301va", "ana~2", "𝔞", "❤", "नमस्ते", strings.Repeat("é", record.MaxName),
	} {
		if err := record.CheckName(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for what, name := range map[string]string{
		"nothing": "", "33 characters": strings.Repeat("é", record.MaxName+1), "no UTF-8": "an\xffa",
		"space in front": " ana", "space behind": "ana ", "two spaces": "an  a", "no-break space": "an\u00a0a", "line": "an\na",
		"control": "an\x1ba", "direction": "an\u202ea", "zero width": "an\u200ba", "tag": "ana\U000e0041", "soft hyphen": "an\u00ada",
		"variation selector": "ana\ufe0f", "supplementary one": "ana\U000e0100", "it alone": "\U000e0100", "Mongolian one": "ana\u180b",
		"Hangul filler": "ana\u3164", "half-width filler": "\uffa0", "joiner": "an\u034fa", "Khmer vowel": "an\u17b4a",
		"Braille blank": "\u2800", "note without a head": "ana\U0001d159", "Egyptian blank": "an\U00013441a", "Khitan filler": "ana\U00016fe4",
		"replacement": "an\ufffda", "mark in front": "\u0301ana", "unassigned": "an\u0378a", "private": "an\ue000a",
	} {
		if record.CheckName(name) == nil {
			t.Errorf("%s: %q is a name", what, name)
		}
	}
}

// Which names are valid depends on the version of Unicode, which SPEC §3 names. Builds
// with different versions might refuse each other's tables.
func TestUnicodeVersion(t *testing.T) {
	spec, err := os.ReadFile("../SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("(Unicode %s)", unicode.Version); !strings.Contains(string(spec), want) {
		t.Errorf("this Go has Unicode %s, and SPEC §3 another version: what is a name may have changed", unicode.Version)
	}
}

func TestCleanName(t *testing.T) {
	for _, c := range []struct{ what, in, want string }{
		{"plain", "ana", "ana"},
		{"umlauts and scripts", "Zoë 王芳", "Zoë 王芳"},
		{"escape sequence", "\x1b[2Jana\x07", "[2Jana"},
		{"line breaks become one space", "a\r\n\t b", "a b"},
		{"outer space", "  ana  ", "ana"},
		{"invalid UTF-8", "a\xff\xfeb", "ab"},
		{"writing direction", "a\u202eb\u2066c", "abc"},
		{"zero width", "a\u200b\u200db\ufeff", "ab"},
		{"blank letters", "\u3164\u115f\u2800", ""},
		{"C1 control", "a\u0085\u009bb", "a b"},
		{"mark without a letter", "\u0301ana", "ana"},
		{"variation selectors", "an\ufe0fa\U000e0100", "ana"},
		{"tag characters", "a\U000e0041", "a"},
		{"32 runes stay", strings.Repeat("é", 32), strings.Repeat("é", 32)},
		{"33 runes do not", strings.Repeat("é", 33), strings.Repeat("é", 32)},
		{"no space at the cut", strings.Repeat("a", 31) + " b", strings.Repeat("a", 31)},
		{"empty", "", ""},
	} {
		if got := record.CleanName(c.in); got != c.want {
			t.Errorf("%s: CleanName(%q) = %q, want %q", c.what, c.in, got, c.want)
		}
	}
}

func FuzzCleanName(f *testing.F) {
	f.Add("ana")
	f.Add("\x1b]0;x\x07 \u202e\xff")
	f.Fuzz(func(t *testing.T, s string) {
		got := record.CleanName(s)
		if err := record.CheckName(got); err != nil && got != "" {
			t.Errorf("%q: %v", got, err)
		}
		if record.CheckName(s) == nil && got != s {
			t.Errorf("the name %q becomes %q", s, got)
		}
		if again := record.CleanName(got); again != got {
			t.Errorf("CleanName(%q) = %q", got, again)
		}
	})
}

// What the keyboards of phones make is a name. What cannot be one is shown as it is.
func TestTypedName(t *testing.T) {
	for in, want := range map[string]string{
		"ana": "ana", " ana  b ": "ana b", "\u2764\ufe0f": "\u2764",
		"\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466": "\U0001f468\U0001f469\U0001f467\U0001f466",
		"1\ufe0f\u20e3": "1\u20e3", "\U0001f44d\U0001f3fd": "\U0001f44d\U0001f3fd", "\U0001f1e9\U0001f1ea": "\U0001f1e9\U0001f1ea",
		"\u200e\u0627\u0646\u0627\u200f": "\u0627\u0646\u0627", "": "",
	} {
		got := record.TypedName(in)
		if got != want {
			t.Errorf("TypedName(%+q) = %+q, want %+q", in, got, want)
		}
		if err := record.CheckName(got); got != "" && err != nil {
			t.Errorf("%+q: %v", got, err)
		}
	}
	for in, want := range map[string]string{
		"an\x1ba":               "a name has visible characters only, not U+001B",
		"an\u2800a":             "a name has visible characters only, not “\u2800” (U+2800)",
		"\U0010fffd":            "a name has visible characters only, not “\U0010fffd” (U+10FFFD)",
		strings.Repeat("a", 33): "a name has 1 to 32 characters", // it is not cut to what nobody has chosen
	} {
		if err := record.CheckName(record.TypedName(in)); err == nil || err.Error() != want {
			t.Errorf("%+q: %v, want %s", in, err, want)
		}
	}
}

// What phones and keyboards of other scripts type of a card, a code or an ID is read as ASCII. What
// only looks like ASCII, as a Kelvin sign or a Cyrillic letter does, is not.
func TestTypedASCII(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "drop 10h draw": "drop 10h draw", "10♥\ufe0f": "10♥", "１０ｈ": "10h", "ＪＫ": "JK", "５＊": "5*", "٢٧١٨": "2718", "۴२": "42", "𝟙𝟘": "10", "4\u200b2\u200e": "42", "836b–33c4—9\u22121\uff0d2": "836b-33c4-9-1-2",
		"\u212as": "\u212as", "5с": "5с", "²": "²", "Ⅷ": "Ⅷ", "ana б": "ana б",
	} {
		if got := record.TypedASCII(in); got != want {
			t.Errorf("TypedASCII(%+q) = %+q, want %+q", in, got, want)
		}
	}
	digits := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !unicode.Is(unicode.Nd, r) {
			continue
		}
		if want := string(rune('0' + digits%10)); record.TypedASCII(string(r)) != want {
			t.Errorf("%U is read as %q, not %s", r, record.TypedASCII(string(r)), want)
		}
		digits++
	}
	if digits < 600 || digits%10 != 0 {
		t.Errorf("there are %d digits", digits)
	}
}
