package main

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for name, want := range map[string]game{
		"bridge":    {"bridge", "Bridge", "bridge"},
		"high-card": {"high-card", "High Card", "highcard"},
		"rule-of-9": {"rule-of-9", "Rule Of 9", "ruleof9"},
	} {
		if g, err := newGame(name); err != nil || g != want {
			t.Errorf("%s: %+v, %v", name, g, err)
		}
	}
	for _, name := range []string{"", "Bridge", "two words", "-x", "x-", "9s", "../x", "go-to", "string", "all", "main", "template"} {
		if g, err := newGame(name); err == nil {
			t.Errorf("%q makes %+v", name, g)
		}
	}
}

const registry = `package games

import (
	"fmt"

	"example.org/a/engine/games/five"
	"example.org/a/engine/rules"
)

var all = []*rules.RuleSet{
	five.Rules,
}

// All lists them.
func All() []*rules.RuleSet { return all }
`

func TestRegistered(t *testing.T) {
	got, err := game{pkg: "bridge"}.register([]byte(registry))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer(
		"\t\"example.org/a/engine/games/five\"\n", "\t\"example.org/a/engine/games/bridge\"\n\t\"example.org/a/engine/games/five\"\n",
		"\tfive.Rules,\n", "\tfive.Rules,\n\tbridge.Rules,\n",
	).Replace(registry)
	if string(got) != want {
		t.Errorf("registered as\n%s", got)
	}
	for _, pkg := range []string{"five", "fmt", "rules"} {
		if _, err := (game{pkg: pkg}).register([]byte(registry)); err == nil {
			t.Errorf("%s is imported twice", pkg)
		}
	}
}
