package gametest

import (
	"bytes"
	"encoding/json"
	"testing"

	"fives/engine/scenario"
)

// replay checks that a seed always makes the same game, and that the scenario of the
// game plays to the same lines.
func (s *suite) replay(t *testing.T) {
	for seats := s.rs.MinSeats; seats <= s.rs.MaxSeats; seats += 2 {
		bots := s.rs.Bots[:1]
		if seats == s.rs.MinSeats {
			bots = s.rs.Bots
		}
		p, err := scenario.Random(s.rs, seats, nil, 5, bots)
		if err != nil {
			t.Fatal(err)
		}
		again, err := scenario.Random(s.rs, seats, nil, 5, bots)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(text(t, p.Lines), text(t, again.Lines)) {
			t.Errorf("%d seats: the same seed makes another game", seats)
		}
		report, err := p.Scenario.Run(false)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(text(t, p.Lines), text(t, report.Lines)) {
			t.Errorf("%d seats: the scenario of a random game plays otherwise", seats)
		}
	}
}

func text(t *testing.T, lines []scenario.Line) []byte {
	t.Helper()
	b, err := json.Marshal(lines)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
