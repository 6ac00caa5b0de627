package allfives_test

import (
	"testing"

	"fives/engine/games/allfives"
	"fives/engine/games/suite"
)

// Each file is named after the section of RULES.md whose rule it plays.
func TestScenarios(t *testing.T) { suite.Scenarios(t, allfives.Rules, "testdata/rule-*.json") }
