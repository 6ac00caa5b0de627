package scenario

import (
	"bytes"
	"encoding/json"
	"testing"

	"fives/engine/games"
)

// No file makes Parse or Run panic, and a scenario is the same after it was written
// and read back.
func FuzzScenario(f *testing.F) {
	f.Add(file("", ""))
	for _, rs := range games.All() {
		p, err := Random(rs, rs.MinSeats, nil, 3, rs.Bots[:1])
		if err != nil {
			f.Fatal(err)
		}
		p.Scenario.Moves = p.Scenario.Moves[:min(30, len(p.Scenario.Moves))]
		var b bytes.Buffer
		if err := p.Scenario.Write(&b); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse(data)
		if err != nil {
			return
		}
		report, err := s.Run(true)
		if err != nil {
			return
		}
		if len(report.Lines) != len(s.Moves)+1 {
			t.Errorf("%d moves make %d lines", len(s.Moves), len(report.Lines))
		}
		if _, err := json.Marshal(report.Lines); err != nil {
			t.Error(err)
		}
		var once, twice bytes.Buffer
		if err := s.Write(&once); err != nil {
			t.Fatal(err)
		}
		back, err := Parse(once.Bytes())
		if err != nil {
			t.Fatalf("%v\n%s", err, once.Bytes())
		}
		if err := back.Write(&twice); err != nil || !bytes.Equal(once.Bytes(), twice.Bytes()) {
			t.Errorf("%v\n%s\n%s", err, once.Bytes(), twice.Bytes())
		}
	})
}
