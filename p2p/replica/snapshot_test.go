package replica_test

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"fives/engine/record"
	"fives/p2p/replica"
)

// describe says what can be seen of a replica.
func describe(s *replica.Snapshot) string {
	t := s.Table()
	text := fmt.Sprint(t.Step(), t.Head(), t.Missing(), s.Ready(), s.Unheard(), s.Problem(), s.Deadline(), s.Done(), s.Ended(), s.MissingReceipts(), s.Extent(), s.Accepted())
	for i := range t.Terms().Seats {
		online, since := s.Online(i)
		text += fmt.Sprint(online, since)
	}
	for _, o := range s.Seats() {
		text += fmt.Sprint(o.Seat(), o.Left, o.Hand.Number, s.Observe(o))
	}
	c, err := s.Onward()
	return text + fmt.Sprint(len(c.Players), c.Carry.Hands, err)
}

// A snapshot shows the replica as it was, with all that its seats know of their
// cards, and is read while the replica goes on.
func TestSnapshotStaysAsItWas(t *testing.T) {
	w := newNetwork(t, 3, map[string]any{"hands": 1})
	w.mesh()
	var readers sync.WaitGroup
	var shots []*replica.Snapshot
	var then []string
	w.run(func() bool {
		n := w.nodes[0]
		s := n.Snapshot()
		if got, want := s.Observe(s.Local()), n.Observe(n.Local()); !slices.Equal(got, want) {
			t.Fatalf("the seat knows %v in the snapshot, and %v in the replica", got, want)
		}
		if n := len(shots); n == 0 || s.Extent() > shots[n-1].Extent() {
			shots, then = append(shots, s), append(then, describe(s))
			readers.Go(func() { describe(s) })
		}
		return w.over()
	})
	w.part(0, 1)
	readers.Wait()
	for i, s := range shots {
		if describe(s) != then[i] {
			t.Errorf("the snapshot at extent %d has changed", s.Extent())
		}
	}
	if len(shots) < 8 {
		t.Errorf("only %d snapshots", len(shots))
	}
}

// Records of one step that wait are checked at the same time, and taken in as if
// they had been checked one after the other.
func TestRecordsAreCheckedInParallel(t *testing.T) {
	w := newNetwork(t, 4, map[string]any{"hands": 1})
	w.mesh()
	w.run(w.over)
	genesis := w.genesis
	tb, err := genesis.Table(find)
	if err != nil {
		t.Fatal(err)
	}
	var atOnce atomic.Int64
	r := replica.New(tb, replica.Config{Parallel: func(n int, f func(int)) {
		atOnce.Store(max(atOnce.Load(), int64(n)))
		var wg sync.WaitGroup
		for i := range n {
			wg.Go(func() { f(i) })
		}
		wg.Wait()
	}})
	r.Connect(peer(0), w.node(0), w.now)
	full := log(w.nodes[0].Table())
	half := len(full) / 2
	r.Prepare([]replica.Message{{Records: full[:2]}, {Records: full[2:half]}}, w.now)
	r.Receive(peer(0), replica.Message{Records: full[:half]}, w.now)
	r.Receive(peer(0), replica.Message{Records: full[half:]}, w.now)
	if r.Table().Head() != w.nodes[0].Table().Head() {
		t.Errorf("step %d instead of %d", r.Table().Step(), w.nodes[0].Table().Step())
	}
	if n := atOnce.Load(); n < 2 && runtime.GOMAXPROCS(0) > 1 {
		t.Errorf("at most %d records were checked at once", n)
	}
}

// A record that was found wrong ahead of its turn proves its author's fault all
// the same, and a good one of the same step counts.
func TestPreparedFault(t *testing.T) {
	w := newNetwork(t, 4, map[string]any{"hands": 1})
	w.mesh()
	w.run(w.over)
	tb, err := w.genesis.Table(find)
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := tb.Payload(2, long(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	roster := w.nodes[0].Table().Records(tb.FirstStep())
	r := replica.New(tb, replica.Config{})
	r.Connect(peer(0), w.node(0), w.now)
	r.Receive(peer(0), replica.Message{Records: []record.Record{roster[0], w.sign(2, wrong), roster[1]}}, w.now)
	if faults := tb.Faults(); len(faults) != 1 || faults[0].Seat != 2 {
		t.Errorf("faults %v", faults)
	}
	if in := tb.Arrived(); len(in) != 2 {
		t.Errorf("%d records are in", len(in))
	}
}
