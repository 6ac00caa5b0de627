package cli_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fives/cli/screentest"
)

// A party is some people who play one game at their terminals, by keys alone. The listed
// screens are compared with golden files, named after the game, the player and the screen.
type party struct {
	t      *testing.T
	name   string
	all    []*person
	drawn  []string
	turns  int             // of the first of them
	hands  int             // settled
	want   map[int]bool    // turns to compare
	before map[int]func()  // what to do before a turn
	done   map[string]bool // screens that were reached
}

// golden compares a screen of each of them, if it is one of those listed.
func (g *party) golden(what string, who ...*person) {
	g.t.Helper()
	g.done[what] = true
	if !slices.Contains(g.drawn, what) {
		return
	}
	for _, p := range who {
		name := g.name + "-" + what
		if p != g.all[0] {
			name += "-" + filepath.Base(p.home)
		}
		p.Golden(filepath.Join("testdata", "screens", name+".txt"), plain)
	}
}

// What differs from one time to the next.
var (
	tableID     = regexp.MustCompile(`\b[0-9a-f]{8}\b`)
	fingerprint = regexp.MustCompile(`\b[0-9a-f]{4}(-[0-9a-f]{4}){4}\b`)
	code        = regexp.MustCompile(`\bcode:? ([0-9a-f]{8})\b`)
	span        = regexp.MustCompile(`for \d+ (s|min)`)
)

// plain replaces it with the same text everywhere, of the same width except for times.
func plain(screen string) string {
	screen = tableID.ReplaceAllString(screen, "abcdef01")
	screen = fingerprint.ReplaceAllString(screen, "abcd-ef01-abcd-ef01-abcd")
	screen = code.ReplaceAllStringFunc(screen, func(s string) string { return strings.Replace(s, "abcdef01", "12345678", 1) })
	return span.ReplaceAllString(screen, "for a while")
}

// play plays what the hint proposes until the game is over for all of them.
func (g *party) play() {
	g.t.Helper()
	for range 1000 {
		p := g.asked()
		switch s := p.Screen(); {
		case screentest.Settled(s):
			if g.settle() {
				return
			}
		case screentest.AsksMove(s):
			g.move(p)
		}
	}
	g.t.Fatal("the game does not end")
}

// asked waits until somebody is asked for something, and returns who it is.
func (g *party) asked() (who *person) {
	g.t.Helper()
	g.all[0].Until("a turn or a result", func(string) bool {
		for _, p := range g.all {
			if s := p.Screen(); screentest.AsksMove(s) || screentest.Settled(s) {
				who = p
				return true
			}
		}
		return false
	})
	return who
}

// settle looks at the result of a hand with everybody, and goes on. The result of the next hand
// may already wait behind it. It reports whether the game is over.
func (g *party) settle() (over bool) {
	g.t.Helper()
	g.quiet()
	for _, p := range g.all {
		over = strings.Contains(p.Until("the result", screentest.Settled), screentest.SignOver)
	}
	if g.hands++; g.hands == 1 && !over {
		g.golden("settled", g.all...)
	}
	if over {
		return true
	}
	for _, p := range g.all {
		p.Closes("space")
	}
	return false
}

// quiet waits until nothing goes on by itself: all titles say whose turn it is, one of them
// that it is the player's own, or that the game is over.
func (g *party) quiet() {
	g.t.Helper()
	g.all[0].Until("somebody's turn", func(string) bool {
		turns, own, over := 0, 0, 0
		for _, p := range g.all {
			title, _, _ := strings.Cut(p.Screen(), "\n")
			switch {
			case strings.HasSuffix(title, "your turn"):
				own++
			case strings.HasSuffix(title, "'s turn"):
				turns++
			case strings.HasSuffix(title, "over"):
				over++
			}
		}
		return own == 1 && turns == len(g.all)-1 || over == len(g.all)
	})
}

// move makes one move of a person.
func (g *party) move(p *person) {
	g.t.Helper()
	if p == g.all[0] {
		g.turns++
		if g.want[g.turns] {
			g.golden("turn"+strconv.Itoa(g.turns), g.all...)
		}
		if f := g.before[g.turns]; f != nil {
			f()
		}
	}
	p.Plays("h")
}
