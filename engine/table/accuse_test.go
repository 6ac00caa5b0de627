package table_test

import (
	"crypto/ed25519"
	"errors"
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// Of a seat one fault is kept, that which stops the table for longest; the faults of the
// others stay beside it.
func TestOneFaultOfASeat(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	var first []uint64 // a step of each hand
	g.Until(func(tb *table.Table) bool {
		if tb.HandNumber() > len(first) && tb.Pending().Kind == record.KindStack {
			first = append(first, tb.Step())
		}
		return len(tb.Results()) == 1 && tb.Pending().Kind == record.KindStack
	})
	tb := g.Table()
	if len(first) != 2 || !tb.Receipted(first[0]) || tb.Receipted(first[1]) {
		t.Fatalf("hands begin in %v", first)
	}
	fault := func(seat int, step uint64) *table.Fault {
		return &table.Fault{Seat: seat, Step: step, Records: make([]record.Record, 1), Reason: errors.New("wrong")}
	}
	for i, c := range []struct {
		seat  int
		step  uint64
		news  bool
		stops bool // all that is known by then
		n     int
	}{
		{0, first[0], true, false, 1},
		{1, first[0] + 1, true, false, 2},
		{0, first[0] - 1, false, false, 2}, // as good
		{0, first[1], true, true, 2},       // it stops the table
		{0, first[1] + 1, false, true, 2},
		{0, first[0], false, true, 2},
		{2, first[1], true, true, 3},
	} {
		if news := tb.Accuse(fault(c.seat, c.step)); news != c.news {
			t.Errorf("fault %d: news %v", i, news)
		}
		if fs := tb.Faults(); len(fs) != c.n || tb.Stopped() != c.stops {
			t.Errorf("fault %d: %v, stopped %v", i, fs, tb.Stopped())
		}
	}
	if f := tb.Faults()[0]; f.Seat != 0 || f.Step != first[1] {
		t.Errorf("kept: %v", f)
	}
}

// A fault in a hand that is over for everybody adds nothing to another one, though it is
// of a later hand.
func TestFaultsOfReceiptedHands(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, map[string]any{"hands": 4}, 3)
	g.Until(func(tb *table.Table) bool { return len(tb.Results()) == 2 && tb.Pending().Kind == record.KindStack })
	tb := g.Table()
	one := &table.Fault{Step: tb.Results()[0].Step - 1, Records: make([]record.Record, 1), Reason: errors.New("wrong")}
	two := &table.Fault{Step: tb.Results()[1].Step - 1, Records: make([]record.Record, 1), Reason: errors.New("wrong")}
	if !tb.Receipted(two.Step) || !tb.Accuse(one) || tb.Accuse(two) || tb.Faults()[0] != one {
		t.Errorf("faults %v", tb.Faults())
	}
}

// Only two records for one step fork a log. One that is wrong does not, so no settled
// hand is in dispute for it.
func TestOneRecordIsNoFork(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	g.Owed(record.KindReceipt)
	tb := g.Table()
	f := &table.Fault{Seat: 1, Step: tb.Step() - 1, Records: make([]record.Record, 1), Reason: errors.New("wrong")}
	if tb.Accuse(f); tb.Disputed(0) {
		t.Error("one record forks the log")
	}
	f = &table.Fault{Seat: 1, Step: tb.Step() - 1, Records: make([]record.Record, 2), Reason: table.ErrTwo}
	if tb.Accuse(f); !tb.Disputed(0) {
		t.Error("two records do not")
	}
}

// What a screen says without verifying anything, and what Check says of the same.
func TestScreen(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	g.Owed(record.KindKey)
	tb := g.Table()
	p := g.Turn()
	good := g.Make(p)
	if err := tb.Screen(good); err != nil {
		t.Error(err)
	}
	pl, err := good.Open()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		key    ed25519.PrivateKey
		change func(pl *record.Payload)
		want   error
		branch bool
	}{
		"a stranger":   {tabletest.Key(99, 0), func(pl *record.Payload) {}, table.ErrForeign, true},
		"later":        {p.Key, func(pl *record.Payload) { pl.Step += 2 }, table.ErrFuture, false},
		"another":      {p.Key, func(pl *record.Payload) { pl.Table[0] ^= 1 }, table.ErrForeign, false},
		"version":      {p.Key, func(pl *record.Payload) { pl.Version++ }, table.ErrForeign, false},
		"another head": {p.Key, func(pl *record.Payload) { pl.Head[0] ^= 1 }, table.ErrForeign, true},
		"the proposal": {p.Key, func(pl *record.Payload) { pl.Step = 0 }, table.ErrForeign, true},
		"a join":       {p.Key, func(pl *record.Payload) { pl.Step = 1 }, table.ErrForeign, true},
	} {
		changed := pl
		c.change(&changed)
		r, err := record.Sign(c.key, changed)
		if err != nil {
			t.Fatal(err)
		}
		err = tb.Screen(r)
		if harmless(t, err, c.want); errors.Is(err, table.ErrBranch) != c.branch {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Of a seat whose fault is proved, only what the running step lacks is worth a look.
	guilty := tb.Snapshot()
	guilty.Accuse(&table.Fault{Seat: p.Seat, Step: tb.Step(), Records: make([]record.Record, 1), Reason: errors.New("wrong")})
	if err := guilty.Screen(good); err != nil {
		t.Error(err)
	}
	pl.Kind = record.KindMove
	another, err := record.Sign(p.Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	harmless(t, guilty.Screen(another), table.ErrGuilty)
	if err := tb.Screen(another); err != nil {
		t.Error(err)
	}

	deliver(t, g, good)
	harmless(t, tb.Screen(good), table.ErrKnown)
}
