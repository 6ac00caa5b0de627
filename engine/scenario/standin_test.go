package scenario

import (
	"strings"
	"testing"
)

// A seat may be played by the stand-in: its cards lie open, and the line has its move.
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
	played := 0
	for _, l := range r.Lines[1:] {
		if l.OK {
			played++
			if !strings.HasPrefix(l.Move, "drop ") || !strings.HasSuffix(l.Move, " draw") {
				t.Errorf("the stand-in of %s plays %q", l.Seat, l.Move)
			}
		} else if l.Move != standIn || !strings.Contains(l.Error, "turn") {
			t.Errorf("%+v", l)
		}
	}
	if played != 2 {
		t.Errorf("%d of 2 moves", played)
	}
}
