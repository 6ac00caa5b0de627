package replica

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// forgeries lists the records that a forger without a key can make of a seat's record.
func forgeries(t *testing.T, r record.Record) (list []record.Record) {
	t.Helper()
	flip := func(i int) {
		f := r
		f.Signature[i] ^= 1
		list = append(list, f)
	}
	flip(0)
	flip(40)
	p, err := r.Peek()
	if err != nil {
		t.Fatal(err)
	}
	rewrite := func(change func(p *record.Payload)) {
		f, p := r, p
		change(&p)
		if f.Payload, err = record.Marshal(p); err == nil {
			list = append(list, f)
		}
	}
	rewrite(func(p *record.Payload) { p.Body = record.Encoded{0xf6} })
	rewrite(func(p *record.Payload) { p.Seat++ })
	rewrite(func(p *record.Payload) { p.Kind = "dance" })
	rewrite(func(p *record.Payload) { p.Head[0] ^= 1 })
	rewrite(func(p *record.Payload) { // something else that is well formed, perhaps even true
		p.Body = slices.Clone(p.Body)
		p.Body[len(p.Body)-1] ^= 1
	})
	if p.Kind == record.KindMove {
		rewrite(func(p *record.Payload) { p.Body = tabletest.Encode(t, record.Move{Text: "draw"}) })
	}
	return list
}

// signed is what a forgery states, signed by the seat itself.
func signed(t *testing.T, p *tabletest.Player, r record.Record) record.Record {
	t.Helper()
	pl, err := r.Peek()
	if err != nil {
		t.Fatal(err)
	}
	if r, err = record.Sign(p.Key, pl); err != nil {
		t.Fatal(err)
	}
	return r
}

// take takes a record in as a replica does, and says what came of it.
func take(tb *table.Table, check func(record.Record) (table.Checked, error), r record.Record) string {
	err := tb.Screen(r)
	if err == nil {
		var c table.Checked
		if c, err = check(r); err == nil {
			_, err = tb.Apply(c)
		}
	}
	var f *table.Fault
	if errors.As(err, &f) {
		tb.Accuse(f)
	}
	return fmt.Sprint(err)
}

// Records arrive together, in any order: the verdict on each is the same as without
// preparation. So no forgery, and above all no copy with one
// bit flipped, which has the same author and the same payload, speaks for the record
// that it is made of; and nobody is at fault for what somebody else has written.
func TestPrepareChangesNoVerdict(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, map[string]any{"hands": 1}, 5)
	first := len(g.Records)
	g.Play()
	log := g.Table().Log()
	faults := 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		from := first + r.IntN(len(log)-first)
		recs := slices.Clone(log[from:min(len(log), from+1+r.IntN(9))])
		for _, rec := range slices.Clone(recs) {
			made := forgeries(t, rec)
			r.Shuffle(len(made), func(i, j int) { made[i], made[j] = made[j], made[i] })
			recs = append(recs, made[:1+r.IntN(3)]...)
			if cheat := g.Players[2]; rec.Author == record.KeyOf(cheat.Key) && r.IntN(4) == 0 {
				recs = append(recs, signed(t, cheat, made[0]))
			}
		}
		if r.IntN(2) == 0 { // the forgeries come before what they are made of
			slices.Reverse(recs)
		} else {
			r.Shuffle(len(recs), func(i, j int) { recs[i], recs[j] = recs[j], recs[i] })
		}
		plain, prepared := g.Replay(log[:from]), g.Replay(log[:from])
		checks := newPrechecks(prepared, 0, nil)
		for range 3 { // what was too early the first time comes again
			checks.Prepare(recs, func(*table.Table) []func() { return nil })
			for i, rec := range recs {
				want, got := take(plain, plain.Check, rec), take(prepared, checks.Check, rec)
				if want != got {
					t.Fatalf("seed %d, record %d: %s; when it was prepared: %s", seed, i, want, got)
				}
			}
		}
		for _, f := range prepared.Faults() {
			if faults++; f.Seat != 2 {
				t.Errorf("seed %d: %v", seed, f)
			}
		}
		if prepared.Head() != plain.Head() {
			t.Errorf("seed %d: another head", seed)
		}
	}
	if faults == 0 {
		t.Error("nobody cheats")
	}
}

// Proofs of a step that is not complete are left for later by Prepare, and checked by
// Together: what Check says of them then is no work any more.
func TestTogether(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 4, nil, 1)
	g.Owed(record.KindProof)
	recs := []record.Record{g.Make(g.Players[1]), g.Make(g.Players[2])}
	checks := newPrechecks(g.Table(), 1, nil)
	work := func() float64 {
		return testing.AllocsPerRun(1, func() {
			for _, rec := range recs {
				if _, err := checks.Check(rec); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	checks.Prepare(recs, func(*table.Table) []func() { return nil })
	if n := work(); n < 100 {
		t.Errorf("%v allocations: the proofs did not wait", n)
	}
	checks.Together(recs)
	if n := work(); n > 10 {
		t.Errorf("%v allocations: the proofs are verified again, one by one", n)
	}
}

// What a seat owes whose fault is proved is not verified ahead of its turn: it is rarely
// worth the work.
func TestPrepareLeavesTheGuilty(t *testing.T) {
	for _, guilty := range []bool{false, true} {
		g := tabletest.New(t, tabletest.Drill, 3, nil, 5)
		g.Owed(record.KindKey)
		tb, cheat := g.Table(), g.Players[2]
		if guilty {
			tb.Accuse(&table.Fault{Seat: 2, Step: tb.Step(), Reason: table.ErrTwo, Records: make([]record.Record, 1)})
		}
		checks, verified := newPrechecks(tb, 0, nil), false
		checks.Prepare([]record.Record{g.Make(cheat), g.Make(cheat)}, func(*table.Table) []func() {
			verified = true
			return nil
		})
		if verified == guilty {
			t.Errorf("guilty %v: verified %v", guilty, verified)
		}
	}
}
