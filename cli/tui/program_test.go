//go:build unix

package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fives/cli/prefs"
	"fives/cli/shown"
	"fives/p2p/api"
)

// sitting is a terminal with a game of Five in which it is the player's turn.
func sitting(t *testing.T, cfg Config) (*terminal, *house) {
	t.Helper()
	h := newHouse(t, 11)
	h.begin(newMatch(t, find(t, "five"), 2, 11))
	x := open(t, h, 80, 24, cfg)
	x.Until("the turn", myTurn)
	return x, h
}

// The program sits down at a running table from the start; bell and title announce the turn.
func TestBellAndTitle(t *testing.T) {
	x, _ := sitting(t, Config{})
	x.Until("the title", func(string) bool { return x.Title() == "* your turn - Five" })
	x.Until("the bell", func(string) bool { return x.Bells() == 1 })
	x.Press("1", "right", "space", "s")
	x.Shows("by suit")
	if n := x.Bells(); n != 1 {
		t.Errorf("it has rung %d times for one turn", n)
	}
}

func TestASCIIProgram(t *testing.T) {
	x, _ := sitting(t, Config{ASCII: true, NoColor: true})
	x.Press("1", "?")
	s := x.Shows("Keys at the table")
	x.Press("x", "R")
	s += x.Shows("2 to 6 seats")
	if i := strings.IndexFunc(s, func(r rune) bool { return r > 126 }); i >= 0 {
		t.Errorf("not ASCII: %.20q", s[i:])
	}
}

func TestResize(t *testing.T) {
	x, _ := sitting(t, Config{})
	x.resize(120, 40)
	x.Until("large cards", func(s string) bool {
		return strings.Count(s, "╭─────╮") >= 5 && strings.Count(s, "\n") == 40
	})
}

// The window is made larger, and the signal that says so is lost.
func TestResizeUnsaid(t *testing.T) {
	x, _ := sitting(t, Config{})
	x.Resize(120, 40)
	x.Until("large cards", func(s string) bool {
		return strings.Count(s, "╭─────╮") >= 5 && strings.Count(s, "\n") == 40
	})
}

// The daemon goes away, and comes back.
func TestDaemonComesBack(t *testing.T) {
	x, h := sitting(t, Config{})
	h.breaks(errDown)
	x.Shows("your node has ended")
	x.Press("?")
	x.Shows("Keys at the table")
	x.Press("x")
	h.breaks(nil)
	x.Until("no banner", func(s string) bool { return !strings.Contains(s, "your node has ended") })
	x.Press("h")
	x.Shows("hint, enter plays")
}

// A hanging daemon answers nothing about tables and moves before the test ends.
type hanging struct {
	*house
	end <-chan struct{}
}

func (h hanging) Play(ctx context.Context, _, _ string, _ ...uint64) error {
	<-h.end
	return ctx.Err()
}

func (h hanging) Hint(ctx context.Context, _ string) (api.HintAnswer, error) {
	<-h.end
	return api.HintAnswer{}, ctx.Err()
}

// Nothing waits for an answer: keys work while calls hang, and the program can be quit.
func TestHangingDaemon(t *testing.T) {
	h := hanging{newHouse(t, 11), t.Context().Done()}
	h.begin(newMatch(t, find(t, "five"), 2, 11))
	x := open(t, h, 80, 24, Config{})
	x.Until("the turn", myTurn)
	x.Press("h")
	x.Shows("thinking")
	x.Press("enter", "enter")
	x.Shows("playing ")
	x.Press("?")
	x.Shows("Keys at the table")
	x.Press("x", "q")
	x.quits()
}

// A timed daemon notes how long the program would wait for a move and a hint.
type timed struct {
	*house
	limits *[]time.Duration
}

func (d timed) note(ctx context.Context) error {
	end, _ := ctx.Deadline()
	*d.limits = append(*d.limits, time.Until(end))
	return nil
}

func (d timed) Play(ctx context.Context, _, _ string, _ ...uint64) error { return d.note(ctx) }

func (d timed) Hint(ctx context.Context, _ string) (api.HintAnswer, error) {
	return api.HintAnswer{}, d.note(ctx)
}

// A hint is thought about, for long on a slow machine, and a daemon that has just come up hears
// from the others before it moves: neither is given up as soon as what the daemon has at hand.
func TestWaitsForHintAndMove(t *testing.T) {
	d := timed{newHouse(t, 11), new([]time.Duration)}
	c := caller{ctx: t.Context(), d: d}
	c.play("", "end", 1)()
	c.hint("", aim{})()
	if len(*d.limits) != 2 || slices.Min(*d.limits) <= quick {
		t.Errorf("it waits %v", *d.limits)
	}
}

// What is said at the table is seen there.
func TestChatIsShown(t *testing.T) {
	x, h := sitting(t, Config{})
	h.mu.Lock()
	h.heard = true
	h.happen(api.Event{Kind: api.EventChat, Name: "ben", Text: "well played"})
	h.mu.Unlock()
	x.Shows("ben » well played")
	x.Press("t")
	x.Shows("say:")
	x.Press("thanks", "enter")
	x.Shows("ana » thanks")
}

// What is changed by keys lasts, even if the program is quit at once: the next time the bell is
// silent, the hand is sorted, and a card is where the mouse dragged it.
func TestPreferencesLast(t *testing.T) {
	f := prefs.At(t.TempDir())
	x, _ := sitting(t, Config{Keeps: f})
	x.Until("the bell", func(string) bool { return x.Bells() == 1 })
	x.Press("P")
	x.Shows("Preferences")
	x.Press("down", "down", "right", "P", "s", "q") // esc and a letter would be one key
	x.quits()
	p, err := f.Read()
	if err != nil || !p.Silent || p.Sort["five"] != "by suit" {
		t.Fatalf("%+v, %v", p, err)
	}
	x, _ = sitting(t, Config{Keeps: f, Prefs: p})
	x.Shows("by suit")
	from, to := x.card(0), x.card(2)
	x.Press(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<32;%d;%dM\x1b[<0;%d;%dm", from, 17, to, 17, to, 17))
	x.Shows("your own")
	if n := x.Bells(); n != 0 {
		t.Errorf("it has rung %d times", n)
	}
}

// card is the column of a card of the hand, from 1.
func (x *terminal) card(place int) int {
	x.t.Helper()
	for line := range strings.SplitSeq(x.Shows("▲1"), "\n") {
		if before, _, ok := strings.Cut(line, "▲1"); ok {
			return len([]rune(before)) + 2 + place*small.w
		}
	}
	return 0
}

// A replay begins without a daemon, takes keys and ends.
func TestReplayProgram(t *testing.T) {
	list := placesOf(t, "five")
	x := open(t, nil, 80, 24, Config{Replay: list, Eyes: shown.Everybody})
	x.Shows("everybody's cards")
	x.Press("n", "s")
	x.Shows("as ana")
	x.Until("the title", func(string) bool { return x.Title() == list[0].Story.Title()+" - fives replay" })
	x.Press("?")
	x.Shows("Keys of the replay")
	x.Press("x", "q")
	x.quits()
}
