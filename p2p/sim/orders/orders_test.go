package orders_test

import (
	"flag"
	"testing"
	"time"

	"fives/engine/record"
	"fives/p2p/sim/orders"
)

var states = flag.Int("states", 120, "how many states to explore of each scene without a cheat, a quarter with one; 0 for all")

var kinds = []record.Kind{
	record.KindSeal, record.KindKey, record.KindStack, record.KindProof, record.KindShares, record.KindMove, record.KindReceipt,
}

const away = 2

func explore(t *testing.T, s *orders.Scene, o orders.Options) orders.Found {
	start := time.Now()
	f := orders.Explore(s, o)
	t.Logf("%d states, whole %v, %v: %d states of nodes, %d records, %d pairs, %d played on, %d wait, %d states with a fault, known to one alone in %d",
		f.States, f.Whole, time.Since(start).Round(time.Millisecond), f.Nodes, f.Records, f.Pairs, f.Played, f.Waits, f.Blamed, f.Alone)
	return f
}

// All orders of events around a step of each kind, at which a seat may be away.
func TestOrders(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			for _, e := range explore(t, orders.NewScene(t, 3, kind, away), orders.Options{Limit: *states}).Errors {
				t.Error(e)
			}
		})
	}
}

// The same with each way to cheat. What is wrong with a vote can be proved only to who has not
// folded its step: that is known, and not as it should be.
func TestCheats(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			s := orders.NewScene(t, 3, kind, away)
			for _, c := range orders.Cheats(t, s) {
				t.Run(c.Name, func(t *testing.T) {
					f := explore(t, s, orders.Options{Cheat: c, Limit: *states / 4})
					for _, e := range f.Errors {
						t.Error(e)
					}
					if c.Provable && f.Whole && f.Blamed == 0 {
						t.Error("nobody holds the cheat at fault")
					}
					if f.Alone > 0 && !c.Vote {
						t.Errorf("in %d states, one who knows who has cheated cannot convince another", f.Alone)
					}
				})
			}
		})
	}
}

// A record that counts although the node has voted it away and nobody has shown it: that is
// found.
func TestPlanted(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			f := explore(t, orders.NewScene(t, 3, kind, away), orders.Options{Plant: true, Limit: 2000})
			if len(f.Errors) == 0 {
				t.Error("nothing was found")
			} else {
				t.Log(f.Errors[0])
			}
		})
	}
}
