package present

import (
	"errors"
	"slices"
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/table/tabletest"
	"fives/p2p/control"
	"fives/p2p/replica"
)

// away is a table of four with cover at which seat 2 owes a move and is away.
func away(t *testing.T) *tabletest.Rig {
	t.Helper()
	g := tabletest.NewCovered(t, tabletest.Drill, 4, nil, 5)
	g.Until(func(tb *table.Table) bool { d := tb.Pending(); return d.Kind == record.KindMove && d.Owes(2) })
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 2 }
	return g
}

// A seat that is away is covered: its stand-in's moves are marked, its cards lie open, and
// when it is back it is told what it has missed.
func TestCovered(t *testing.T) {
	g := away(t)
	g.Until(func(tb *table.Table) bool {
		return tb.Covered(2) && tb.Hand().LaidOpen(2) && len(missed(tb, 2, tb.Step(), tb.Terms().Names())) > 0
	})
	tb := g.Table()
	names := tb.Terms().Names()
	v := Table(replica.New(tb, replica.Config{}))
	if s := v.Seats[2]; !s.Covered || !s.Open || v.Seats[1].Covered || v.Seats[1].Open {
		t.Errorf("the seats: %+v", v.Seats)
	}
	i := slices.IndexFunc(v.Last, func(m control.Played) bool { return m.StandIn })
	if i < 0 || v.Last[i].Name != names[2] {
		t.Fatalf("the moves: %+v", v.Last)
	}
	g.Players[2].Table = g.Replay(tb.Log()) // it is back, and has taken in the log
	own := replica.New(g.Players[2].Table, replica.Config{Seats: []*replica.LocalSeat{{Key: g.Players[2].Key}}})
	if m := Table(own).Missed; len(m) != 1 || m[0] != v.Last[i] {
		t.Errorf("the seat has missed %+v", m)
	}
	var p Reporter
	step := v.Last[i].Step
	told := p.Events(own, []replica.Note{
		{Fold: &replica.Fold{Step: step - 1, Pending: table.Pending{Kind: record.KindMove, Seats: []int{2}}, Covered: []int{2}, Anew: []int{2}}},
		{Fold: &replica.Fold{Step: step, Pending: table.Pending{Kind: record.KindShares, Seats: []int{2}, Why: "cover"}, Covered: []int{2}}},
		{Fold: &replica.Fold{Step: tb.Step(), Pending: table.Pending{Kind: record.KindShares, Seats: []int{2}}, Back: []int{2}}},
	})
	type line struct {
		kind          control.EventKind
		what          string
		standIn, back bool
	}
	var got []line
	for _, e := range told {
		if e.Name == names[2] && e.Kind != control.EventAway && e.Kind != control.EventTurn {
			got = append(got, line{e.Kind, e.What, e.StandIn, len(e.Missed) == 1})
			if !e.Yours {
				t.Errorf("it is not about this node: %+v", e)
			}
		}
	}
	want := []line{
		{control.EventCover, control.Covered, false, false}, {control.EventCards, "cover", false, false},
		{control.EventMove, "", true, false}, {control.EventCover, control.Returned, false, true},
	}
	if !slices.Equal(got, want) {
		t.Errorf("told %+v", got)
	}
	g.Absent = nil
	g.Until(func(tb *table.Table) bool { return !tb.Covered(2) })
	g.Until(func(tb *table.Table) bool {
		h := tb.Hand().Played()
		return len(h) > 0 && h[len(h)-1].Seat == 2 && !h[len(h)-1].StandIn || tb.HandNumber() > 1
	})
	if m := missed(g.Table(), 2, g.Table().Step(), names); len(m) > 0 {
		t.Errorf("it has moved itself, and missed %+v", m)
	}
}

// A seat that has left is covered too: the table goes on.
func TestCoveredAfterLeaving(t *testing.T) {
	for _, cover := range []bool{true, false} {
		g := tabletest.New(t, tabletest.Drill, 4, nil, 5)
		if cover {
			g = tabletest.NewCovered(t, tabletest.Drill, 4, nil, 5)
		}
		g.Owed(record.KindMove)
		tb := g.Table()
		p, err := tb.LeavePayload(2, 7)
		if err != nil {
			t.Fatal(err)
		}
		n, err := record.SignNotice(g.Players[2].Key, p)
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := tb.Leave(n); !ok || err != nil {
			t.Fatal(ok, err)
		}
		r := replica.New(tb, replica.Config{})
		if got, w := Phase(r), waitingFor(r, tb.Terms().Names()); (got == control.PhasePlaying) != cover || (w.What == control.Left) == cover {
			t.Errorf("cover %v: %s, waiting for %+v", cover, got, w)
		}
	}
}

// Why nobody is covered.
func TestNotCovered(t *testing.T) {
	var e *control.Error
	plain := tabletest.New(t, tabletest.Drill, 3, nil, 5)
	two := tabletest.NewCovered(t, tabletest.Drill, 2, nil, 5)
	for _, c := range []struct {
		g    *tabletest.Rig
		kind record.Kind
		seat int
		want control.Reason
	}{
		{plain, record.KindMove, 0, control.ReasonNoCover},
		{two, record.KindMove, 0, control.ReasonFewNodes},
		{away(t), record.KindMove, 2, control.ReasonVotersAway}, // and so is everybody else
		{away(t), record.KindMove, -1, control.ReasonNoSeat},
	} {
		c.g.Owed(c.kind)
		var cfg replica.Config
		if c.seat >= 0 {
			cfg.Seats = []*replica.LocalSeat{{Key: c.g.Players[c.seat].Key}}
		}
		if c.want == control.ReasonVotersAway {
			cfg.Seats[0].Key = c.g.Players[0].Key
		}
		r := replica.New(c.g.Table(), cfg)
		if err := NotCovered(r); !errors.As(err, &e) || e.Reason != c.want {
			t.Errorf("%v in place of %s", err, c.want)
		}
	}
	if got := Table(replica.New(two.Table(), replica.Config{})).NoCover; got != control.FewNodes {
		t.Errorf("two nodes: %q", got)
	}
	if got := Table(replica.New(away(t).Table(), replica.Config{})).NoCover; got != "" {
		t.Errorf("four nodes: %q", got)
	}
}
