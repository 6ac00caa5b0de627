package record

import (
	"strings"
	"testing"
)

func TestStrengthOfName(t *testing.T) {
	long := strings.Repeat("a", MaxName-len(" (good)"))
	for _, c := range []struct{ name, strength, whole string }{
		{"Ada", "good", "Ada (good)"},
		{"Ada", "", "Ada"},
		{"Ada", "Good", "Ada"},
		{"Ada", "very good", "Ada"},
		{"Ada", "abcdefghijklmnop", "Ada (abcdefghijklmnop)"},
		{"Ada", "abcdefghijklmnopq", "Ada"},
		{"zoé (mum)", "easy", "zoé (mum) (easy)"},
		{long, "good", long + " (good)"},
		{long + "a", "good", long + "a"},
	} {
		whole := WithStrength(c.name, c.strength)
		if whole != c.whole || CheckName(whole) != nil {
			t.Errorf("%q, %q: %q", c.name, c.strength, whole)
		}
		want := c.strength
		if whole == c.name {
			want = ""
		}
		if called, strength := SplitStrength(whole); called != c.name || strength != want {
			t.Errorf("%q: %q, %q", whole, called, strength)
		}
	}
	for _, name := range []string{"Ada", "(good)", " (good)", "Ada(good)", "Ada (good", "Ada (Good)", "Ada (7)", "Ada ()", "Ada (good) x"} {
		if called, strength := SplitStrength(name); called != name || strength != "" {
			t.Errorf("%q: %q, %q", name, called, strength)
		}
	}
}
