package gametest

import (
	"os"
	"path/filepath"
	"testing"

	"fives/engine/rules"
	"fives/engine/scenario"
)

// scenarios plays the scenario files of the game, each named after the rule of
// RULES.md that it plays, and checks their expectations. It fails if there are no
// files, or if one is of another game or expects nothing.
func (s *suite) scenarios(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(s.folder, "testdata", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no scenario in testdata (%v)", s.folder, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { playFile(t, s.rs, file) })
	}
}

func playFile(t *testing.T, rs *rules.RuleSet, file string) {
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
