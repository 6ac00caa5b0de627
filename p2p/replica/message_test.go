package replica_test

import (
	"reflect"
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/replica"
)

// Two Haves ask for the same if they have the same, whoever is connected to whom.
func TestEqual(t *testing.T) {
	same := map[string]bool{"Links": true, "Stopped": true, "Asks": true, "Lacks": true, "Handovers": true, "Act": true}
	base := replica.Have{Step: 3, Head: record.Hash{1}, Arrived: 2, Links: 1, Guilty: 4, Past: 8, Left: 16}
	if !base.Equal(base) {
		t.Fatal("it is not equal to itself")
	}
	for i := range reflect.TypeFor[replica.Have]().NumField() {
		h := base
		name := reflect.TypeFor[replica.Have]().Field(i).Name
		switch f := reflect.ValueOf(&h).Elem().Field(i); f.Interface().(type) {
		case bool:
			f.SetBool(true)
		case uint64:
			f.SetUint(f.Uint() ^ 32)
		case record.Hash:
			h.Head[5] ^= 1
		case []replica.Ballot:
			h.Ballots = []replica.Ballot{{About: 1, Away: 1}}
		case []replica.Ask:
			h.Asks = []replica.Ask{{Seat: 1}}
		case []replica.Word:
			h.Handovers = []replica.Word{{Seat: 1}}
		default:
			t.Fatalf("%s is of a type that the test does not know", name)
		}
		if base.Equal(h) != same[name] || h.Equal(base) != same[name] {
			t.Errorf("another %s: equal %v", name, base.Equal(h))
		}
	}
}

// A proof that stops the table is news for whoever has one that does not, and not the
// other way round.
func TestProve(t *testing.T) {
	var h replica.Have
	for i, c := range []struct {
		seat        int
		stops, news bool
		guilty      uint64
		past        uint64
	}{
		{1, false, true, 0, 2},
		{1, false, false, 0, 2},
		{1, true, true, 2, 2},
		{1, true, false, 2, 2},
		{1, false, false, 2, 2},
		{3, true, true, 2 | 8, 2},
		{3, false, false, 2 | 8, 2 | 8},
	} {
		if news := h.Prove(c.seat, c.stops); news != c.news || h.Guilty != c.guilty || h.Past != c.past {
			t.Errorf("proof %d: news %v, guilty %b, past %b", i, news, h.Guilty, h.Past)
		}
	}
}

// A genesis makes the table that it is of; one that is neither kind, makes none.
func TestGenesis(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, map[string]any{"hands": 1}, 1)
	g.Play()
	c, err := g.Table().Rematch()
	if err != nil {
		t.Fatal(err)
	}
	next, err := (replica.Genesis{Continuation: &c}).Table(g.Find)
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []*table.Table{g.Table(), next} {
		begun := replica.GenesisOf(of)
		if tb, err := begun.Table(g.Find); err != nil || tb.ID() != of.ID() || (begun.Continuation != nil) != (of == next) {
			t.Errorf("%v", err)
		}
	}
	both := replica.GenesisOf(g.Table())
	both.Continuation = &c
	if tb, err := both.Table(g.Find); err != nil || tb.ID() != g.Table().ID() {
		t.Errorf("with both, it is not the one that is proposed: %v", err)
	}
	for name, bad := range map[string]replica.Genesis{
		"nothing":     {},
		"joins alone": {Joins: both.Joins},
		"no joins":    {Proposal: both.Proposal},
	} {
		if _, err := bad.Table(g.Find); err == nil {
			t.Errorf("%s: a table", name)
		}
	}
}
