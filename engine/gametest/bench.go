package gametest

import (
	"testing"

	"fives/engine/rules"
	"fives/engine/scenario"
)

// Bench measures how many moves a second the weakest computer player makes in
// random scenarios, with four seats or as near as the rule set allows.
func Bench(b *testing.B, rs *rules.RuleSet) {
	seats := min(max(4, rs.MinSeats), rs.MaxSeats)
	moves := 0
	for n := 0; b.Loop(); n++ {
		p, err := scenario.Random(rs, seats, nil, uint64(n), rs.Bots[:1])
		if err != nil {
			b.Fatal(err)
		}
		moves += len(p.Lines) - 1
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}
