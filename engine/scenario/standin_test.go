package scenario

import (
	"slices"
	"strings"
	"testing"
)

// A seat may be played by the stand-in: the line has its move.
func TestStandIn(t *testing.T) {
	s, err := Parse([]byte(`{"game": "five", "players": ["ana", "ben"], "options": {}, "decks": [],
		"moves": [{"seat": "ana", "move": "stand-in"}, {"seat": "ana", "move": "stand-in"}, {"seat": "ben", "move": "stand-in"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Run(false)
	if err != nil {
		t.Fatal(err)
	}
	var played []string
	for _, l := range r.Lines[1:] {
		if l.OK {
			played = append(played, l.Seat+": "+l.Move)
		} else if l.Move != standIn || !strings.Contains(l.Error, "turn") {
			t.Errorf("%+v", l)
		}
	}
	if want := []string{"ana: drop 9c draw", "ben: drop 10c draw"}; !slices.Equal(played, want) {
		t.Errorf("the stand-in has played %q", played)
	}
}
