package scenario

import (
	"fmt"
	"slices"
)

// A book knows, by place, the keys that an output line of a scenario can have.
type book struct {
	names []string            // of the players
	state []string            // keys of a state, the game's own among them
	inner map[string][]string // see rules.RuleSet.Inner
}

func (s *Scenario) book() book {
	b := book{names: s.Players, state: slices.Clone(stateKeys), inner: s.Rules.Inner}
	for key := range s.Rules.Start(len(s.Players), s.Options, nil).Keys(s.Players, nil) {
		b.state = append(b.state, key)
	}
	return b
}

// keys lists the keys of an object at a path. The path has keys only, no indices of
// lists.
func (b book) keys(path []string) []string {
	switch len(path) {
	case 0:
		return lineKeys
	case 1:
		switch path[0] {
		case "faults":
			return []string{"seat", "hand", "rule", "move"}
		case "settled":
			return b.settled()
		case "state":
			return b.state
		}
	case 2:
		if keys, ok := b.inner[path[1]]; ok && path[0] == "state" {
			return keys
		}
		if path[0] != "faults" {
			return b.names
		}
	}
	return nil
}

// settled lists the keys of a settlement. "laid" is one of them if the game's state has it.
func (b book) settled() []string {
	keys := []string{"hand", "hands", "points", "scores"}
	if slices.Contains(b.state, "laid") {
		keys = append(keys, "laid")
	}
	return keys
}

// refuseUnknown refuses keys that no line can have in their place.
func (b book) refuseUnknown(at string, path []string, v any) error {
	switch v := v.(type) {
	case object:
		for _, m := range v {
			if !slices.Contains(b.keys(path), m.key) {
				return fmt.Errorf("%s: there is no key %q", at, m.key)
			}
			if err := b.refuseUnknown(at+"."+m.key, append(slices.Clip(path), m.key), m.value); err != nil {
				return err
			}
		}
	case []any:
		for i := range v {
			if err := b.refuseUnknown(fmt.Sprintf("%s[%d]", at, i), path, v[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkExpected refuses unknown keys in the file's expectations.
func (s *Scenario) checkExpected() error {
	b := s.book()
	for i, m := range s.Moves {
		if err := b.refuseUnknown(fmt.Sprintf("moves[%d].expect", i), nil, m.expect); err != nil {
			return err
		}
	}
	return b.refuseUnknown("expect", nil, s.expect)
}
