package games_test

import (
	"flag"
	"fmt"
	"testing"

	"fives/engine/games"
	"fives/engine/scenario"
)

var strengthGames = flag.Int("games", 300, "games of each kind for BenchmarkStrength")

// BenchmarkStrength compares the computer players over many games with the
// seats exchanged: make strength.
func BenchmarkStrength(b *testing.B) {
	for _, rs := range games.All() {
		for _, seats := range []int{max(2, rs.MinSeats), min(4, rs.MaxSeats)} {
			b.Run(fmt.Sprintf("%s/seats=%d", rs.Name, seats), func(b *testing.B) {
				table, err := scenario.Strength(rs, seats, nil, *strengthGames, 1)
				if err != nil {
					b.Fatal(err)
				}
				for _, s := range table {
					b.ReportMetric(float64(s.Wins), s.Bot+"-wins")
					b.ReportMetric(float64(s.Points)/float64(s.Seats), s.Bot+"-points/seat")
				}
			})
		}
	}
}
