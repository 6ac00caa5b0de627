package discovery

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

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
		{"tag characters", "a\U000e0041", "a"},
		{"32 runes stay", strings.Repeat("é", 32), strings.Repeat("é", 32)},
		{"33 runes do not", strings.Repeat("é", 33), strings.Repeat("é", 32)},
		{"no space at the cut", strings.Repeat("a", 31) + " b", strings.Repeat("a", 31)},
		{"empty", "", ""},
	} {
		if got := CleanName(c.in); got != c.want {
			t.Errorf("%s: CleanName(%q) = %q, want %q", c.what, c.in, got, c.want)
		}
	}
}

func FuzzCleanName(f *testing.F) {
	f.Add("ana")
	f.Add("\x1b]0;x\x07 \u202e\xff")
	f.Fuzz(func(t *testing.T, s string) {
		got := CleanName(s)
		if n := utf8.RuneCountInString(got); n > maxName || !utf8.ValidString(got) {
			t.Errorf("%q has %d runes, valid: %t", got, n, utf8.ValidString(got))
		}
		if strings.ContainsFunc(got, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) {
			t.Errorf("%q holds a control character", got)
		}
		if again := CleanName(got); again != got {
			t.Errorf("CleanName(%q) = %q", got, again)
		}
	})
}
