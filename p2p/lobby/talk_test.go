package lobby

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fives/p2p/api"
	"fives/p2p/replica"
)

// said returns the lines that people have read at a node, each with who has said it, and "*" for somebody whose
// node is known.
func (n *node) said() (lines []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, e := range n.events {
		if e.Kind == api.EventChat {
			known := ""
			if e.Fingerprint != "" {
				known = "*"
			}
			lines = append(lines, e.Name+known+": "+e.Text)
		}
	}
	return lines
}

// TestTalkBeforeTheTable: who waits for a table to begin hears what the others there say, the host and each joiner,
// and nobody else does. Somebody who says too much is not heard any more for a while, and the others are; only
// who does not stop at all is put out of the waiting room, and comes back to the seat.
func TestTalkBeforeTheTable(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, cleo, eve := w.start("ana"), w.start("ben"), w.start("cleo"), w.start("eve")
		id, o := ana.opens(api.HostRequest{Seats: 5, Bots: []string{"easy"}})
		for _, n := range []*node{ben, cleo} {
			n.mustJoin(api.JoinRequest{Table: o.ID})
		}
		say := func(n *node, line string) {
			t.Helper()
			if err := n.Say(id, line); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		synctest.Wait() // until they are in the waiting room
		say(ben, "one \x1b[31mminute\n")
		say(ana, "we wait")
		say(cleo, "👍")
		for n, want := range map[*node][]string{
			ana:  {"ben*: one [31mminute", "ana: we wait", "cleo*: 👍"},
			ben:  {"ben: one \x1b[31mminute\n", "ana*: we wait", "cleo: 👍"}, // the node cleans what its own person types
			cleo: {"ben: one [31mminute", "ana*: we wait", "cleo: 👍"},
			eve:  nil,
		} {
			if got := n.said(); !slices.Equal(got, want) {
				t.Errorf("%s reads %q, not %q", n.cfg.Name, got, want)
			}
		}
		if err := eve.Say(id, "hello"); because(err) != api.ReasonNoOpenTable {
			t.Errorf("eve: %v", err)
		}
		for _, line := range []string{"", strings.Repeat("x", replica.MaxLine+1)} {
			if err := ben.Say(id, line); !errors.Is(err, replica.ErrLine) {
				t.Errorf("%d bytes: %v", len(line), err)
			}
		}
		time.Sleep(time.Minute)
		if ben.Open()[0].Bots != 1 {
			t.Error("ben takes the computer player for somebody")
		}
		before := len(cleo.said())
		for i := range 30 {
			say(ben, fmt.Sprint(i))
		}
		if n := len(cleo.said()) - before; n != sayBurst {
			t.Errorf("cleo reads %d lines of 30 at once, not %d", n, sayBurst)
		}
		say(cleo, "enough")
		if got := ben.said(); got[len(got)-1] != "cleo: enough" {
			t.Errorf("ben reads %q", got)
		}
		time.Sleep(time.Minute)
		before = len(ben.said())
		for i := range 30 {
			say(ana, fmt.Sprint(i))
		}
		if n := len(ben.said()) - before; n != talkBurst {
			t.Errorf("ben reads %d lines of the host's 30 at once, not %d", n, talkBurst)
		}
		for range 2 * WaitBurst {
			if ben.Say(id, "x") != nil {
				break
			}
			synctest.Wait()
		}
		if err := ben.Say(id, "x"); because(err) != api.ReasonHostSilent {
			t.Errorf("ben is heard without end: %v", err)
		}
		time.Sleep(seatGrace + time.Minute)
		if taken := ana.Open()[0].Taken; !slices.Contains(taken, "ben") || len(taken) != 4 {
			t.Errorf("%q", taken)
		}
		say(ben, "I am back")
		if got := ana.said(); got[len(got)-1] != "ben*: I am back" {
			t.Errorf("ana reads %q", got)
		}
	})
}
