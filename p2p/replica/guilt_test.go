package replica_test

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/replica"
	"fives/p2p/wire"
)

// long is a body as long as a record may have, and different for each n.
func long(t testing.TB, n int) record.Encoded {
	t.Helper()
	b := make([]byte, record.MaxSize-1000)
	copy(b, []byte{byte(n), byte(n >> 8)})
	return tabletest.Encode(t, b)
}

// sign signs a payload as a seat.
func (w *network) sign(seat int, p record.Payload) record.Record {
	w.t.Helper()
	r, err := record.Sign(w.keys[seat], p)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// faults are proofs against a seat, one for each step so far at a node: a second
// record where it has one, else one that it did not owe. All are as long as may
// be.
func (w *network) faults(seat, node int) (recs []record.Record) {
	tb := w.nodes[node].Table()
	for step := tb.FirstStep(); step <= tb.Step(); step++ {
		p, err := tb.Payload(seat, record.Empty{})
		if err != nil {
			w.t.Fatal(err)
		}
		p.Step, p.Body = step, long(w.t, int(step))
		p.Head, _ = tb.HeadAt(step)
		recs = append(recs, w.sign(seat, p))
	}
	return recs
}

// outputOf hands a node records as if a peer had sent each in a message of its own,
// and returns what comes of it.
func (w *network) outputOf(node int, from replica.Peer, recs []record.Record) (all replica.Output) {
	for _, rec := range recs {
		w.nodes[node].Receive(from, replica.Message{Records: []record.Record{rec}}, w.now)
		all.Add(w.nodes[node].Take())
	}
	return all
}

// Attack: a seat proves a fault of its own for every step of a game, as long as
// may be. One proof is kept, stored and passed on, and one more only where the
// first is of a hand that everybody has receipted.
func TestAttackProofsWithoutEnd(t *testing.T) {
	for name, order := range map[string]func([]record.Record){
		"from the first step": func([]record.Record) {},
		"from the last step":  slices.Reverse[[]record.Record],
		"in any order": func(rs []record.Record) {
			rand.New(rand.NewPCG(1, 2)).Shuffle(len(rs), func(i, j int) { rs[i], rs[j] = rs[j], rs[i] })
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newNetwork(t, 3, map[string]any{"hands": 4})
			w.mesh()
			w.run(w.until(45))
			w.part(0, 1)
			w.part(0, 2)
			w.settle(nil)
			w.endless(0, w.faults(0, 1), order)
		})
	}
}

// Attack: the same at a table whose game is over, and at one that never got
// beyond its roster.
func TestAttackProofsAtTheEnds(t *testing.T) {
	for name, until := range map[string]func(w *network) func() bool{
		"over":      func(w *network) func() bool { return w.over },
		"beginning": func(w *network) func() bool { return w.until(3) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newNetwork(t, 3, nil)
			w.mesh()
			w.run(until(w))
			w.part(0, 1)
			w.part(0, 2)
			w.settle(nil)
			w.endless(0, w.faults(0, 1), func([]record.Record) {})
		})
	}
}

// endless has a seat send its faults to node 1, and holds what comes of it there
// and at node 2.
func (w *network) endless(seat int, recs []record.Record, order func([]record.Record)) {
	t := w.t
	t.Helper()
	order(recs)
	from := replica.Peer("cheat")
	w.nodes[1].Connect(from, w.node(seat), w.now)
	w.nodes[1].Take()
	sent := 0
	w.seen = func(from, to int, m replica.Message) {
		if from == 1 && slices.ContainsFunc(m.Records, func(r record.Record) bool { return len(r.Payload) > record.MaxSize/2 }) {
			sent++
		}
	}
	all := w.outputOf(1, from, recs)
	for _, e := range all.Send {
		w.deliver(1, e)
	}
	w.settle(nil)
	if kept := len(w.nodes[1].Table().Faults()); kept != 1 {
		t.Errorf("%d faults are kept", kept)
	}
	if n := len(all.Save.Faults); n > 2 || len(all.Save.Records) > 0 {
		t.Errorf("%d faults and %d records are stored", n, len(all.Save.Records))
	}
	if fs := w.nodes[2].Table().Faults(); len(fs) != 1 || fs[0].Seat != seat || sent > 2 {
		t.Errorf("the other node knows the faults %v, after %d messages", fs, sent)
	}
	if len(all.Penalize) < len(recs)-3 {
		t.Errorf("the seat's own node is penalized %d times for %d records", len(all.Penalize), len(recs))
	}
	if w.penalized[1]+w.penalized[2] > 0 {
		t.Errorf("honest nodes are penalized %v times", w.penalized)
	}
	w.unverified(recs)
}

// unverified checks that a further proof is dropped before its signature is
// looked at: whoever passes on a bad one would be penalized. Only one for the running
// step may be what the table still waits for.
func (w *network) unverified(recs []record.Record) {
	w.t.Helper()
	for _, rec := range recs {
		if p, err := rec.Peek(); err != nil || p.Step == w.nodes[1].Table().Step() {
			continue
		}
		rec.Signature[0] ^= 1
		if out := w.outputOf(1, peer(2), []record.Record{rec}); len(out.Penalize) > 0 || len(out.Save.Faults) > 0 {
			w.t.Fatalf("a further proof is verified: %d penalties, %d faults", len(out.Penalize), len(out.Save.Faults))
		}
	}
}

// Attack: two seats together prove faults without end, each the other's too.
func TestAttackTwoProveEachOther(t *testing.T) {
	w := newNetwork(t, 4, map[string]any{"hands": 2})
	w.mesh()
	w.run(w.until(25))
	for _, i := range []int{1, 2} {
		w.part(0, i)
		w.part(3, i)
	}
	w.settle(nil)
	recs := slices.Concat(w.faults(0, 1), w.faults(3, 1))
	rand.New(rand.NewPCG(3, 4)).Shuffle(len(recs), func(i, j int) { recs[i], recs[j] = recs[j], recs[i] })
	stored := 0
	for i, seat := range []int{0, 3} {
		from := replica.Peer([]string{"x", "y"}[i])
		w.nodes[1].Connect(from, w.node(seat), w.now)
		stored += len(w.outputOf(1, from, recs).Save.Faults)
	}
	if n := len(w.nodes[1].Table().Faults()); n != 2 || stored > 4 {
		t.Errorf("%d faults are kept, %d stored", n, stored)
	}
	w.run(func() bool { return len(w.nodes[2].Table().Faults()) == 2 })
}

// Proofs nearly as long as a message reach a node that was asleep: each comes in
// one of its own that can be sent.
func TestLongProofsReachASleeper(t *testing.T) {
	w := newNetwork(t, 5, nil)
	w.mesh()
	w.run(w.until(12))
	for i := range 4 {
		w.part(i, 4)
	}
	tb := w.nodes[3].Table()
	for seat := range 3 {
		for _, body := range []int{1, 2} { // two that contradict each other, both long
			p, err := tb.Payload(seat, record.Empty{})
			if err != nil {
				t.Fatal(err)
			}
			p.Step, p.Body = 2, long(t, body)
			p.Head, _ = tb.HeadAt(2)
			w.outputOf(3, peer((seat+1)%3), []record.Record{w.sign(seat, p)})
		}
	}
	if n := len(tb.Faults()); n != 3 {
		t.Fatalf("%d faults", n)
	}
	for _, f := range tb.Faults() { // the longest that there can be
		f.Records = slices.Repeat([]record.Record{f.Records[len(f.Records)-1]}, 2)
	}
	w.seen = func(from, to int, m replica.Message) {
		if _, err := wire.Encode(m); err != nil {
			t.Errorf("a message cannot be sent: %v", err)
		}
	}
	w.join(3, 4)
	w.run(func() bool { return len(w.nodes[4].Table().Faults()) == 3 })
}

// shuffler is a table whose step lacks the proof of seat 0, which is returned:
// its node is away.
func shuffler(t *testing.T) (*network, record.Record) {
	t.Helper()
	w := newNetwork(t, 3, map[string]any{"hands": 1})
	var proof record.Record
	w.drop = func(from, to int, m replica.Message) bool {
		return slices.ContainsFunc(m.Records, func(r record.Record) bool {
			p, err := r.Peek()
			if err != nil || p.Kind != record.KindProof || p.Seat != 0 {
				return false
			}
			proof = r
			return true
		})
	}
	w.mesh()
	w.run(func() bool { return proof.Payload != nil })
	w.settle(nil)
	w.part(0, 1)
	w.part(0, 2)
	w.drop = nil
	w.settle(nil)
	if d := w.nodes[1].Table().Pending(); d.Kind != record.KindProof || !d.Owes(0) {
		t.Fatalf("%v is owed", d)
	}
	return w, proof
}

// wrongProofs are proofs that prove nothing, each another.
func (w *network) wrongProofs(proof record.Record, n int) (recs []record.Record) {
	p, err := proof.Peek()
	if err != nil {
		w.t.Fatal(err)
	}
	good := p.Body
	for i := range n {
		p.Body = bytes.Clone(good)
		p.Body[len(good)-3] ^= byte(1 + i)
		p.Body[len(good)-4] ^= byte(i >> 8)
		recs = append(recs, w.sign(0, p))
	}
	return recs
}

// Attack: wrong shuffles for one step without end. After the first has proved
// the fault, they cost a small part of what verifying them would, whoever brings
// them.
func TestAttackShufflesWithoutEnd(t *testing.T) {
	w, proof := shuffler(t)
	const n = 20
	wrong := w.wrongProofs(proof, 1+2*n)
	fresh, err := w.genesis.Table(find)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range log(w.nodes[1].Table()) {
		c, err := fresh.Check(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fresh.Apply(c); err != nil {
			t.Fatal(err)
		}
	}
	w.nodes[1].Connect("cheat", w.node(0), w.now)
	if out := w.outputOf(1, "cheat", wrong[:1]); len(out.Save.Faults) != 1 {
		t.Fatalf("%+v", out)
	}
	// A verification allocates memory for every point of the proof: that counts
	// the work, whatever else the machine does.
	allocated := func(do func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	verified := allocated(func() {
		for _, r := range wrong[1 : 1+n] {
			if _, err := fresh.Check(r); err == nil {
				t.Fatal("a wrong shuffle passes")
			}
		}
	})
	for i, from := range []replica.Peer{"cheat", peer(2)} {
		dropped := allocated(func() { w.outputOf(1, from, wrong[1+i*n:1+(i+1)*n]) })
		t.Logf("from %s: %d bytes allocated instead of %d", from, dropped, verified)
		if dropped > verified/3 {
			t.Errorf("from %s they cost %d bytes, verifying them %d", from, dropped, verified)
		}
	}
	// Nor is a good one from the seat's own node taken in any more.
	if out := w.outputOf(1, "cheat", []record.Record{proof}); len(out.Save.Records) > 0 {
		t.Error("the guilty seat's own node is listened to")
	}
}

// Records that others took in before they knew of a fault are needed, and taken from them;
// after a while also from a node that has passed on wrong records.
func TestGuiltyRecordFromOthers(t *testing.T) {
	w, proof := shuffler(t)
	wrong := w.wrongProofs(proof, 3)
	w.nodes[1].Connect("cheat", w.node(0), w.now)
	w.outputOf(1, "cheat", wrong[:1])
	w.outputOf(1, peer(2), wrong[1:])
	if out := w.outputOf(1, peer(2), []record.Record{proof}); len(out.Save.Records) > 0 || len(out.Penalize) > 0 {
		t.Errorf("right behind wrong ones: %+v", out)
	}
	w.now = w.now.Add(6 * replica.Heartbeat)
	if out := w.outputOf(1, peer(2), []record.Record{proof}); len(out.Save.Records) != 1 {
		t.Errorf("after a while: %+v", out)
	}
	if tb := w.nodes[1].Table(); !tb.Stopped() || len(tb.Faults()) != 1 {
		t.Errorf("stopped %v, faults %v", tb.Stopped(), tb.Faults())
	}
}

// twice is a host, seat 0 in all, that begins one table several times: with the
// seats of one node each, and one of its own friends. The nodes that are returned
// know of each other, since each sits in all of them.
func twice(t *testing.T, times int) *network {
	t.Helper()
	w := newNetwork(t, 1+times, nil)
	honest := w.genesis.Joins[1:]
	w.nodes, w.saved, w.penalized = nil, nil, nil
	p := tabletest.Propose(t, tabletest.Drill, 2+times, nil, w.keys[0], rand.NewChaCha8([32]byte{}))
	id := record.Fold(record.Hash{}, 0, []record.Record{p})
	join := func(key int) record.Record {
		return tabletest.Join(t, tabletest.Key(1, key), id, record.Join{Name: "x"})
	}
	for i := range times {
		w.genesis = replica.Genesis{Proposal: &p, Joins: []record.Record{join(0)}}
		for j := range honest {
			w.genesis.Joins = append(w.genesis.Joins, join(1+j))
		}
		w.genesis.Joins = append(w.genesis.Joins, join(50+i)) // another friend for each
		w.add(1+i, false, nil)
	}
	return w
}

// Attack: a host begins one table several times, with other people for each of
// the honest joiners, and is gone. They find it out together, by its rosters, and
// do not penalize each other.
func TestAttackHostBeginsTwice(t *testing.T) {
	for times := 2; times <= 3; times++ {
		w := twice(t, times)
		for i, n := range w.nodes {
			p, err := n.Table().Payload(0, record.Empty{})
			if err != nil {
				t.Fatal(err)
			}
			n.Connect("host", record.KeyOf(w.keys[0]), w.now)
			w.outputOf(i, "host", []record.Record{w.sign(0, p)})
			n.Disconnect("host", w.now)
		}
		w.mesh()
		w.run(func() bool {
			return !slices.ContainsFunc(w.nodes, func(n *replica.Replica) bool { return len(n.Table().Faults()) == 0 })
		})
		for range 60 { // and whatever comes after that
			w.settle(nil)
			w.now = w.now.Add(time.Second)
			for _, n := range w.nodes {
				n.Tick(w.now)
			}
		}
		for i, n := range w.nodes {
			fs := n.Table().Faults()
			if len(fs) != 1 || fs[0].Seat != 0 || fs[0].Reason != table.ErrTwo || !n.Table().Stopped() {
				t.Errorf("node %d: %v", i, fs)
			}
		}
		if slices.Max(w.penalized) > 0 {
			t.Errorf("begun %d times: penalized %v", times, w.penalized)
		}
	}
}

// Attack: the host sends its roster only after the two whom it deceives have compared their
// heads. They know at once what it has done, not when they compare them again.
func TestAttackRosterBehindTheHeads(t *testing.T) {
	for name, late := range map[string][]int{"to one": {1}, "to the other": {0}, "to both": {0, 1}} {
		w := twice(t, 2)
		begin := func(i int) {
			p, err := w.nodes[i].Table().Payload(0, record.Empty{})
			if err != nil {
				t.Fatal(err)
			}
			w.nodes[i].Connect("host", record.KeyOf(w.keys[0]), w.now)
			w.nodes[i].Receive("host", replica.Message{Records: []record.Record{w.sign(0, p)}}, w.now)
			w.nodes[i].Disconnect("host", w.now)
		}
		for i := range w.nodes {
			if !slices.Contains(late, i) {
				begin(i)
			}
		}
		compared := map[int]bool{}
		w.seen = func(from, _ int, m replica.Message) {
			if m.Heads != nil {
				compared[from] = true
			}
		}
		w.mesh()
		w.settle(nil)
		w.innocent()
		if len(compared) != 2 {
			t.Fatalf("%s: heads of %v", name, compared)
		}
		for _, i := range late {
			begin(i)
			w.settle(nil)
		}
		for i, n := range w.nodes {
			if fs := n.Table().Faults(); len(fs) != 1 || fs[0].Seat != 0 || fs[0].Reason != table.ErrTwo {
				t.Errorf("%s: node %d: %v", name, i, fs)
			}
		}
		if slices.Max(w.penalized) > 0 {
			t.Errorf("%s: penalized %v", name, w.penalized)
		}
	}
}

// Leave notices of the one beginning are no offence where the other is known.
func TestLeaveOfAnotherBeginning(t *testing.T) {
	w := twice(t, 2)
	w.mesh()
	w.settle(nil)
	for _, n := range w.nodes {
		if err := n.Leave(n.Local(), w.now); err != nil {
			t.Fatal(err)
		}
	}
	w.settle(nil)
	if slices.Max(w.penalized) > 0 {
		t.Errorf("penalized %v", w.penalized)
	}
}

// A node that only watches has taken in the last receipt of a seat before it knew of the
// seat's fault. All others take it from there: they would never see the same end.
func TestGuiltyReceiptFromOneWhoWatches(t *testing.T) {
	w := newNetwork(t, 3, nil)
	watcher := w.add(-1, false, nil)
	w.mesh()
	var receipt record.Record
	w.edit = func(from int, m replica.Message) replica.Message {
		m.Records = slices.DeleteFunc(slices.Clone(m.Records), func(r record.Record) bool {
			p, err := r.Peek()
			if err != nil || p.Kind != record.KindReceipt || r.Author != record.KeyOf(w.keys[0]) {
				return false
			}
			receipt = r
			return true
		})
		return m
	}
	missing := func(node int) bool { return slices.Equal(w.nodes[node].Table().Missing(), []int{0}) }
	w.run(func() bool { return receipt.Payload != nil && missing(1) && missing(2) && missing(watcher) })
	w.part(0, 1)
	w.part(0, 2)
	w.part(0, watcher)
	w.outputOf(watcher, peer(2), []record.Record{receipt})
	fault := w.faults(0, 1)[:1]
	for i := 1; i <= watcher; i++ {
		w.nodes[i].Receive(peer(3-min(i, 2)), replica.Message{Records: fault}, w.now)
	}
	if !w.nodes[1].Table().Guilty(0) || w.nodes[watcher].Table().Step() == w.nodes[1].Table().Step() {
		t.Fatal("the watcher does not know more")
	}
	w.edit = nil
	w.run(func() bool {
		return w.nodes[1].Table().Step() == w.nodes[watcher].Table().Step() && w.nodes[2].Table().Step() == w.nodes[watcher].Table().Step()
	})
}
