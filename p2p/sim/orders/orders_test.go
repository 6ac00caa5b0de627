package orders_test

import (
	"flag"
	"testing"
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
	"fives/p2p/sim/orders"
)

var (
	states  = flag.Int("states", 4, "how many states to explore of each scene; 0 for all")
	planted = flag.Bool("planted", false, "plant errors also in a sample")
	within  = flag.Int("within", 1500, "of how many states errors that are planted are to be found in")
)

var kinds = []record.Kind{
	record.KindSeal, record.KindKey, record.KindStack, record.KindProof, record.KindShares, record.KindMove, record.KindReceipt,
}

const away = 2

func explore(t *testing.T, s *orders.Scene, o orders.Options) orders.Found {
	t.Helper()
	start := time.Now()
	o.Limit = *states
	f := orders.Explore(s, o)
	for _, e := range f.Errors {
		t.Error(e)
	}
	t.Logf("%d states of %d, whole %v, %v: %d states of nodes (%d with the record, %d without, %d owe again, %d blame), %d records, %d parted, %d groups, %d played on (%d wait, %d stopped), %d ends",
		f.States, f.Ways, f.Whole, time.Since(start).Round(time.Millisecond), f.Nodes, f.Own, f.Covered, f.Again, f.Blamed, f.Records, f.Parted, f.Groups, f.Played, f.Waits, f.Stopped, f.Ends)
	return f
}

// each runs a test for a step of each kind.
func each(t *testing.T, nodes int, test func(t *testing.T, s *orders.Scene)) {
	for _, kind := range kinds {
		t.Run(string(kind), func(t *testing.T) { test(t, orders.NewScene(t, nodes, kind, away)) })
	}
}

// All orders of events around a step of each kind, at which a seat may be away.
func TestOrders(t *testing.T) {
	t.Parallel()
	each(t, 4, func(t *testing.T, s *orders.Scene) {
		if f := explore(t, s, orders.Options{}); f.Whole && (f.Covered == 0 || f.Own == 0) {
			t.Error("the seat is covered nowhere, or everywhere")
		}
	})
}

// The same if two may be away, in only one step: so covers cross, and what both owe is owed again.
func TestTwo(t *testing.T) {
	t.Parallel()
	each(t, 4, func(t *testing.T, s *orders.Scene) { explore(t, s, orders.Options{About: []int{away, 3}, Short: true}) })
}

// The same with each way to cheat, in only one step; with false pieces and complaints, in the next step as well.
func TestCheats(t *testing.T) {
	t.Parallel()
	each(t, 4, func(t *testing.T, s *orders.Scene) {
		for _, c := range orders.Cheats(t, s) {
			t.Run(c.Name, func(t *testing.T) {
				if f := explore(t, s, orders.Options{Cheat: c, Short: s.Kind != record.KindKey}); c.Provable && f.Whole && f.Blamed == 0 {
					t.Error("nobody holds the cheat at fault")
				}
			})
		}
	})
}

// One node runs twice, and keeps the three others apart: each of them may be voted away, by votes that are true as far as each voter knows.
func TestTwice(t *testing.T) {
	t.Parallel()
	each(t, 4, func(t *testing.T, s *orders.Scene) {
		if f := explore(t, s, orders.Options{Cheat: orders.Twice, About: []int{0, 2, 3}}); f.Whole && f.Parted == 0 {
			t.Error("no logs part")
		}
	})
}

// The same with three nodes: nobody is covered.
func TestThree(t *testing.T) {
	t.Parallel()
	for _, kind := range []record.Kind{record.KindKey, record.KindStack, record.KindShares} {
		t.Run(string(kind), func(t *testing.T) {
			s := orders.NewScene(t, 3, kind, away)
			if f := explore(t, s, orders.Options{Cheat: orders.Twice, About: []int{0, 2}}); f.Covered+f.Again > 0 {
				t.Error("a seat is covered")
			}
		})
	}
}

// A voter says that the seat is away, and its home is restored from a copy without that vote.
func TestRestored(t *testing.T) {
	t.Parallel()
	each(t, 4, func(t *testing.T, s *orders.Scene) { explore(t, s, orders.Options{Back: orders.Restored}) })
}

// A voter is started again, and has yet to hear the others. It has lost nothing.
func TestStarted(t *testing.T) {
	t.Parallel()
	each(t, 4, func(t *testing.T, s *orders.Scene) { explore(t, s, orders.Options{Back: orders.Started}) })
}

// One node says that it hears the seat, and so keeps the others from acting for it: they say who that is, and go on when it stops.
func TestLiar(t *testing.T) {
	t.Parallel()
	each(t, 4, func(t *testing.T, s *orders.Scene) {
		if l := orders.Liar(s, 1, replica.ThinkFor+90*time.Second); l != (orders.Lie{Named: 2, Ends: true}) {
			t.Errorf("%+v", l)
		}
	})
}

// To explore only one of the states that are alike loses none: exploring all of them finds as many states as that one stands for.
func TestAlike(t *testing.T) {
	if *states != 0 {
		t.Skip("with -states=0")
	}
	t.Parallel()
	s := orders.NewScene(t, 4, record.KindReceipt, away)
	f, all := orders.Explore(s, orders.Options{}), orders.Explore(s, orders.Options{Each: true})
	if f.Ways != all.States || f.States == all.States {
		t.Errorf("%d states that stand for %d, and %d", f.States, f.Ways, all.States)
	}
}
