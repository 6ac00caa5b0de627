package furiousfive_test

import (
	"testing"

	"fives/engine/games/furiousfive"
	"fives/engine/games/suite"
)

// RULES 5: a single card dropped from a hand with a combination.
func TestHiddenCheat(t *testing.T) { suite.HiddenCheat(t, furiousfive.Rules, "drop %s draw") }

// RULES 4: a call with too many points.
func TestCallWithTooMuch(t *testing.T) { suite.VisibleCheat(t, furiousfive.Rules, "call") }
