package allfives_test

import (
	"testing"

	"fives/engine/games/allfives"
	"fives/engine/gametest"
)

// RULES 6: a revoke.
func TestHiddenCheat(t *testing.T) { gametest.HiddenCheat(t, allfives.Rules, "play %s") }
