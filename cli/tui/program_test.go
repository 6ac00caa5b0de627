//go:build unix

package tui

import (
	"context"
	"strings"
	"testing"
	"time"

	"fives/p2p/control"
)

// sitting is a terminal with a game of Five in which it is the player's turn.
func sitting(t *testing.T, cfg Config) (*terminal, *house) {
	t.Helper()
	h := newHouse(t, 11)
	h.begin(newMatch(t, find(t, "five"), 2, 11))
	x := open(t, h, 80, 24, cfg)
	x.until("the turn", myTurn)
	return x, h
}

// A table in play is sat down at from the start; bell and title tell the turn.
func TestBellAndTitle(t *testing.T) {
	x, _ := sitting(t, Config{})
	x.until("the title", func(string) bool { return x.title() == "* your turn - Five" })
	x.until("the bell", func(string) bool { return x.bells() == 1 })
	x.press("1", "right", "space", "s")
	x.shows("by suit")
	if n := x.bells(); n != 1 {
		t.Errorf("it has rung %d times for one turn", n)
	}
}

func TestASCIIProgram(t *testing.T) {
	x, _ := sitting(t, Config{ASCII: true, NoColor: true})
	x.press("1", "?")
	s := x.shows("Keys at the table")
	x.press("x", "R")
	s += x.shows("Moves, as one types them")
	if i := strings.IndexFunc(s, func(r rune) bool { return r > 126 }); i >= 0 {
		t.Errorf("not ASCII: %.20q", s[i:])
	}
}

func TestResize(t *testing.T) {
	x, _ := sitting(t, Config{})
	x.resize(120, 40)
	x.until("large cards", func(s string) bool {
		return strings.Count(s, "╭─────╮") >= 5 && strings.Count(s, "\n") == 40
	})
}

// The daemon goes away, and comes back.
func TestDaemonComesBack(t *testing.T) {
	x, h := sitting(t, Config{})
	h.breaks(errDown)
	x.shows("the daemon has ended")
	x.press("?")
	x.shows("Keys at the table")
	x.press("x")
	h.breaks(nil)
	x.until("no banner", func(s string) bool { return !strings.Contains(s, "the daemon has ended") })
	x.press("h")
	x.shows("hint, enter plays")
}

// A hanging daemon never answers about tables and moves.
type hanging struct{ *house }

func (h hanging) Play(ctx context.Context, _, _ string) error {
	<-ctx.Done()
	return ctx.Err()
}

func (h hanging) Hint(ctx context.Context, _ string) (string, error) {
	<-ctx.Done()
	return "", ctx.Err()
}

// Nothing waits for an answer: keys work while calls hang, and it can be quit.
func TestHangingDaemon(t *testing.T) {
	h := hanging{newHouse(t, 11)}
	h.begin(newMatch(t, find(t, "five"), 2, 11))
	x := open(t, h, 80, 24, Config{})
	x.until("the turn", myTurn)
	x.press("h")
	x.shows("thinking")
	x.press("enter", "enter")
	x.shows("playing ")
	x.press("?")
	x.shows("Keys at the table")
	x.press("x", "q")
	x.quits(2 * time.Second)
}

// What is said at the table is seen there.
func TestChatIsShown(t *testing.T) {
	x, h := sitting(t, Config{})
	h.mu.Lock()
	h.happen(control.Event{Kind: control.EventChat, Name: "ben", Text: "ben: well played"})
	h.mu.Unlock()
	x.shows("ben » well played")
	x.press("t")
	x.shows("say:")
	x.press("thanks", "enter")
	x.shows("ana » thanks")
}
