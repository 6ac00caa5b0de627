package furiousfive_test

import (
	"testing"

	"fives/engine/games/furiousfive"
	"fives/engine/gametest"
)

// RULES 5: a single card dropped from a hand with a combination.
func TestHiddenCheat(t *testing.T) { gametest.HiddenCheat(t, furiousfive.Rules, "drop %s draw") }

// RULES 4: a call with too many points.
func TestCallWithTooMuch(t *testing.T) { gametest.VisibleCheat(t, furiousfive.Rules, "call") }
