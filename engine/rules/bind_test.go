package rules_test

import (
	"errors"
	"slices"
	"testing"

	"fives/engine/card"
	"fives/engine/rules"
)

// A table has two seats; seat 0 holds slots 4, 2, 7 and 0, and a text names
// cards and nothing else. A move may break a rule at move 3.
type table struct{ rules.Position }

func (table) Status() rules.Status {
	return rules.Status{Hands: [][]rules.Slot{{4, 2, 7, 0}, {1}}}
}

func (table) Named(text string) ([]card.Card, error) {
	cards, err := card.ParseAll(rules.Words(text))
	if err != nil {
		return nil, rules.Illegal("%v", err)
	}
	return cards, nil
}

func (table) Violations(s rules.Observation) []rules.Violation {
	if !s.Of(0).Known() {
		return nil
	}
	return []rules.Violation{{Seat: 0, At: 3, Rule: "keep your aces"}}
}

func observation(words ...string) rules.Observation {
	s := make(rules.Observation, len(words))
	for i, w := range words {
		if w != "?" {
			s[i], _ = card.Parse(w)
		}
	}
	return s
}

var own = observation("Ac", "?", "7h", "?", "7h", "?", "?", "Jk")

// Of equal cards the one received first is meant.
func TestBind(t *testing.T) {
	for text, want := range map[string][]rules.Slot{
		"": nil, "7h": {4}, "7H 7♥": {4, 2}, "Jk 7h Ac": {7, 4, 0},
	} {
		if got, err := rules.Bind(table{}, 0, text, own); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"7h 7h 7h", "8h", "7", "Jk Jk", "x"} {
		if got, err := rules.Bind(table{}, 0, text, own); !errors.Is(err, rules.ErrIllegal) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	if _, err := rules.Bind(table{}, 2, "7h", own); !errors.Is(err, rules.ErrIllegal) {
		t.Errorf("a seat without a hand: %v", err)
	}
}

func TestCheckCards(t *testing.T) {
	for _, c := range []struct {
		text  string
		cards []rules.Slot
		legal bool
	}{
		{"7h Jk", []rules.Slot{2, 7}, true},
		{"7h 7h", []rules.Slot{2, 4}, true},
		{"", nil, true},
		{"7h", []rules.Slot{7}, false},       // another card than it says
		{"7h 7h", []rules.Slot{2, 2}, false}, // one card twice
		{"7h", []rules.Slot{2, 4}, false},
		{"7h 7h", []rules.Slot{2}, false},
		{"7h", []rules.Slot{1}, false}, // another seat's
		{"7h", []rules.Slot{-1}, false},
		{"7h", []rules.Slot{99}, false},
		{"x", nil, false},
	} {
		err := rules.CheckCards(table{}, rules.Move{Text: c.text, Cards: c.cards}, own)
		if (err == nil) != c.legal || err != nil && !errors.Is(err, rules.ErrIllegal) {
			t.Errorf("%q with %v: %v", c.text, c.cards, err)
		}
	}
}

// Only the mover's own move counts, and only what its observation proves.
func TestHonest(t *testing.T) {
	for _, c := range []struct {
		move        rules.Move
		observation rules.Observation
		honest      bool
	}{
		{rules.Move{Seat: 0, At: 3}, own, false},
		{rules.Move{Seat: 0, At: 4}, own, true},
		{rules.Move{Seat: 1, At: 3}, own, true},
		{rules.Move{Seat: 0, At: 3}, nil, true},
	} {
		if err := rules.Honest(table{}, c.move, c.observation); (err == nil) != c.honest {
			t.Errorf("%+v: %v", c.move, err)
		}
	}
}

func TestCanonical(t *testing.T) {
	for in, want := range map[string]string{
		" drop\t7♥  TH jk draw ": "drop 7h 10h Jk draw", "lead 7 07": "lead 7 07", "": "", "play 10H / x": "play 10h / x",
	} {
		if got := rules.Canonical(in); got != want {
			t.Errorf("%q is written %q", in, got)
		}
	}
}
