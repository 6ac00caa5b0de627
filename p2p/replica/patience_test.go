package replica_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/replica"
)

// asleepAtEnd is a table of five with cover at which one falls asleep when the first hand's
// cards are to be shown, so that the others act for it, and go on to the deal of the next.
// It returns since when that one sleeps.
func asleepAtEnd(t *testing.T, who int) (w *network, since time.Time) {
	t.Helper()
	w = newCovered(t, 5, map[string]any{"hands": 2})
	w.mesh()
	w.drop = func(from, _ int, m replica.Message) bool { // what it owes for the showing does not get out
		return from == who && slices.ContainsFunc(m.Records, func(r record.Record) bool {
			d := w.nodes[0].Table().Pending()
			return r.Author == w.node(who) && d.Kind == record.KindShares && d.Why == rules.Show
		})
	}
	w.run(func() bool {
		d := w.nodes[0].Table().Pending()
		return d.Kind == record.KindShares && d.Why == rules.Show && slices.Equal(w.nodes[0].Table().Missing(), []int{who})
	})
	w.asleep[who], w.drop = true, nil
	return w, w.now
}

// GUIDE: "Before a hand is dealt the others wait longer, for 60 s", from when the device fell
// silent, also if the others have acted for it at the end of the hand before, and if somebody
// did not want to wait there.
func TestDealWaitsForWhoWasCovered(t *testing.T) {
	const who = 3
	for _, urged := range []bool{false, true} {
		w, since := asleepAtEnd(t, who)
		n := w.nodes[0]
		if urged {
			w.wait(8 * time.Second)
			if got := n.Cover(w.now); !slices.Equal(got, []int{who}) {
				t.Fatalf("%v need not be waited for", got)
			}
		}
		w.run(func() bool { return n.Table().Pending().Kind == record.KindSeal })
		limit := replica.CoverAfter
		if urged {
			limit = 8 * time.Second
		}
		if d := w.now.Sub(since); d > limit+2*time.Second || !n.Table().Covered(who) {
			t.Fatalf("urged %v: the hand ends after %v, covered %v", urged, d, n.Table().Covered(who))
		}
		if left := n.CoverAt(who).Sub(since); left < replica.DealAfter-2*time.Second || left > replica.DealAfter {
			t.Errorf("urged %v: it is said that the deal waits for %v", urged, left)
		}
		step := n.Table().Step()
		w.run(func() bool { return n.Table().Step() > step })
		if d := w.now.Sub(since); d < replica.DealAfter-2*time.Second || d > replica.DealAfter+3*time.Second {
			t.Errorf("urged %v: dealt without it after %v", urged, d)
		}
		w.run(func() bool { return n.Table().Over() })
		w.asleep[who] = false
		w.run(w.over)
		w.innocent()
		w.oneHead()
	}
}

// Who was silent before the table waited for it keeps nobody waiting before that: people are told
// of votes that are missing when these have been due for a while.
func TestCoverIsDueInTheStep(t *testing.T) {
	const who = 3
	w, since := asleepAtEnd(t, who)
	n := w.nodes[0]
	step := n.Table().Step()
	w.run(func() bool { return n.Table().Step() > step })
	began := w.now
	if d := began.Sub(since); d < replica.CoverAfter-2*time.Second {
		t.Fatalf("the step ends after %v", d)
	}
	if at := n.CoverAt(who); at.Before(began.Add(-time.Second)) || at.After(began) {
		t.Errorf("the others would have acted %v before the step began", began.Sub(at))
	}
}

// Who wakes up within the minute plays the next hand.
func TestAwakeForTheDeal(t *testing.T) {
	const who = 3
	w, since := asleepAtEnd(t, who)
	w.run(func() bool { return w.now.Sub(since) > replica.DealAfter-10*time.Second })
	w.asleep[who] = false
	n := w.nodes[0]
	w.run(func() bool { return n.Table().HandNumber() == 2 && n.Table().Hand().Slots() > 0 })
	if !n.Table().Hand().Keyed(who) {
		t.Error("it has no key in the second hand")
	}
	w.run(w.over)
	w.innocent()
	w.oneHead()
}

// GUIDE: within a hand, who is covered and silent once more before delivering anything is
// waited for for 6 s; and so is somebody of whom another device has already said it.
func TestShortWaits(t *testing.T) {
	w := asleepAt(t, 4, 1)
	n := w.nodes[0]
	step := n.Table().Step()
	w.run(func() bool { return n.Table().Step() > step })
	heard := w.now
	w.run(func() bool { // it is heard until it owes something, and nothing comes of it
		for i, o := range w.nodes {
			if i != 1 {
				o.Receive(peer(1), replica.Message{Have: &replica.Have{Step: n.Table().Step(), Head: n.Table().Head()}}, w.now)
			}
		}
		heard = w.now
		return !slices.ContainsFunc(w.nodes, func(o *replica.Replica) bool {
			return o != w.nodes[1] && (!slices.Equal(o.Table().Missing(), []int{1}) || len(o.Table().Votes()) > 0)
		})
	})
	if d := n.Table().Pending(); !n.Table().Covered(1) || d.Kind == record.KindSeal || n.Table().HandNumber() > 1 {
		t.Fatalf("covered %v, and a %s is owed", n.Table().Covered(1), d.Kind)
	}
	step = n.Table().Step()
	w.run(func() bool { return n.Table().Step() > step })
	if d := w.now.Sub(heard); d < replica.AwayAfter || d > replica.AwayAfter+2*time.Second {
		t.Errorf("covered again after %v", d)
	}
}

// restored starts nodes again without their secrets, as if an older copy of their homes had
// been put back.
func (w *network) restored(list ...int) {
	for _, i := range list {
		w.restart(i, 1<<20)
	}
	for _, i := range list {
		for j := range w.nodes {
			if i != j && !w.joined[[2]int{i, j}] {
				w.join(i, j)
			}
		}
	}
}

// Two nodes that lack what a step takes, because their homes were put back, cannot both be
// covered, and voting on both would make them owe the same again without end. Nobody votes,
// nothing is owed again, and the hand can be given up with all seats kept: they are here.
func TestTwoPutBack(t *testing.T) {
	for _, kind := range []record.Kind{record.KindKey, record.KindProof, record.KindShares} {
		w := newCovered(t, 5, map[string]any{"hands": 1})
		w.mesh()
		w.drop = func(_, to int, m replica.Message) bool { // they do not come to make their hand keys
			return kind == record.KindKey && to >= 3 && slices.ContainsFunc(m.Records, func(r record.Record) bool {
				p, err := r.Peek()
				return err == nil && p.Kind == record.KindSeal && r.Author == w.node(1)
			})
		}
		w.run(func() bool { d := w.nodes[0].Table().Pending(); return d.Kind == kind && d.Owes(3) && d.Owes(4) })
		w.drop = nil
		w.restored(3, 4)
		n := w.nodes[0]
		w.run(func() bool { // or one was covered before the other was heard, and so the other cannot be
			one := n.Table().Needs(4) && slices.Equal(n.Table().Missing(), []int{4})
			return n.Lacking(3) && n.Lacking(4) && (one || slices.Equal(n.Table().Missing(), []int{3, 4}))
		})
		step := n.Table().Step()
		w.wait(70 * time.Second)
		about := map[uint64]bool{} // the one that was heard first may have been voted on before the other was heard
		for _, v := range n.Table().Votes() {
			if p, err := v.Peek(); err == nil {
				about[p.About[0]] = true
			}
		}
		if got := n.Table().Step(); got != step || len(about) > 1 {
			t.Errorf("%s: %d steps more, votes on %v", kind, got-step, about)
		}
		for i, n := range w.nodes {
			for _, who := range []int{3, 4} {
				if online, _ := n.Online(who); !online || !n.CoverAt(who).IsZero() || len(n.MayCover()) > 0 {
					t.Errorf("%s, node %d: seat %d is online: %v; the others act for it at %v", kind, i, who, online, n.CoverAt(who))
				}
			}
			if c, err := n.Onward(); err != nil || len(c.Players) != len(w.nodes) {
				t.Errorf("%s, node %d: %d would go on: %v", kind, i, len(c.Players), err)
			}
		}
		w.innocent()
	}
}

// One of two that lack it is back with its home as it was: the other one is covered.
func TestOneOfTwoPutBack(t *testing.T) {
	w := newCovered(t, 5, map[string]any{"hands": 1})
	w.mesh()
	w.owes(record.KindShares, rules.Deal, 3)
	hand := w.nodes[3].Local().Hand
	w.restored(3, 4)
	n := w.nodes[0]
	w.run(func() bool { return n.Lacking(3) && n.Lacking(4) && slices.Equal(n.Table().Missing(), []int{3, 4}) })
	w.restart(3, 1<<20).Local().Hand = hand
	for i := range w.nodes {
		if i != 3 {
			w.join(i, 3)
		}
	}
	w.run(func() bool { return n.Table().Over() })
	w.run(w.over)
	w.innocent()
	w.oneHead()
}

// Attack: two cheats keep back what they owe, vote on each other, and see to it that nobody
// waits for either, by leaving or by saying in turn that they lack the key. The step, or the
// whole shuffle, is owed again; that is waited for as for any silent device.
func TestAttackOwedAgainAndAgain(t *testing.T) {
	for _, kind := range []record.Kind{record.KindProof, record.KindShares} {
		for _, how := range []string{"lacks", "left"} {
			t.Run(fmt.Sprintf("%s, %s", kind, how), func(t *testing.T) { owedAgain(t, kind, how == "left") })
		}
	}
}

func owedAgain(t *testing.T, kind record.Kind, left bool) {
	w := newCovered(t, 5, map[string]any{"hands": 1})
	w.mesh()
	w.edit = func(from int, m replica.Message) replica.Message { // 3 and 4 keep back what they owe
		if from < 3 {
			return m
		}
		m.Records = slices.DeleteFunc(slices.Clone(m.Records), func(r record.Record) bool {
			p, err := r.Peek()
			return err == nil && p.Kind == kind && (r.Author == w.node(3) || r.Author == w.node(4))
		})
		return m
	}
	w.run(func() bool {
		return !slices.ContainsFunc(w.nodes[:3], func(n *replica.Replica) bool {
			return n.Table().Pending().Kind != kind || !slices.Equal(n.Table().Missing(), []int{3, 4})
		})
	})
	w.asleep[3], w.asleep[4] = true, true
	n, honest := w.nodes[0], w.nodes[:3]
	began, step, again, gone := w.now, uint64(0), 0, false
	for w.now.Sub(began) < 90*time.Second {
		at := n.Table().Snapshot()
		if d := at.Pending(); step != at.Step() {
			for ; step < at.Step(); step++ {
				if len(at.VotedAway(step)) == 2 {
					again++
				}
			}
			for _, x := range []int{3, 4} {
				var m replica.Message
				switch {
				case d.Kind == record.KindStack && d.Owes(x):
					m.Records = append(m.Records, w.made(at, x, nil))
				case d.Kind == kind:
					m.Records = append(m.Records, w.away(at, x, 7-x))
				}
				if left && !gone {
					p, err := at.LeavePayload(x, 1_750_000_000)
					if err != nil {
						t.Fatal(err)
					}
					notice, err := record.SignNotice(w.keys[x], p)
					if err != nil {
						t.Fatal(err)
					}
					m.Notices = append(m.Notices, notice)
				}
				for _, o := range honest {
					o.Receive(peer(x), m, w.now)
				}
			}
			gone = left
		}
		for _, x := range []int{3, 4} { // first the one lacks the key, then the other
			for _, other := range []int{3, 4} {
				h := replica.Have{Step: at.Step(), Head: at.Head(), Links: 1<<5 - 1}
				if other == x && !left {
					h.Lacks = 1 << x
				}
				for _, o := range honest {
					o.Receive(peer(other), replica.Message{Have: &h}, w.now)
				}
			}
			for _, o := range honest {
				o.Tick(w.now)
			}
		}
		w.wait(250 * time.Millisecond)
	}
	if again < 2 {
		t.Errorf("it was owed again %d times", again)
	}
	if most := int(90*time.Second/replica.CoverAfter) + 1; again > most {
		t.Errorf("it was owed again %d times in 90 s, and one wait for a silent device is %v", again, replica.CoverAfter)
	}
	w.innocent()
}

// Two times that come in the wrong order are no pause of this node: what it counts of a seat's
// silence goes on.
func TestTimesInTheWrongOrder(t *testing.T) {
	const who = 3
	w, _ := asleepAtEnd(t, who)
	w.wait(replica.CoverAfter / 2)
	n := w.nodes[0]
	cover, without := n.CoverAt(who), n.Without(who)
	if cover.IsZero() || without.IsZero() {
		t.Fatalf("no count: %v, %v", cover, without)
	}
	n.SetHandovers(nil, w.now.Add(time.Millisecond))
	n.SetHandovers(nil, w.now)
	n.Tick(w.now)
	if c, o := n.CoverAt(who), n.Without(who); !c.Equal(cover) || !o.Equal(without) {
		t.Errorf("the counts end %v and %v later", c.Sub(cover), o.Sub(without))
	}
}
