package allfives_test

import (
	"os"
	"path/filepath"
	"testing"

	"fives/engine/scenario"
)

// Each file is named after the section of RULES.md whose rule it plays.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/rule-*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) { play(t, f) })
	}
}

func play(t *testing.T, file string) {
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
	for _, f := range report.Failures {
		t.Error(f)
	}
}
