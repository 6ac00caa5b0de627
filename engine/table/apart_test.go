package table_test

import (
	"fmt"
	"slices"
	"testing"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// five is a table of five nodes with cover that owes such a record, of all its seats where
// the kind allows it.
func five(t testing.TB, kind record.Kind, why rules.Why) *tabletest.Rig {
	t.Helper()
	g := tabletest.NewCovered(t, tabletest.Drill, 5, map[string]any{"hands": 1}, 7)
	until(t, g, kind, why)
	return g
}

func until(t testing.TB, g *tabletest.Rig, kind record.Kind, why rules.Why) {
	t.Helper()
	owed := func(tb *table.Table) bool { return tb.Pending().Kind == kind && tb.Pending().Why == why }
	g.Until(owed)
	if !owed(g.Table()) {
		t.Fatalf("no %s %s is owed", kind, why)
	}
}

// shared are the steps that seats of more than one node owe.
var shared = []table.Pending{
	{Kind: record.KindSeal}, {Kind: record.KindKey}, {Kind: record.KindShares, Why: rules.Lot}, {Kind: record.KindProof},
	{Kind: record.KindShares, Why: rules.Deal}, {Kind: record.KindShares, Why: rules.TurnUp}, {Kind: record.KindShares, Why: rules.Show}, {Kind: record.KindReceipt},
}

// SPEC §10.3: if all votes are there about seats of two nodes, nobody is covered, and the same
// seats owe the same once more. What the others have given stays good, covering shares count
// for nothing, and the log leads everybody to the same place.
func TestTwoVotedAway(t *testing.T) {
	for _, d := range shared {
		t.Run(fmt.Sprint(d.Kind, " ", d.Why), func(t *testing.T) {
			g := five(t, d.Kind, d.Why)
			tb, step := g.Table(), g.Table().Step()
			owed := tb.Pending()
			a, b := g.Players[owed.Seats[0]], g.Players[owed.Seats[2]]
			both := []int{a.Seat, b.Seat}
			points := len(tb.SharesOwed(b.Seat))
			g.Apart(a, b)
			if tb.Step() != step+1 || !slices.Equal(tb.VotedAway(step), both) || len(tb.Coverings(step)) > 0 {
				t.Fatalf("voted away %v, covered %v", tb.VotedAway(step), tb.Coverings(step))
			}
			if tb.Covered(a.Seat) || tb.Covered(b.Seat) || tb.HandsCovered(a.Seat) > 0 {
				t.Error("somebody is covered")
			}
			again := table.Pending{Kind: d.Kind, Why: d.Why, Seats: both}
			if d.Kind == record.KindProof { // from the beginning of the shuffle
				again = table.Pending{Kind: record.KindStack, Seats: owed.Seats[:1]}
			}
			if got := tb.Pending(); got.Kind != again.Kind || got.Why != again.Why || !slices.Equal(got.Seats, again.Seats) {
				t.Fatalf("%+v is owed, want %+v", got, again)
			}
			if n := len(tb.SharesOwed(b.Seat)); n != points {
				t.Errorf("%d shares are owed, and %d before", n, points)
			}
			if d.Kind != record.KindProof {
				g.Apart(a, b) // once more
				if got := tb.Pending(); got.Kind != again.Kind || !slices.Equal(got.Seats, again.Seats) {
					t.Fatalf("%+v is owed", got)
				}
			}
			g.Play()
			if tb.Covered(a.Seat) || tb.HandsCovered(a.Seat)+tb.HandsCovered(b.Seat) > 0 {
				t.Error("somebody was covered")
			}
			if g.Replay(tb.Log()).Head() != tb.Head() {
				t.Error("the log leads to another head")
			}
			r, err := audit.Verify(tb.Log(), g.Find, audit.Options{})
			if err != nil || !r.OK() || len(r.Again) == 0 || r.Again[0].Step != step || !slices.Equal(r.Again[0].Seats, both) || len(r.Hands[0].Covered) > 0 || len(r.Unsigned) > 0 {
				t.Errorf("%v %+v", err, r)
			}
			if n := len(tb.ReceiptsOf(tb.Results()[0])); n != 5 {
				t.Errorf("%d receipts", n)
			}
		})
	}
}

// Of two who owe once more, one can be covered then.
func TestOneOfTwoCovered(t *testing.T) {
	for _, d := range shared {
		t.Run(fmt.Sprint(d.Kind, " ", d.Why), func(t *testing.T) {
			g := five(t, d.Kind, d.Why)
			tb := g.Table()
			a, b := g.Players[tb.Pending().Seats[1]], g.Players[tb.Pending().Seats[2]]
			if a.Seat == 0 || b.Seat == 0 {
				t.Fatal("seat 0 is one of them")
			}
			g.Apart(a, b)
			step := tb.Step()
			for !tb.Pending().Owes(a.Seat) { // the stacks of those before it
				g.Step()
				step = tb.Step()
			}
			g.Absent = func(p *tabletest.Player) bool { return p == a }
			g.Step()
			if !slices.Equal(tb.Coverings(step), []int{a.Seat}) || tb.OwnAt(step, b.Seat) == nil && d.Kind != record.KindProof {
				t.Fatalf("covered %v in step %d", tb.Coverings(step), step)
			}
			g.Play()
			if keyless := d.Kind == record.KindSeal || d.Kind == record.KindKey; tb.Hand().Keyed(a.Seat) == keyless || !tb.Hand().Keyed(b.Seat) {
				t.Errorf("with a key: %v and %v", tb.Hand().Keyed(a.Seat), tb.Hand().Keyed(b.Seat))
			}
			if g.Replay(tb.Log()).Head() != tb.Head() || tb.HandsCovered(a.Seat) != 1 || tb.HandsCovered(b.Seat) != 0 {
				t.Error("the log leads to another head")
			}
			if _, err := audit.Verify(tb.Log(), g.Find, audit.Options{}); err != nil {
				t.Error(err)
			}
		})
	}
}

// All five nodes are kept apart: nobody has voted for nothing, and the step is owed whole.
func TestAllVotedAway(t *testing.T) {
	for _, d := range shared {
		g := five(t, d.Kind, d.Why)
		owed := g.Table().Pending()
		var all []*tabletest.Player
		for _, s := range owed.Seats {
			all = append(all, g.Players[s])
		}
		g.Apart(all...)
		if got := g.Table().Pending(); d.Kind != record.KindProof && !slices.Equal(got.Seats, owed.Seats) || len(g.Table().Coverings(g.Table().Step()-1)) > 0 {
			t.Errorf("%+v: %+v is owed", d, got)
		}
		g.Play()
	}
}

// A record of one who owes it once more came too late for the step before, and proves
// nothing; two different ones for one step do.
func TestOwnRecordOfAStepOwedAgain(t *testing.T) {
	g := five(t, record.KindShares, rules.Deal)
	tb := g.Table()
	a, b := g.Players[1], g.Players[2]
	early := g.Make(a)
	g.Apart(a, b)
	_, err := tb.Check(early)
	harmless(t, err, table.ErrLate)
	one, other := g.Make(a), g.Make(a)
	take(t, tb, one)
	_, err = tb.Check(other)
	fault(t, err, a.Seat, 2, "two different")
}

// Two nodes that owe a receipt once more do not hold up what it covers: the hand is receipted
// by all when the last step of receipts is complete, and not before.
func TestReceiptsOverSeveralSteps(t *testing.T) {
	g := five(t, record.KindReceipt, "")
	tb := g.Table()
	before := tb.Step() - 1
	g.Apart(g.Players[0], g.Players[3])
	r := tb.Results()[0]
	if tb.Receipted(before) || tb.HandReceipted(1) || len(tb.ReceiptsOf(r)) != 3 {
		t.Errorf("receipted: %v, %d receipts", tb.Receipted(before), len(tb.ReceiptsOf(r)))
	}
	if !slices.Equal(tb.Unsigned(), []int{0, 3}) {
		t.Errorf("%v have not signed", tb.Unsigned())
	}
	take(t, tb, g.Make(g.Players[3]))
	if tb.HandReceipted(1) || len(tb.ReceiptsOf(r)) != 4 {
		t.Errorf("%d receipts", len(tb.ReceiptsOf(r)))
	}
	take(t, tb, g.Make(g.Players[0]))
	if !tb.Receipted(before) || !tb.HandReceipted(1) || len(tb.ReceiptsOf(r)) != 5 || len(tb.Unsigned()) > 0 {
		t.Errorf("receipted: %v, %d receipts, unsigned %v", tb.Receipted(before), len(tb.ReceiptsOf(r)), tb.Unsigned())
	}
}
