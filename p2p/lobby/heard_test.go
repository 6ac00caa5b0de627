package lobby

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/replica"
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
		ana.far = 2 * time.Second
		offer, _ := ana.opens(api.HostRequest{Seats: 2})
		ben := w.start("ben")
		time.Sleep(5 * time.Second) // they have met
		for i := range 20 {
			begin := time.Now()
			if tables, ago := ben.lists(); tables != 1 || ago > 8 || time.Since(begin) > 0 {
				t.Errorf("list %d: %d tables, %d s old, after %v", i, tables, ago, time.Since(begin))
			}
			time.Sleep(time.Second)
		}
		time.Sleep(3 * time.Second)
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
		time.Sleep(3 * time.Second)
		if _, err := ana.Leave(offer); err != nil {
			t.Fatal(err)
		}
		ben.lists()
		time.Sleep(3 * time.Second)
		if tables, _ := ben.lists(); tables != 0 {
			t.Error("the table that is gone is listed")
		}
	})
}

// TestListWaitsForWhoIsFar: a list has what a node says now whose answer takes longer than lists wait
// for those who are near, and takes no longer than that answer.
func TestListWaitsForWhoIsFar(t *testing.T) {
	inWorld(t, func(w *world) {
		ana := w.start("ana")
		ana.far, ana.afar = 600*time.Millisecond, true
		ben := w.start("ben")
		time.Sleep(time.Minute) // they have met
		offer, _ := ana.opens(api.HostRequest{Seats: 2})
		for _, want := range []int{1, 0} {
			begin := time.Now()
			if tables, _ := ben.lists(); tables != want || time.Since(begin) > ana.far {
				t.Errorf("%d tables after %v, want %d", tables, time.Since(begin), want)
			}
			if want == 1 {
				if _, err := ana.Leave(offer); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(time.Minute)
		}
	})
}

// TestNobodyHereHoldsUpLists: a node in the room that answers as late as lists wait for who is far holds up none
// of them, and is listed all the same.
func TestNobodyHereHoldsUpLists(t *testing.T) {
	inWorld(t, func(w *world) {
		ana := w.start("ana")
		ana.far = 1400 * time.Millisecond
		ana.opens(api.HostRequest{Seats: 2})
		ben := w.start("ben")
		time.Sleep(time.Minute)
		for range 20 {
			begin := time.Now()
			if tables, _ := ben.lists(); tables != 1 || time.Since(begin) > 0 {
				t.Errorf("%d tables after %v", tables, time.Since(begin))
			}
			time.Sleep(3 * time.Second)
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
		ana.set(func() { ana.mute = true })
		for _, c := range []struct{ after, ago int }{{4, 0}, {1, 5}, {60, 65}} {
			time.Sleep(time.Duration(c.after) * time.Second)
			if tables, ago := ben.lists(); tables != 1 || ago < c.ago || ago > c.ago+1 {
				t.Errorf("asleep: %d tables, %d s old, want %d", tables, ago, c.ago)
			}
		}
		ana.set(func() { ana.mute = false })
		time.Sleep(askTime + time.Second) // the last question was lost
		ben.lists()
		time.Sleep(time.Second)
		if tables, ago := ben.lists(); tables != 1 || ago != 0 {
			t.Errorf("awake again: %d tables, %d s old", tables, ago)
		}
	})
}

// TestListForgetsWhoIsGone: who was gone and is back is not listed with what it said before, and an
// answer that comes when its node is gone is not kept. Nor is who says something else now.
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
		for _, raves := range []bool{true, false} {
			time.Sleep(askTime + time.Second/8) // nothing that was asked before is under way; from here no time passes
			ben.keepAnswer(ana.self, &heard{asked: time.Now()})
			ana.set(func() { ana.raves, ana.silent, ana.away = raves, !raves, !raves })
			ben.lists()
			synctest.Wait() // who was late is asked, and not waited for
			ana.set(func() { ana.raves, ana.silent, ana.away = false, false, false })
			if ben.lastOf(ana.self) != nil {
				t.Errorf("nonsense %v: what it said before is kept", raves)
			}
		}
		cyd := w.start("cyd")
		ben.keepAnswer(ana.self, &heard{asked: time.Now()})
		ana.set(func() { ana.away = true }) // and time does not pass for ben, as if it only looked on
		ben.keepAnswer(cyd.self, &heard{asked: time.Now()})
		if ben.lastOf(ana.self) != nil || ben.lastOf(cyd.self) == nil {
			t.Error("the answer of who is gone is kept, or another is not")
		}
		if ben.keepAnswer(ana.self, &heard{asked: time.Now()}); ben.lastOf(ana.self) != nil {
			t.Error("an answer that comes when its node is gone is kept")
		}
	})
}

// TestKeptAnswersAreShort: a node that answers at length is listed where that comes in time, and takes
// no memory, however its answer is made up. Of two answers the one to the later question is kept, and what
// turns out not to be true ends none that was asked for after it.
func TestKeptAnswersAreShort(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		synctest.Wait()
		now := time.Now()
		keep := func(a entry.Answer, asked time.Time) *heard {
			h := &heard{Answer: a, asked: asked}
			h.trim()
			ben.keepAnswer(ana.self, h)
			return ben.lastOf(ana.self)
		}
		if keep(entry.Answer{Name: "new"}, now).Name != "new" || keep(entry.Answer{Name: "old"}, now.Add(-time.Second)).Name != "new" {
			t.Error("not the latest is kept")
		}
		ben.forgetAnswer(ana.self, now.Add(-time.Second))
		if ben.lastOf(ana.self) == nil {
			t.Error("what was not true before ends what was said since")
		}
		if ben.forgetAnswer(ana.self, now); ben.lastOf(ana.self) != nil {
			t.Error("what is not true is kept")
		}
		for name, a := range map[string]entry.Answer{
			"name":   {Name: strings.Repeat("a", maxAnswerKept)},
			"offers": {Name: "ana", Offers: make([]entry.Offer, 1000)},
			"doors":  {Name: "ana", Doors: make([]entry.Door, 1000)},
		} {
			now = now.Add(time.Second)
			if h := keep(a, now); h.Name != "" || len(h.Offers)+len(h.Doors) > 0 || !h.asked.Equal(now) {
				t.Errorf("a long answer is kept: %s", name)
			}
		}
		id := record.Hash{1}
		h := keep(entry.Answer{Offers: append([]entry.Offer{{ID: id}}, make([]entry.Offer, 99)...), Doors: append(make([]entry.Door, 99), entry.Door{ID: id})}, now)
		if len(h.Offers) != MaxOffers || cap(h.Offers) > 2*MaxOffers || h.Offers[0].Door == nil || h.Doors != nil {
			t.Errorf("kept are %d offers, with room for %d, and %d doors", len(h.Offers), cap(h.Offers), len(h.Doors))
		}
	})
}

// TestOldWordOfABegunTable: what a slow node said of an open table is over once this node has the table, and
// not because another node says that it has begun: anybody can repeat an ID.
func TestOldWordOfABegunTable(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, cyd := w.start("ana"), w.start("ben"), w.start("cyd")
		time.Sleep(time.Second)
		ana.set(func() { ana.silent = true })
		cyd.set(func() { cyd.silent = true })
		now, id := time.Now(), record.Hash{1}
		for name, c := range map[string]struct {
			after time.Duration
			has   bool
			want  []bool // of each offer: whether it has begun
		}{
			"before": {-time.Second, false, []bool{false, true}},
			"since":  {time.Second, false, []bool{false, true}},
			"here":   {-time.Second, true, nil},
		} {
			ben.heard = map[record.Key]*heard{}
			ben.keepAnswer(ana.self, &heard{Answer: entry.Answer{Offers: []entry.Offer{{ID: id, Private: true}}}, asked: now})
			ben.keepAnswer(cyd.self, &heard{Answer: entry.Answer{Offers: []entry.Offer{{ID: id, Private: true, Running: true}}}, asked: now.Add(c.after)})
			ben.made.set(func() {
				if delete(ben.made.tables, id); c.has {
					ben.made.tables[id] = replica.Genesis{}
				}
			})
			var got []bool
			for _, o := range ben.AskAll(w.ctx, Quickly) {
				got = append(got, o.Running)
			}
			slices.SortFunc(got, func(a, b bool) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: %v, want %v", name, got, c.want)
			}
		}
		ben.made.set(func() { delete(ben.made.tables, id) })
		ana.set(func() { ana.silent = false })
		offer, _ := ana.opens(api.HostRequest{Seats: 2, Private: true})
		ben.keepAnswer(cyd.self, &heard{Answer: entry.Answer{Offers: []entry.Offer{{ID: offer, Private: true, Running: true}}}, asked: now.Add(time.Hour)})
		open := false
		for _, o := range ben.AskAll(w.ctx, LobbyTime) {
			open = open || !o.Running && o.Table == offer
		}
		if !open {
			t.Error("an open table is hidden by what another node says")
		}
	})
}
