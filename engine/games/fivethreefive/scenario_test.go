package fivethreefive_test

import (
	"testing"

	"fives/engine/games/fivethreefive"
	"fives/engine/games/suite"
)

// Each file holds one rule of RULES.md, named by its number.
func TestScenarios(t *testing.T) { suite.Scenarios(t, fivethreefive.Rules, "testdata/*.json") }
