package fivecrowns_test

import (
	"testing"

	"fives/engine/games/fivecrowns"
	"fives/engine/games/suite"
)

// TestSuite runs what every game must pass. Of out and lay only a best
// arrangement is listed.
func TestSuite(t *testing.T) { suite.Run(t, fivecrowns.Rules, "out", "lay") }

func BenchmarkEasy(b *testing.B) { suite.Bench(b, fivecrowns.Rules) }
