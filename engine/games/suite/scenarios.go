package suite

import (
	"os"
	"path/filepath"
	"testing"

	"fives/engine/rules"
	"fives/engine/scenario"
)

// Scenarios plays the scenario files that match a pattern and holds what they
// expect. It is an error if there are none, or if one is of another game or
// expects nothing.
func Scenarios(t *testing.T, rs *rules.RuleSet, pattern string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenario matches %s (%v)", pattern, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { holds(t, rs, file) })
	}
}

func holds(t *testing.T, rs *rules.RuleSet, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if s.Rules != rs || !s.Expects() {
		t.Errorf("is a scenario of %s, or expects nothing", s.Rules.Name)
	}
	report, err := s.Run(true)
	if err != nil {
		t.Fatal(err)
	}
	for _, failure := range report.Failures {
		t.Error(failure)
	}
}
