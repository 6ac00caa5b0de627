package fivecrowns_test

import (
	"testing"

	"fives/engine/games/fivecrowns"
	"fives/engine/games/suite"
)

// The names of the files begin with the numbered rule of RULES.md that they
// hold.
func TestScenarios(t *testing.T) { suite.Scenarios(t, fivecrowns.Rules, "testdata/*.json") }
