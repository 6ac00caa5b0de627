package replica_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/tabletest"
	"fives/p2p/replica"
)

// A node that claims a step before the first is penalized, also if the proposer has no seat.
func TestStepBeforeTheFirst(t *testing.T) {
	p := tabletest.Propose(t, tabletest.Drill, 2, nil, tabletest.Key(9, 9), rand.NewChaCha8([32]byte{}))
	g := replica.Genesis{Proposal: &p}
	for i := range 2 {
		g.Joins = append(g.Joins, tabletest.Join(t, tabletest.Key(1, i), record.Fold(record.Hash{}, 0, []record.Record{p}), record.Join{Name: "x"}))
	}
	tb, err := g.Table(find)
	if err != nil {
		t.Fatal(err)
	}
	n := replica.New(tb, replica.Config{Rand: rand.NewChaCha8([32]byte{}), Seats: []*replica.LocalSeat{{Key: tabletest.Key(1, 0)}}})
	now := time.Unix(1_750_000_000, 0)
	n.Connect("1", record.KeyOf(tabletest.Key(1, 1)), now)
	n.Take()
	for step := range uint64(2) {
		n.Receive("1", replica.Message{Have: &replica.Have{Step: step}}, now)
		if out := n.Take(); len(out.Penalize) != 1 || len(out.Send) != 0 {
			t.Errorf("step %d: %d penalties, %d messages", step, len(out.Penalize), len(out.Send))
		}
	}
}

// PROTOCOL §5.2: `links` names whom something came from. A stream that has begun is nothing: it can be opened to
// a node that sleeps. With the first word over it, all others are told.
func TestHeardWithTheFirstWord(t *testing.T) {
	w := newNetwork(t, 3, nil)
	n := w.nodes[0]
	told := func() (links map[replica.Peer]uint64) {
		links = map[replica.Peer]uint64{}
		for _, e := range n.Take().Send {
			if h := e.Message.Have; h != nil {
				links[e.To] = h.Links
			}
		}
		return links
	}
	have := replica.Message{Have: &replica.Have{Step: n.Table().Step(), Head: n.Table().Head()}}
	n.Connect("2", w.node(2), w.now)
	n.Receive("2", have, w.now)
	told()
	n.Connect("1", w.node(1), w.now)
	if got := told(); len(got) != 1 || got["1"] != 0b101 {
		t.Errorf("when the stream begins: %v", got)
	}
	n.Receive("1", have, w.now)
	if got := told(); len(got) != 1 || got["2"] != 0b111 {
		t.Errorf("with the first word: %v", got)
	}
	n.Connect("1", w.node(1), w.now)
	if got := told(); got["1"] != 0b101 {
		t.Errorf("when another stream takes its place: %v", got)
	}
}

// A record that was sent just now may still be on its way. A node may say meanwhile that
// it lacks it, because it announces a new link to all. Then the record is not sent a second
// time; but it is once it should have come.
func TestSentOnceWhileOnItsWay(t *testing.T) {
	w := newNetwork(t, 2, nil)
	n, other := w.nodes[0], replica.Peer("1")
	n.Connect(other, record.KeyOf(w.keys[1]), w.now)
	have := replica.Have{Step: n.Table().Step(), Head: n.Table().Head(), Links: 0b10}
	sent := func() (records int) {
		n.Receive(other, replica.Message{Have: &have}, w.now)
		for _, e := range n.Take().Send {
			records += len(e.Message.Records)
		}
		return records
	}
	if got := sent(); got != 1 {
		t.Fatalf("%d records are sent at first", got)
	}
	for range 3 {
		w.now = w.now.Add(20 * time.Millisecond)
		if got := sent(); got != 0 {
			t.Errorf("%d records are sent again after 20 ms", got)
		}
	}
	w.now = w.now.Add(time.Second)
	if got := sent(); got != 1 {
		t.Errorf("%d records are sent again after a second", got)
	}
}

// An old fault, in a hand that everybody has receipted, does not hide a new one
// of the same seat: it reaches everybody and stops the table there too.
func TestNewFaultBehindAnOldOne(t *testing.T) {
	w := newNetwork(t, 3, map[string]any{"hands": 4})
	w.join(1, 2)
	w.join(0, 1)
	tb := w.nodes[1].Table()
	w.run(func() bool {
		return len(tb.Results()) > 0 && signed(w, tb.Step()-1) && tb.Step() > tb.Results()[0].Step+2
	})
	w.part(0, 1)
	w.settle(nil)
	for _, f := range []struct {
		step uint64
		to   int
		stop bool
	}{{3, 1, false}, {3, 2, false}, {tb.Step() - 1, 1, true}} {
		w.nodes[f.to].Receive(peer(3-f.to), replica.Message{Records: []record.Record{fork(t, w, f.step)}}, w.now)
		for range 40 {
			w.settle(nil)
			w.now = w.now.Add(100 * time.Millisecond)
			w.nodes[1].Tick(w.now)
			w.nodes[2].Tick(w.now)
		}
		for i := 1; i < 3; i++ {
			if got := w.nodes[i].Table().Stopped(); got != f.stop {
				t.Fatalf("after a fault in step %d, node %d: stopped %v", f.step, i, got)
			}
		}
	}
}

// signed reports whether seat 0 has a record in a step.
func signed(w *network, step uint64) bool {
	for _, r := range w.nodes[1].Table().Records(step) {
		if r.Author == record.KeyOf(w.keys[0]) {
			return true
		}
	}
	return false
}

// fork is another record of seat 0 for a step.
func fork(t *testing.T, w *network, step uint64) record.Record {
	t.Helper()
	for _, r := range w.nodes[1].Table().Records(step) {
		if r.Author == record.KeyOf(w.keys[0]) {
			p, err := r.Peek()
			if err != nil {
				t.Fatal(err)
			}
			p.Head[5] ^= 1
			f, err := record.Sign(w.keys[0], p)
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
	}
	t.Fatalf("seat 0 has no record in step %d", step)
	return record.Record{}
}

// Who only watches has no say in who is there: its `links` (PROTOCOL §6.4) neither make a
// seat present that is not, nor move the time since when the seat counts as silent, which is
// what the others wait for before they cover it. Those of a seat do both.
func TestLinksOfAnOnlooker(t *testing.T) {
	w := newCovered(t, 4, map[string]any{"hands": 1})
	onlooker := w.add(-1, false, nil)
	w.mesh()
	w.run(w.until(6))
	w.settle(nil)
	const sleeper = 2
	n, tb := w.nodes[0], w.nodes[0].Table()
	w.part(0, sleeper)
	w.part(0, 1) // it speaks below, and nothing else does
	w.part(0, onlooker)
	says := func(from int) (online bool, heard time.Time) {
		n.Connect(peer(from), w.node(from), w.now)
		h := replica.Have{Step: tb.Step(), Head: tb.Head(), Links: 1 << sleeper}
		n.Receive(peer(from), replica.Message{Have: &h}, w.now)
		defer n.Disconnect(peer(from), w.now)
		return n.Online(sleeper)
	}
	w.now = w.now.Add(3 * replica.AwayAfter)
	n.Tick(w.now)
	before, since := n.Online(sleeper)
	if before || since.IsZero() {
		t.Fatalf("before anybody says anything, the seat is online: %v; it was heard at %v", before, since)
	}
	if online, heard := says(onlooker); online || !heard.Equal(since) {
		t.Errorf("by the word of who only watches, the seat is online: %v; it was heard %v later", online, heard.Sub(since))
	}
	if online, _ := says(1); !online {
		t.Error("by the word of another seat's node, the seat is not online")
	}
	if _, heard := n.Online(sleeper); !heard.Equal(w.now) {
		t.Errorf("by the word of another seat's node, the seat was heard %v after it had fallen silent", heard.Sub(since))
	}
}
