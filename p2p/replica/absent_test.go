package replica_test

import (
	"testing"
	"time"

	"fives/p2p/replica"
)

// A connection that has never been is not a lost one, and neither are those that are made anew, one
// after the other, when the network comes up: for 6 s nobody is missing.
func TestAbsent(t *testing.T) {
	w := newNetwork(t, 3, nil)
	n := w.nodes[0]
	missing := func(seat int, want time.Duration) {
		t.Helper()
		since, lasts := n.Absent(seat)
		if lasts.Round(time.Second) != want || since.IsZero() != (want == 0) || want != 0 && w.now.Sub(since) != lasts {
			t.Errorf("at %v, seat %d is missing for %v, not %v", w.now.Format("05.000"), seat, lasts, want)
		}
	}
	pass := func(d time.Duration) {
		w.now = w.now.Add(d)
		n.Tick(w.now)
		n.Take()
	}
	w.join(0, 1)
	w.run(func() bool { online, _ := n.Online(1); return online })
	missing(1, 0)
	missing(2, 0)
	w.wait(7 * time.Second) // seat 2 never comes
	missing(1, 0)
	_, lasts := n.Absent(2)
	if lasts < 6*time.Second || lasts > 8*time.Second {
		t.Errorf("seat 2 has been looked for, for %v", lasts)
	}
	w.join(0, 2)
	w.run(func() bool { online, _ := n.Online(2); return online })
	missing(2, 0)

	parted := w.now // now the network is gone
	w.part(0, 1)
	w.part(0, 2)
	for range 20 {
		pass(time.Second)
	}
	for _, seat := range []int{1, 2} {
		if since, lasts := n.Absent(seat); lasts < 20*time.Second || since.After(parted) {
			t.Errorf("seat %d is missing for %v", seat, lasts)
		}
	}
	w.join(0, 1)
	w.run(func() bool { online, _ := n.Online(1); return online })
	missing(1, 0)
	missing(2, 0) // its connection may be made in a moment
	w.wait(replica.AwayAfter + 2*time.Second)
	if _, lasts := n.Absent(2); lasts < 26*time.Second {
		t.Errorf("seat 2 is missing for %v after all", lasts)
	}
}
