package gametest

import (
	"encoding/json"
	"maps"
	"slices"
)

// keys checks that the state always has the same keys, and that the objects in it
// have only keys that the rule set declares. A scenario's expectations are checked
// against both before it is played.
func (p *playthrough) keys() {
	names := p.names()
	state := p.game.Position().Keys(names, p.game.Full())
	opening := p.rs.Start(p.seats, p.options, nil).Keys(names, nil)
	if have, had := sorted(state), sorted(opening); !slices.Equal(have, had) {
		p.Errorf("move %d: the state has the keys %q, at the opening %q", p.at, have, had)
	}
	text, err := json.Marshal(state)
	if err == nil {
		err = json.Unmarshal(text, &state)
	}
	if err != nil {
		p.Fatalf("move %d: the state cannot be written: %v", p.at, err)
	}
	for key, v := range state {
		inner, ok := p.rs.Inner[key]
		if !ok {
			inner = names
		}
		p.within(key, v, inner)
	}
}

// within checks the keys of objects, also those in lists.
func (p *playthrough) within(key string, v any, known []string) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			p.within(key, x, known)
		}
	case map[string]any:
		for k, x := range v {
			if !slices.Contains(known, k) {
				p.Errorf("move %d: in the state key %q there is a key %q, not one of %q", p.at, key, k, known)
			}
			p.within(key+"."+k, x, nil)
		}
	}
}

func sorted(state map[string]any) []string { return slices.Sorted(maps.Keys(state)) }
