package allfives_test

import (
	"testing"

	"fives/engine/games/allfives"
	"fives/engine/games/suite"
)

func TestSuite(t *testing.T) { suite.Run(t, allfives.Rules) }

func BenchmarkEasy(b *testing.B) { suite.Bench(b, allfives.Rules) }
