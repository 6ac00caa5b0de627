package ristretto

import (
	"fmt"
	"testing"
)

// The two algorithms side by side: pippengerFrom and windowWidth come from
// these.
func BenchmarkStraus(b *testing.B) {
	for _, n := range []int{32, 52, 64, 80, 104, 130, 160, 260} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, e := sample(n)
			for b.Loop() {
				sinkElement = straus(s, e)
			}
		})
	}
}

func BenchmarkPippenger(b *testing.B) {
	for _, c := range []struct{ n, width int }{
		{32, 4}, {32, 5}, {52, 4}, {52, 5}, {64, 5}, {80, 5}, {104, 5}, {104, 6}, {130, 5}, {130, 6}, {160, 6}, {160, 7},
		{260, 6}, {260, 7}, {400, 7}, {400, 8}, {520, 7}, {520, 8}, {800, 8}, {800, 9}, {1160, 8}, {1160, 9}, {2320, 9}, {2320, 10},
	} {
		b.Run(fmt.Sprintf("%d/width=%d", c.n, c.width), func(b *testing.B) {
			s, e := sample(c.n)
			for b.Loop() {
				sinkElement = pippenger(s, e, c.width)
			}
		})
	}
}
