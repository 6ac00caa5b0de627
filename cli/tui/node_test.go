//go:build unix

package tui

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fives/cli/screentest"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/daemon"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"
)

// A whole game against a computer player, on a real daemon, and a rematch: from
// an empty lobby by keys alone.
func TestPlayOnRealNode(t *testing.T) {
	x := open(t, realDaemon(t), 80, 24, Config{})
	x.Shows("Who is here")
	x.Press("n")
	x.Shows("computer players")
	x.alone()
	x.Press("up", "up", "up", "up", "up", "30")
	x.Shows("30_")
	x.Press("enter")
	x.playOut("r play again · w why · enter to the table")
	x.Press("r")
	x.Until("the turn", myTurn)
	x.Press("t")
	x.Shows("say:")
	x.Press("good night", "enter")
	x.Shows("» good night")
	x.Press("L")
	x.Shows("Leave for good?")
	x.Press("y")
	x.Shows("Who is here")
}

// alone fills in the form for a table of the player and a computer player only, because other
// nodes may be visible on the loopback interface. It ends on the third field.
func (x *terminal) alone() {
	x.t.Helper()
	x.Press("down")
	for range 12 {
		x.Press("left")
	}
	x.Until("two seats", regexp.MustCompile(`seats +◂ 2 ▸`).MatchString)
	x.Press("down")
	for range 12 {
		x.Press("right")
	}
	x.Until("one computer player", func(s string) bool {
		return regexp.MustCompile(`computer players +◂ `).MatchString(s) && !strings.Contains(s, "◂ 0 ▸")
	})
	x.Press("down", "left")
	x.Until("an easy one", func(s string) bool { return strings.Contains(s, "◂ easy ▸") })
	x.Press("up")
}

// playOut plays hints, hand by hand, until one of the texts is seen.
func (x *terminal) playOut(ends ...string) {
	x.t.Helper()
	end := func(s string) bool {
		return slices.ContainsFunc(ends, func(e string) bool { return strings.Contains(s, e) })
	}
	for range 1000 {
		s := x.Until("a turn or a result", func(s string) bool { return myTurn(s) || settled(s) || strings.Contains(s, "enter plays") })
		switch {
		case settled(s) && end(s):
			return
		case settled(s):
			x.Press("enter")
			x.Until("the settlement gone", func(now string) bool { return screentest.Closed(s, now) || end(now) })
		case strings.Contains(s, "enter plays"):
			x.Press("enter")
			x.Until("the move", func(s string) bool { return !strings.Contains(s, "enter plays") || settled(s) })
		default:
			x.Press("h")
			x.Until("a hint", func(s string) bool { return strings.Contains(s, "hint, enter plays") || settled(s) })
		}
	}
	x.t.Fatalf("%q: not within 1000 moves", ends)
}

func myTurn(s string) bool {
	return strings.Contains(s, "your turn") && strings.Contains(s, "legal move") && !strings.Contains(s, "playing ")
}

func settled(s string) bool {
	return strings.Contains(s, "enter next hand") || strings.Contains(s, "enter go on") || strings.Contains(s, "enter to the table")
}

// realDaemon runs a node on loopback and dials it.
func realDaemon(t *testing.T) *control.Client {
	t.Helper()
	home := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		cfg := daemon.Config{Home: home, Name: "ana", Network: netnstest.Network(t), Ifaces: []string{"lo"}, Version: "test"}
		ended <- daemon.Run(ctx, cfg, func(api.Status) { close(ready) })
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
	case <-time.After(waittest.Limit(t)):
		t.Fatal("the daemon does not start")
	}
	return dial(t, home)
}

// dial waits for the socket.
func dial(t *testing.T, home string) *control.Client {
	t.Helper()
	var c *control.Client
	waittest.Until(t, "the daemon answers", func() bool {
		var err error
		c, err = control.Dial(home)
		return err == nil
	})
	t.Cleanup(c.Close)
	return c
}
