package table_test

import (
	"crypto/sha256"
	"errors"
	"slices"
	"testing"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// guilty lists the seats of which a table knows a fault, ascending.
func guilty(tb *table.Table) (seats []int) {
	for _, f := range tb.Faults() {
		seats = append(seats, f.Seat)
	}
	slices.Sort(seats)
	return seats
}

// both fails the test unless a table blames the owner of a false piece and a holder, and the
// evidence against the holder names both.
func both(t *testing.T, tb *table.Table, owner, holder int) {
	t.Helper()
	if want := []int{min(owner, holder), max(owner, holder)}; !slices.Equal(guilty(tb), want) {
		t.Fatalf("%v are blamed, want %v", guilty(tb), want)
	}
	find := func(string) (*rules.RuleSet, error) { return tb.Terms().Rules, nil }
	for _, f := range tb.Faults() {
		r, err := audit.Verify(audit.Evidence(tb, f), find, audit.Options{})
		var b *audit.BlameError
		if !errors.As(err, &b) || b.Seat != owner || !r.Evidence || (b.Also != nil) != (f.Seat == holder) || b.Also != nil && b.Also.Seat != holder {
			t.Errorf("the evidence against seat %d says %v", f.Seat, err)
		}
		if f.Seat == holder && (!errors.Is(f.Reason, table.ErrAccepted) || f.Author() != tb.Terms().Seats[holder].Key || f.Forks()) {
			t.Errorf("the fault of seat %d is %v", holder, f)
		}
	}
}

// accuse checks a complaint that is upheld, and keeps the fault.
func accuse(t *testing.T, tb *table.Table, complaint record.Record, owner int) {
	t.Helper()
	_, err := tb.Check(complaint)
	tb.Accuse(fault(t, err, owner, 2, table.ErrPiece.Error()))
}

// lied is a table that owes the lot, behind false commitments of seat 2 for seats 0 and 1; the
// shares of the lot; and the complaints of those two.
func lied(t *testing.T) (tb *table.Table, lot, complaints []record.Record) {
	t.Helper()
	g := lie(t, 2)
	for _, p := range g.Players {
		lot = append(lot, g.Make(p))
	}
	for holder := range 2 {
		r, ok := complain(g, holder, 2)
		if !ok {
			t.Fatalf("seat %d has nothing to complain of", holder)
		}
		complaints = append(complaints, r)
	}
	return g.Table(), lot, complaints
}

// SPEC §10.5: who complains before it has signed anything behind the keys is at no fault, and
// who has signed on first is, in whatever order that comes to a node.
func TestAcceptedPiece(t *testing.T) {
	t.Run("at once", func(t *testing.T) {
		tb, lot, complaints := lied(t)
		accuse(t, tb, complaints[0], 2)
		for _, s := range []int{1, 2, 3} {
			take(t, tb, lot[s])
		}
		if !slices.Equal(guilty(tb), []int{2}) {
			t.Errorf("%v are blamed", guilty(tb))
		}
	})
	t.Run("the step is complete", func(t *testing.T) {
		tb, lot, complaints := lied(t)
		for _, r := range lot {
			take(t, tb, r)
		}
		accuse(t, tb, complaints[0], 2)
		both(t, tb, 2, 0)
	})
	t.Run("the step is running", func(t *testing.T) {
		tb, lot, complaints := lied(t)
		take(t, tb, lot[0])
		accuse(t, tb, complaints[0], 2)
		both(t, tb, 2, 0)
	})
	t.Run("the complaint comes first", func(t *testing.T) {
		tb, lot, complaints := lied(t)
		accuse(t, tb, complaints[0], 2)
		before := tb.Snapshot()
		take(t, tb, lot[0])
		both(t, tb, 2, 0)
		if !slices.Equal(guilty(before), []int{2}) {
			t.Error("a snapshot has changed")
		}
	})
	t.Run("the owner is guilty already", func(t *testing.T) {
		tb, lot, complaints := lied(t)
		take(t, tb, lot[0])
		accuse(t, tb, complaints[1], 2)
		if !slices.Equal(guilty(tb), []int{2}) {
			t.Fatalf("%v are blamed", guilty(tb))
		}
		accuse(t, tb, complaints[0], 2)
		both(t, tb, 2, 0)
	})
	t.Run("a vote", func(t *testing.T) {
		g := lie(t, 2)
		tb := g.Table()
		r, _ := complain(g, 0, 2)
		take(t, tb, away(t, g, 0, 3))
		accuse(t, tb, r, 2)
		both(t, tb, 2, 0)
	})
}

// Where keys are owed once more, what a holder signs for that step is nothing behind the keys.
func TestComplaintAboutKeysOwedAgain(t *testing.T) {
	g := five(t, record.KindKey, "")
	g.Body = falsely(2)
	g.Apart(g.Players[3], g.Players[4])
	tb := g.Table()
	r, ok := complain(g, 0, 2)
	if step, known := tb.KeyStep(2); !ok || !known || step != tb.Step()-1 {
		t.Fatalf("complains: %v, the key is of step %d", ok, step)
	}
	take(t, tb, away(t, g, 0, 3))
	accuse(t, tb, r, 2)
	if !slices.Equal(guilty(tb), []int{2}) {
		t.Errorf("%v are blamed", guilty(tb))
	}
	g = five(t, record.KindKey, "")
	g.Body = falsely(2)
	g.Apart(g.Players[3], g.Players[4])
	g.Step()
	tb = g.Table()
	if tb.Pending().Why != rules.Lot {
		t.Fatalf("%+v is owed", tb.Pending())
	}
	r, _ = complain(g, 0, 2)
	take(t, tb, g.Make(g.Players[0]))
	accuse(t, tb, r, 2)
	both(t, tb, 2, 0)
	// A false key in the second step is judged as well.
	g = five(t, record.KindKey, "")
	g.Apart(g.Players[2], g.Players[4])
	g.Body = falsely(2)
	g.Step()
	tb = g.Table()
	if step, ok := tb.KeyStep(2); !ok || step != tb.Step()-1 {
		t.Fatalf("the key is of step %d, and step %d runs", step, tb.Step())
	}
	r, _ = complain(g, 0, 2)
	accuse(t, tb, r, 2)
}

// falsely has a seat swap its first two commitments.
func falsely(who int) func(p *tabletest.Player, body any) any {
	return func(p *tabletest.Player, body any) any {
		if k, ok := body.(record.HandKey); ok && p.Seat == who {
			k.Pieces = slices.Concat(k.Pieces[32:64], k.Pieces[:32], k.Pieces[64:])
			return k
		}
		return body
	}
}

// A complaint that is kept back until all have receipted the hand proves nothing, while the
// receipts come in it does.
func TestComplaintAfterTheHand(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 4, map[string]any{"hands": 1}, 5)
	g.Body = falsely(2)
	until(t, g, record.KindReceipt, "")
	tb := g.Table()
	r, ok := complain(g, 0, 2)
	if !ok {
		t.Fatal("it has nothing to complain of")
	}
	_, err := tb.Check(r)
	fault(t, err, 2, 2, table.ErrPiece.Error())
	g.Step()
	_, err = tb.Check(r)
	harmless(t, err, table.ErrLate)
}

// SPEC §10.5: what a complaint is that is about nobody, of another step, or at a table where
// nothing is covered.
func TestStrayComplaints(t *testing.T) {
	g := lie(t, 2)
	g.Step()
	tb := g.Table()
	good, _ := complain(g, 0, 2)
	signed := func(g *tabletest.Rig, change func(p *record.Payload)) record.Record {
		p := opened(good.Peek())
		change(&p)
		r, err := record.Sign(g.Players[0].Key, p)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for name, about := range map[string][]uint64{"nobody": {4}, "far away": {1 << 40}, "two": {1, 2}, "none": nil} {
		t.Log(name)
		_, err := tb.Check(signed(g, func(p *record.Payload) { p.About = about }))
		fault(t, err, 0, 1, "about one seat")
		_, err = tb.Check(signed(g, func(p *record.Payload) { p.About, p.Head[0] = about, p.Head[0]^1 }))
		harmless(t, err, table.ErrForeign)
	}
	// Of another step, and what is there a record of that seat.
	step, _ := tb.KeyStep(2)
	for s := tb.FirstStep(); s < tb.Step(); s++ {
		own := tb.OwnAt(s, 2)
		if s == step || own == nil {
			continue
		}
		body, err := record.Decode[record.Complaint](opened(good.Peek()))
		if err != nil {
			t.Fatal(err)
		}
		body.Record = sha256.Sum256(own.Payload)
		pl, err := tb.VotePayload(0, 2, s, record.KindComplaint, body)
		if err != nil {
			t.Fatal(err)
		}
		r, err := record.Sign(g.Players[0].Key, pl)
		if err != nil {
			t.Fatal(err)
		}
		_, err = tb.Check(r)
		harmless(t, err, table.ErrLate)
	}
	plain := tabletest.New(t, tabletest.Drill, 4, nil, 5)
	plain.Owed(record.KindStack)
	tb = plain.Table()
	for _, s := range []uint64{tb.FirstStep(), tb.Step() - 1, tb.Step()} {
		for kind, why := range map[record.Kind]string{record.KindComplaint: "without cover", record.KindAway: "", record.KindHere: ""} {
			pl, err := tb.VotePayload(0, 2, s, kind, record.Complaint{Point: make([]byte, 32), Proof: make([]byte, 96)})
			if err != nil {
				t.Fatal(err)
			}
			r, err := record.Sign(plain.Players[0].Key, pl)
			if err != nil {
				t.Fatal(err)
			}
			t.Log("without cover", kind, s)
			_, err = tb.Check(r)
			fault(t, err, 0, 1, why)
		}
	}
}

// Attack: somebody complains of a piece that it does not hold, without a sealing key.
func TestAttackComplaintWithoutAPiece(t *testing.T) {
	g := sleeper(t, 1, false)
	tb, p := g.Table(), g.Players[1]
	step, _ := tb.KeyStep(2)
	if _, ok := complain(g, 1, 2); ok {
		t.Error("it complains")
	}
	pl, err := tb.VotePayload(1, 2, step, record.KindComplaint, record.Complaint{
		Record: sha256.Sum256(tb.OwnAt(step, 2).Payload), Point: make([]byte, 32), Proof: make([]byte, 96),
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Sign(p.Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	_, err = tb.Check(r)
	blamed(t, tb, fault(t, err, 1, 2, "holds no piece"), 1)
}

// F1: a holder whose piece does not fit never signs what does not verify: it has no covering
// shares, and a complaint instead, whenever it looks.
func TestHonestHolderSignsNothingFalse(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 4, map[string]any{"hands": 1}, 5)
	g.Body = falsely(2)
	for _, why := range []rules.Why{rules.Lot, rules.Deal, rules.TurnUp, rules.Show} {
		until(t, g, record.KindShares, why)
		for holder := range 4 {
			if holder == 2 || !g.Table().Pending().Owes(2) {
				continue
			}
			p := g.Players[holder]
			r, err := seat.Away(p.Table, holder, 2, p.Key, p.Hand, g.Secret)
			_, complains := complain(g, holder, 2)
			if holder == 3 {
				if err != nil || complains {
					t.Errorf("%s: %v, complains: %v", why, err, complains)
				}
				_, err = p.Table.Check(r)
			} else if !errors.Is(err, seat.ErrNoKey) || !complains {
				t.Errorf("%s, seat %d: %v, complains: %v", why, holder, err, complains)
			}
			if holder == 3 && err != nil {
				t.Error(err)
			}
		}
	}
}
