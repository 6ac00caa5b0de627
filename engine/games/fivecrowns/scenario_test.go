package fivecrowns_test

import (
	"os"
	"path/filepath"
	"testing"

	"fives/engine/scenario"
)

// TestScenarios plays every file of testdata; their names begin with the
// numbered rule of RULES.md that they hold.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { play(t, file) })
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
