package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fives/cli/screentest"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/control"
)

// drawn is the game whose screens are compared with golden files. The seed of its cards
// determines who opens it, because it cuts the pack. In the other games a lot decides that,
// which comes out differently each time; they are played in the same way, but only have to
// reach every screen.
const drawn = "all-fives"

// screensOf are the screens of a game that are compared.
func screensOf(game string, screens ...string) []string {
	if game != drawn {
		return nil
	}
	return screens
}

// gather makes a party, whose screens are compared at the first of its turns and
// at a later one.
// If the test fails, it shows the screens of all.
func gather(t *testing.T, name string, drawn []string, people ...*person) *party {
	t.Cleanup(func() {
		for _, p := range people {
			if t.Failed() {
				t.Logf("the screen of %s is\n%s", filepath.Base(p.home), p.Screen())
			}
		}
	})
	return &party{t: t, name: name, all: people, drawn: drawn, want: map[int]bool{1: true, 4: true}, before: map[int]func(){}, done: map[string]bool{}}
}

// open opens a table from the form: the game of that number, and more keys that
// begin and end on the first field.
func (g *party) open(game int, keys ...string) {
	g.t.Helper()
	host := g.all[0]
	host.Press("n")
	host.Shows("computer players")
	for range game {
		host.Press("right")
	}
	rs := games.All()[game]
	host.Shows(rs.Title)
	host.Press(keys...)
	for i, o := range rs.Schema {
		if v, ok := rs.Brief[o.Name]; ok {
			field := len(rs.Schema) - i // from the end of the form
			host.Press(slices.Repeat([]string{"up"}, field)...)
			host.Press(setting(o, v)...)
			host.Press(slices.Repeat([]string{"down"}, field)...)
		}
	}
	g.golden("form", host)
	host.Press("enter")
}

// setting are the keys that give an option its value.
func setting(o rules.Option, v any) []string {
	choices, at, to := o.Values, o.Default, v
	switch o.Kind {
	case rules.Int:
		return []string{strconv.Itoa(v.(int))}
	case rules.Ints:
		return []string{strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", ","), "[]")}
	case rules.Bool:
		choices, at, to = []string{"false", "true"}, fmt.Sprint(o.Default), fmt.Sprint(v)
	}
	turns := slices.Index(choices, to.(string)) - slices.Index(choices, at.(string))
	return slices.Repeat([]string{"right"}, (turns+len(choices))%len(choices))
}

// Whole games against computer players: the program, its daemon, the network
// and the mental poker are the real ones; only the cards come from a seed.
func TestWholeGameAgainstComputers(t *testing.T) {
	for i, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			if rs.MaxSeats < 2 {
				t.Skip("it is played alone")
			}
			ana := newcomer(t, "ana", "--bot-delay", "0s")
			screens := screensOf(rs.Name, "lobby", "form", "turn1", "turn4", "settled", "over", "scores", "again")
			g := gather(t, "computers-"+rs.Name, screens, ana)
			g.golden("lobby", ana)
			g.open(i, againstComputers...)
			g.play()
			g.golden("over", ana)
			g.scores(ana)
			ana.Press("r")
			ana.Until("another game", screentest.AsksMove)
			g.golden("again", ana)
			ana.leaves()
			g.complete("form", "turn1", "over", "scores", "again")
			g.complete(screens...)
		})
	}
}

// scores looks at the history of the scores.
func (g *party) scores(p *person) {
	g.t.Helper()
	p.Press("esc")
	p.Until("the table", func(s string) bool { return !screentest.Settled(s) })
	p.Press("p")
	p.Shows("Scores")
	g.golden("scores", p)
	p.Press("space")
}

// Whole games of two people, each with a daemon, a home and a terminal of their
// own. In one the table is private, and ben sees no signs but ASCII; that
// one is always played, as is the one below, the others if FIVES_E2E is set.
func TestWholeGameAgainstAnother(t *testing.T) {
	for i, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			if rs.MaxSeats < 2 {
				t.Skip("it is played alone")
			}
			always := rs.Name == drawn
			if !always && os.Getenv("FIVES_E2E") == "" {
				t.Skip("with FIVES_E2E=1 only, because it takes its time")
			}
			ana, ben := newcomer(t, "ana"), newcomer(t, "ben", ascii(always)...)
			g := gather(t, "people-"+rs.Name, screensOf(rs.Name, "open", "turn1", "asked", "again"), ana, ben)
			ana.Shows("2 here")
			ben.Shows("2 here")
			if always {
				g.join(i, "down", "down", "down", "down", "right", "up", "up", "up", "up")
			} else {
				g.join(i)
			}
			g.play()
			g.golden("over", ana, ben)
			g.scores(ana)
			ana.Press("r")
			ben.Shows("wants to play again")
			ana.Until("ben is there", func(s string) bool { return strings.Contains(s, "to agree to go on") && !strings.Contains(s, "away") })
			g.golden("asked", ana, ben)
			ben.Press("r")
			g.quiet()
			g.golden("again", ana, ben)
			g.complete("form", "open", "turn1", "over", "scores", "asked", "again")
		})
	}
}

func ascii(yes bool) []string {
	if yes {
		return []string{"--ascii"}
	}
	return nil
}

// join opens a table and lets the second person join it.
func (g *party) join(game int, keys ...string) {
	g.t.Helper()
	g.open(game, keys...)
	ana, ben := g.all[0], g.all[1]
	seats := max(2, games.All()[game].MinSeats) // computer players have the others
	ana.Shows(fmt.Sprintf("%d of %d seats taken", seats-1, seats))
	ben.Shows("Open seats")
	g.golden("open", ana, ben)
	ben.Press("enter")
	if found := code.FindStringSubmatch(ana.Screen()); found != nil {
		ben.Shows("code of the table:")
		ben.Press(found[1], "enter")
	}
}

// A game between two people in which everything happens that can: windows change their size,
// and a daemon is killed in the middle of a hand. The program is started again, and the game
// goes on by itself.
func TestTroubleAtTheTable(t *testing.T) {
	ana, ben := newcomer(t, "ana"), newcomer(t, "ben")
	g := gather(t, "trouble", []string{"large", "narrow", "away", "broken", "back"}, ana, ben)
	ana.Shows("2 here")
	ben.Shows("2 here")
	g.before[1] = func() {
		ana.Resize(120, 40)
		g.golden("large", ana)
		ana.Resize(60, 20)
		g.golden("narrow", ana)
		ana.Resize(80, 24)
		ana.Until("the first size", screentest.AsksMove)
	}
	g.before[2] = func() { g.all[1] = g.crash(ben) }
	g.join(slices.IndexFunc(games.All(), func(rs *rules.RuleSet) bool { return rs.Name == drawn }))
	g.play()
	g.golden("over", g.all...)
	g.complete("large", "narrow", "away", "broken", "back", "over")
}

// crash kills the daemon of a person, who starts the program again.
func (g *party) crash(p *person) *person {
	g.t.Helper()
	g.quiet()
	kill(g.t, p.home)
	p.Shows("trying again")
	g.golden("broken", p)
	g.all[0].Shows(filepath.Base(p.home) + " is away")
	g.golden("away", g.all[0])
	p.quits("fives starts it again")
	again := sit(g.t, p.home, "--iface", "lo", "--port", "0", "--pace", "0s")
	again.Shows(" is thinking.")
	g.golden("back", again)
	g.all[0].Until("ben is back", func(s string) bool { return !strings.Contains(s, "is away for") })
	return again
}

// kill ends the daemon of a home, without warning.
func kill(t *testing.T, home string) {
	t.Helper()
	client, err := control.Dial(home)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	st, err := client.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	daemon, err := os.FindProcess(st.PID)
	if err == nil {
		err = daemon.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// complete fails the test if a screen was not reached.
func (g *party) complete(what ...string) {
	g.t.Helper()
	for _, w := range what {
		if !g.done[w] {
			g.t.Errorf("%s was not to be seen", w)
		}
	}
}
