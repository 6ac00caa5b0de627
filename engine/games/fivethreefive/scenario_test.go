package fivethreefive_test

import (
	"os"
	"path/filepath"
	"testing"

	"fives/engine/games/fivethreefive"
	"fives/engine/games/suite"
	"fives/engine/scenario"
)

// Each file holds one rule of RULES.md, named by its number.
func TestRulePage(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s, err := scenario.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			report, err := s.Run(true)
			if err != nil {
				t.Fatal(err)
			}
			for _, failure := range report.Failures {
				t.Error(failure)
			}
		})
	}
}

func TestSuite(t *testing.T) { suite.Run(t, fivethreefive.Rules) }
