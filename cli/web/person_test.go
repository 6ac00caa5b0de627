package web

import (
	"fmt"
	"testing"

	"fives/p2p/api"
)

// TestPeopleDiffer: fourteen people at a table all look different, without their letters.
func TestPeopleDiffer(t *testing.T) {
	seen := map[string]int{}
	for i, p := range people(make([]api.Seat, 14)) {
		look := fmt.Sprint(p.Shape, p.Colour)
		if other, is := seen[look]; is {
			t.Errorf("seats %d and %d look alike", other, i)
		}
		seen[look] = i
	}
}

// TestLetters: one letter of a name, two where another name begins with the same, none that
// is no letter.
func TestLetters(t *testing.T) {
	names := []string{"Ana", "al", "Ben", "😀", "😀Øyvind", "Ben", "b"}
	for i, want := range []string{"An", "Al", "Be", "?", "Ø", "Be", "B"} {
		if got := byName(names)[i].Letters; got != want {
			t.Errorf("%s: %q, not %q", names[i], got, want)
		}
	}
}
