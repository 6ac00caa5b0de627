//go:build unix

package tui

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"fives/engine/games"
	"fives/p2p/control"
	"fives/p2p/node"
)

// A whole game against a computer player, on a real daemon, and a rematch: from
// an empty lobby by keys alone.
func TestPlayOnRealNode(t *testing.T) {
	x := open(t, realDaemon(t), 80, 24, Config{})
	x.shows("Who is here")
	x.press("n")
	x.shows("computer players")
	x.alone()
	x.press("up", "up", "up", "up", "up", "30")
	x.shows("30_")
	x.press("enter")
	x.playOut("r plays again · esc looks at the table")
	x.press("r")
	x.shows("lap 1 of 100")
	x.until("the turn", myTurn)
	x.press("t")
	x.shows("say:")
	x.press("good night", "enter")
	x.shows("» good night")
	x.press("L")
	x.shows("Leave for good?")
	x.press("y")
	x.shows("Who is here")
}

// A whole game of every kind, as the form proposes it, on a real daemon and by
// keys alone.
func TestWholeGames(t *testing.T) {
	if testing.Short() {
		t.Skip("five whole games take some seconds")
	}
	d := realDaemon(t)
	for i, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			x := open(t, d, 80, 24, Config{})
			x.shows("Who is here")
			x.press("n")
			x.shows("computer players")
			for range i {
				x.press("right")
			}
			x.shows(rs.Title)
			x.alone()
			x.press("enter")
			x.playOut("looks at the table")
			x.press("enter")
			x.until("the settlement gone", func(s string) bool { return !settled(s) })
			x.press("p")
			x.shows("Scores")
		})
	}
}

// alone makes the form's table one for the player and a computer player: other
// nodes may be seen on the loopback interface. It ends on the third field.
func (x *terminal) alone() {
	x.t.Helper()
	x.press("down")
	for range 12 {
		x.press("left")
	}
	if strings.Contains(x.still(), "◂ 1 ▸") {
		x.press("right")
	}
	x.press("down")
	for range 12 {
		x.press("right")
	}
	x.until("one computer player", func(s string) bool {
		return strings.Contains(s, "computer players      ◂ ") && !strings.Contains(s, "◂ 0 ▸")
	})
}

// playOut plays hints, hand by hand, until one of the texts is seen.
func (x *terminal) playOut(ends ...string) {
	x.t.Helper()
	end := func(s string) bool {
		return slices.ContainsFunc(ends, func(e string) bool { return strings.Contains(s, e) })
	}
	for range 1000 {
		s := x.until("a turn or a result", func(s string) bool { return myTurn(s) || settled(s) || strings.Contains(s, "enter plays") })
		switch {
		case settled(s) && end(s):
			return
		case settled(s):
			x.press("enter")
			x.until("the settlement gone", func(s string) bool { return !settled(s) || end(s) })
		case strings.Contains(s, "enter plays"):
			x.press("enter")
			x.until("the move", func(s string) bool { return !strings.Contains(s, "enter plays") || settled(s) })
		default:
			x.press("h")
			x.until("a hint", func(s string) bool { return strings.Contains(s, "hint, enter plays") || settled(s) })
		}
	}
	x.t.Fatalf("%q: not within 1000 moves", ends)
}

// realDaemon runs a node on loopback and dials it.
func realDaemon(t *testing.T) *control.Client {
	t.Helper()
	home := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		cfg := node.Config{Home: home, Name: "ana", Ifaces: []string{"lo"}, Version: "test"}
		ended <- node.Run(ctx, cfg, func(control.Status) { close(ready) })
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	select {
	case <-ready:
	case err := <-ended:
		t.Fatal(err)
	case <-time.After(10 * time.Second):
		t.Fatal("the daemon does not start")
	}
	return dial(t, home)
}

// dial waits for the socket.
func dial(t *testing.T, home string) *control.Client {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		c, err := control.Dial(home)
		if err == nil {
			t.Cleanup(c.Close)
			return c
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
}
