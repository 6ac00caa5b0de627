package furiousfive_test

import (
	"testing"

	"fives/engine/games/furiousfive"
	"fives/engine/games/suite"
)

func TestSuite(t *testing.T) { suite.Run(t, furiousfive.Rules) }

func BenchmarkEasy(b *testing.B) { suite.Bench(b, furiousfive.Rules) }
