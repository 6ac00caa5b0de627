package replica_test

import (
	"io"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"fives/crypto/cores"
	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/tabletest"
	"fives/p2p/replica"
)

// A reader counts what is read outside of what Parallel does.
type reader struct {
	io.Reader
	inside atomic.Bool
	late   int
}

func (r *reader) Read(b []byte) (int, error) {
	if !r.inside.Load() {
		r.late += len(b)
	}
	return r.Reader.Read(b)
}

func (r *reader) parallel(n int, f func(int)) {
	r.inside.Store(true)
	defer r.inside.Store(false)
	for i := range n {
		f(i)
	}
}

// alone is the replica of one of the players of a rig, which a peer named "peer" is
// connected to.
func alone(g *tabletest.Rig, p, from *tabletest.Player) (*replica.Replica, *reader) {
	rand := &reader{Reader: g.Secret}
	r := replica.New(p.Table.Snapshot(), replica.Config{
		Seats: []*replica.LocalSeat{{Key: p.Key, Hand: p.Hand}}, Rand: rand, Parallel: rand.parallel,
	})
	r.Connect("peer", record.KeyOf(from.Key), time.Unix(1, 0))
	r.Take()
	return r, rand
}

// receive has a replica check records and take them in.
func receive(r *replica.Replica, recs ...record.Record) replica.Output {
	m := replica.Message{Records: recs}
	r.Prepare([]replica.Message{m}, time.Unix(1, 0))
	r.Receive("peer", m, time.Unix(1, 0))
	return r.Take()
}

// While a record is verified, the node makes what it will owe: its own stack upon a
// stack, its shares upon the last proof.
func TestOwnRecordIsMadeBesideTheChecks(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 1)
	g.Owed(record.KindStack)
	first, second := g.Players[0], g.Players[1]
	stack := g.Make(first)
	r, rand := alone(g, second, first)
	out := receive(r, stack)
	if len(out.Save.Records) != 2 || rand.late != 0 {
		t.Fatalf("%d records; %d random bytes are read after the checks", len(out.Save.Records), rand.late)
	}
	g.Owed(record.KindProof)
	r, rand = alone(g, second, first)
	r.Tick(time.Unix(1, 0))
	if out = r.Take(); len(out.Save.Records) != 1 {
		t.Fatalf("%d records: it owes a proof", len(out.Save.Records))
	}
	rand.late = 0
	out = receive(r, g.Make(first), g.Make(g.Players[2]))
	if len(out.Save.Records) != 3 || rand.late != 0 || out.Save.Records[2].Author != record.KeyOf(second.Key) {
		t.Fatalf("%d records; %d random bytes are read after the checks", len(out.Save.Records), rand.late)
	}
}

// A stack goes out before its author proves it, and the proof is made before it is owed.
func TestStackGoesOutAlone(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 1)
	g.Owed(record.KindStack)
	first, second, last := g.Players[0], g.Players[1], g.Players[2]
	r, rand := alone(g, second, first)
	out := receive(r, g.Make(first))
	if len(out.Save.Records) != 2 || !r.Paused() {
		t.Fatalf("%d records; paused: %v", len(out.Save.Records), r.Paused())
	}
	rand.late = 0
	r.Tick(time.Unix(1, 0))
	if out := r.Take(); len(out.Save.Records) != 0 || r.Paused() || rand.late == 0 {
		t.Fatalf("%d records; paused: %v; %d random bytes", len(out.Save.Records), r.Paused(), rand.late)
	}
	for _, rec := range out.Save.Records {
		if err := last.Take(rec); err != nil {
			t.Fatal(err)
		}
	}
	rand.late = 0
	made := g.Make(last)
	if err := last.Take(made); err != nil {
		t.Fatal(err)
	}
	out = receive(r, made)
	if len(out.Save.Records) != 2 || rand.late != 0 || out.Save.Records[1].Author != record.KeyOf(second.Key) || out.Save.Secrets[0].Hand.Shuffle != (seat.ShuffleSecret{}) {
		t.Fatalf("%d records; %d random bytes are read for a proof that is there", len(out.Save.Records), rand.late)
	}
	for _, rec := range out.Save.Records[1:] {
		if err := last.Take(rec); err != nil {
			t.Error(err)
		}
	}
}

// Proofs of one step wait for each other, and are verified together; but not for long.
func TestProofsWaitForEachOther(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 4, nil, 1)
	g.Owed(record.KindProof)
	var recs []record.Record
	for _, p := range g.Players[1:] {
		recs = append(recs, g.Make(p))
	}
	r, _ := alone(g, g.Players[0], g.Players[1])
	for i, rec := range recs {
		receive(r, rec)
		if in := len(r.Table().Arrived()); (i < 2) != (in <= 1) && r.Table().Pending().Kind == record.KindProof {
			t.Errorf("after %d proofs, %d are in", i+1, in)
		}
	}
	if k := r.Table().Pending().Kind; k == record.KindProof {
		t.Errorf("a %s is owed", k)
	}
	r, _ = alone(g, g.Players[0], g.Players[1])
	receive(r, recs[0])
	receive(r, recs[0]) // once more, and a forgery
	forged := recs[1]
	forged.Signature[3] ^= 1
	receive(r, forged, recs[1])
	if in := len(r.Table().Arrived()); in > 1 {
		t.Errorf("%d proofs are in", in)
	}
	r.Tick(time.Unix(1, int64(time.Second/2)))
	if in := len(r.Table().Arrived()); in != 3 {
		t.Errorf("after half a second, %d proofs are in", in)
	}
}

// Attack: one seat of a shuffle proves nothing. It is at fault, whether its proof comes
// first or last, with the others or alone; theirs count.
func TestAttackFalseProof(t *testing.T) {
	for bad := 1; bad < 4; bad++ {
		for _, together := range []bool{false, true} {
			g := tabletest.New(t, tabletest.Drill, 4, nil, 1)
			g.Owed(record.KindProof)
			var recs []record.Record
			for _, p := range g.Players[1:] {
				if p.Seat == bad {
					recs = append(recs, falseProof(g, p))
				} else {
					recs = append(recs, g.Make(p))
				}
			}
			r, _ := alone(g, g.Players[0], g.Players[1])
			if together {
				receive(r, recs...)
			} else {
				for _, rec := range recs {
					receive(r, rec)
				}
			}
			if faults := r.Table().Faults(); len(faults) != 1 || faults[0].Seat != bad {
				t.Errorf("seat %d, together %v: faults %v", bad, together, faults)
			}
			if r.Table().Pending().Kind == record.KindShares || r.Table().Hand().Slots() != 0 {
				t.Errorf("seat %d, together %v: the hand goes on", bad, together)
			}
		}
	}
}

// falseProof is a proof of a player that is false.
func falseProof(g *tabletest.Rig, p *tabletest.Player) record.Record {
	g.Body = func(p *tabletest.Player, body any) any {
		b := body.(record.Proof)
		b.Proof[len(b.Proof)-3] ^= 1
		return b
	}
	defer func() { g.Body = nil }()
	return g.Make(p)
}

// Attack: false shares among those of many seats, which are verified together on one
// processor and in parts on many. Their authors are at fault, and the others' shares
// count.
func TestAttackFalseSharesAmongMany(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, processors := range []int{1, 3} {
		runtime.GOMAXPROCS(processors)
		g := tabletest.New(t, tabletest.Drill, 5, nil, 2)
		g.Owed(record.KindShares)
		g.Body = func(p *tabletest.Player, body any) any {
			b := body.(record.Shares)
			if p.Seat == 2 || p.Seat == 4 {
				copy(b.Shares[:32], b.Shares[32:64])
			}
			return b
		}
		var recs []record.Record
		for _, p := range g.Players[1:] {
			recs = append(recs, g.Make(p))
		}
		g.Body = nil
		r, _ := alone(g, g.Players[0], g.Players[1])
		receive(r, recs...)
		faults := r.Table().Faults()
		if len(faults) != 2 || faults[0].Seat != 2 || faults[1].Seat != 4 {
			t.Errorf("faults %v", faults)
		}
		if in := r.Table().Arrived(); len(in) != 2 {
			t.Errorf("%d records are in", len(in))
		}
	}
}

// A node that makes a false proof, because its memory fails, does not verify it. When
// another one says that its seat is at fault it looks, and then knows it as well.
func TestFaultOfOnesOwn(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 1)
	g.Owed(record.KindProof)
	first, second := g.Players[0], g.Players[1]
	r, _ := alone(g, first, second)
	if err := r.Own(falseProof(g, first)); err != nil || len(r.Table().Faults()) != 0 {
		t.Fatal(err, r.Table().Faults())
	}
	head, _ := r.Table().HeadAt(r.Table().Step())
	for _, guilty := range []uint64{0, 1 << second.Seat, 1 << first.Seat} {
		have := replica.Have{Step: r.Table().Step(), Head: head, Guilty: guilty}
		r.Receive("peer", replica.Message{Have: &have}, time.Unix(1, 0))
		faults := r.Table().Faults()
		if accused := guilty == 1<<first.Seat; accused != (len(faults) == 1 && faults[0].Seat == first.Seat) {
			t.Errorf("of %b, it knows %v", guilty, faults)
		}
	}
	if out := r.Take(); len(out.Save.Faults) != 1 {
		t.Errorf("%d faults are stored", len(out.Save.Faults))
	}
	// A record of its own from which the others have gone on is not kept.
	g = tabletest.New(t, tabletest.Drill, 3, nil, 1)
	g.Owed(record.KindProof)
	first, second = g.Players[0], g.Players[1]
	r, _ = alone(g, first, second)
	own := g.Make(first)
	if err := r.Own(own); err != nil || r.Unproved() != 1 {
		t.Fatalf("%d are kept: %v", r.Unproved(), err)
	}
	for _, p := range g.Players {
		if err := p.Take(own); err != nil {
			t.Fatal(err)
		}
	}
	g.Step()
	receive(r, g.Table().Log()...)
	receive(r, g.Make(second))
	if n := r.Unproved(); n != 1 { // its shares
		t.Errorf("%d are kept at step %d", n, r.Table().Step())
	}
}

// A log is checked in parallel as far as a message reaches, and not step by step.
func TestCatchingUpAtOnce(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, map[string]any{"hands": 1}, 1)
	g.Play()
	calls := 0
	r := replica.New(g.Replay(g.Table().Log()[:4]), replica.Config{Parallel: func(n int, f func(int)) {
		calls++
		for i := range n {
			f(i)
		}
	}})
	r.Connect("peer", record.KeyOf(g.Players[0].Key), time.Unix(1, 0))
	receive(r, g.Table().Log()[4:]...)
	if calls != 1 || r.Table().Head() != g.Table().Head() {
		t.Errorf("%d times; step %d of %d", calls, r.Table().Step(), g.Table().Step())
	}
}

// Attack: a signature that is forged, somewhere in the long log that a node catches up
// with. Records before it are taken in, it is not, and nobody is at fault.
func TestAttackForgedSignatureInALongLog(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, map[string]any{"hands": 3}, 1)
	empty := g.Table().Snapshot()
	g.Play()
	log := g.Table().Log()
	if len(log) < 30 {
		t.Fatalf("only %d records", len(log))
	}
	for _, forged := range []int{-1, len(log) - 1, len(log) * 2 / 3} {
		recs, want := slices.Clone(log), g.Table().Step()
		if forged >= 0 {
			p, err := recs[forged].Peek()
			if err != nil {
				t.Fatal(err)
			}
			recs[forged].Signature[40] ^= 1
			want = p.Step
		}
		r := replica.New(empty.Snapshot(), replica.Config{Rand: g.Secret, Parallel: cores.Parallel})
		r.Connect("peer", record.KeyOf(g.Players[0].Key), time.Unix(1, 0))
		r.Take()
		receive(r, recs...)
		if got := r.Table().Step(); got != want || len(r.Table().Faults()) > 0 {
			t.Errorf("record %d forged: at step %d, want %d; faults %v", forged, got, want, r.Table().Faults())
		}
	}
}
