package allfives_test

import (
	"testing"

	"fives/engine/games/allfives"
	"fives/engine/games/suite"
)

// RULES 6: a revoke.
func TestHiddenCheat(t *testing.T) { suite.HiddenCheat(t, allfives.Rules, "play %s") }
