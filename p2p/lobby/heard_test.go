package lobby

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fives/p2p/api"
	"fives/p2p/entry"
)

// lists returns how many tables a list has, and how old the first one's word is.
func (n *node) lists() (tables, ago int) {
	for i, o := range n.AskAll(n.w.ctx, Quickly) {
		if tables++; i == 0 {
			ago = o.Ago
		}
	}
	return tables, ago
}

// TestListKeepsTheLastAnswer: a node whose answer takes longer than a list waits is in each list with
// its last one, from the first on, and no list waits for it in vain. What has changed is in the next.
func TestListKeepsTheLastAnswer(t *testing.T) {
	inWorld(t, func(w *world) {
		ana := w.start("ana")
		ana.far = 600 * time.Millisecond
		offer, _ := ana.opens(api.HostRequest{Seats: 2})
		ben := w.start("ben")
		time.Sleep(2 * time.Second) // they have met
		for i := range 20 {
			begin := time.Now()
			if tables, ago := ben.lists(); tables != 1 || ago != 0 || time.Since(begin) > 0 {
				t.Errorf("list %d: %d tables, %d s old, after %v", i, tables, ago, time.Since(begin))
			}
			time.Sleep(time.Second)
		}
		time.Sleep(time.Second)
		for range 20 {
			ben.lists()
			time.Sleep(time.Millisecond)
		}
		ben.Lobby.mu.Lock()
		n := ben.asked[ana.self]
		ben.Lobby.mu.Unlock()
		if n != 1 {
			t.Errorf("%d questions are under way to a node that no list waits for", n)
		}
		time.Sleep(time.Second)
		if _, err := ana.Leave(offer); err != nil {
			t.Fatal(err)
		}
		ben.lists()
		time.Sleep(time.Second)
		if tables, _ := ben.lists(); tables != 0 {
			t.Error("the table that is gone is listed")
		}
	})
}

// TestListIsMarkedOld: what a node said that is connected and does not answer any more stays in the
// lists, with its age.
func TestListIsMarkedOld(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		ana.opens(api.HostRequest{Seats: 2})
		time.Sleep(time.Second)
		if tables, ago := ben.lists(); tables != 1 || ago != 0 {
			t.Fatalf("awake: %d tables, %d s old", tables, ago)
		}
		ana.set(func() { ana.silent = true })
		for _, c := range []struct{ after, ago int }{{4, 0}, {1, 5}, {60, 65}} {
			time.Sleep(time.Duration(c.after) * time.Second)
			if tables, ago := ben.lists(); tables != 1 || ago < c.ago || ago > c.ago+1 {
				t.Errorf("asleep: %d tables, %d s old, want %d", tables, ago, c.ago)
			}
		}
		ana.set(func() { ana.silent = false })
		time.Sleep(askTime) // the last question was lost
		ben.lists()
		time.Sleep(time.Second)
		if tables, ago := ben.lists(); tables != 1 || ago != 0 {
			t.Errorf("awake again: %d tables, %d s old", tables, ago)
		}
	})
}

// TestListForgetsWhoIsGone: who was gone and is back is not listed with what it said before, and an
// answer that comes when its node is gone is not kept.
func TestListForgetsWhoIsGone(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		ana.opens(api.HostRequest{Seats: 2})
		time.Sleep(time.Second)
		ben.lists()
		ana.set(func() { ana.silent, ana.away = true, true })
		if tables, _ := ben.lists(); tables != 0 {
			t.Error("who is gone is listed")
		}
		time.Sleep(time.Second)
		ana.set(func() { ana.away = false })
		if tables, _ := ben.lists(); tables != 0 {
			t.Error("what it said before is listed")
		}
		ana.set(func() { ana.away = true })
		ben.keepAnswer(ana.self, &heard{asked: time.Now()})
		if ben.lastOf(ana.self) != nil {
			t.Error("the answer of who is gone is kept")
		}
	})
}

// TestKeptAnswersAreShort: a node that answers at length is listed where that comes in time, and takes
// no memory. Of two answers the one to the later question is kept.
func TestKeptAnswersAreShort(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		synctest.Wait()
		now := time.Now()
		kept := func(name string, asked time.Time) bool {
			h := &heard{Answer: entry.Answer{Name: name}, asked: asked}
			ben.keepAnswer(ana.self, h)
			return ben.lastOf(ana.self) == h
		}
		if !kept("ana", now) || kept("ana", now.Add(-time.Second)) || ben.lastOf(ana.self) == nil {
			t.Error("not the latest is kept")
		}
		if kept(strings.Repeat("a", maxAnswerKept), now.Add(time.Second)) || ben.lastOf(ana.self) != nil {
			t.Error("a long one is kept, or the one before it")
		}
	})
}
