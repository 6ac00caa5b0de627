package table_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// assumed applies records to a copy of a table without verifying their proofs.
func assumed(t *testing.T, tb *table.Table, records []record.Record) (*table.Table, error) {
	t.Helper()
	ahead := tb.Snapshot()
	for _, r := range records {
		c, err := ahead.Claim(table.Peek(r))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ahead.Apply(c.Assume()); err != nil {
			return nil, err
		}
	}
	return ahead, nil
}

// shown is a rig whose hands are about to be shown, the records that show them, and
// the table after that.
func shown(t *testing.T) (*tabletest.Rig, []record.Record, *table.Table) {
	t.Helper()
	g := tabletest.New(t, tabletest.Drill, 2, nil, 2)
	g.Choose = func(*tabletest.Player, rules.Observation, *rand.Rand) string { return "draw" }
	g.Until(func(tb *table.Table) bool { return tb.Pending().Why == rules.Show })
	var records []record.Record
	for _, p := range g.Players {
		records = append(records, g.Make(p))
	}
	after, err := assumed(t, g.Table(), records)
	if err != nil {
		t.Fatal(err)
	}
	return g, records, after
}

// Attack: shares that are none, assumed by somebody who looks ahead. They open a card
// to no face of the deck, or to one that is elsewhere already: the rules, which rely
// on a pack of cards, never see that.
func TestAttackFalseSharesAssumed(t *testing.T) {
	g, records, after := shown(t)
	tb, last := g.Table(), g.Players[1]
	var owed []rules.Slot
	for _, o := range tb.Position().Next().(rules.Open).Cards {
		if slices.Contains(tb.Position().Status().Hands[last.Seat], o.Slot) && !tb.Public().Of(o.Slot).Known() {
			owed = append(owed, o.Slot)
		}
	}
	deck := tabletest.Drill.Deck(2, nil)
	point := func(public rules.Observation, x rules.Slot) ristretto.Element {
		return mask.Face("drill/"+deck.Name, slices.Index(deck.Cards, public.Of(x)))
	}
	var public rules.Slot
	for x, c := range tb.Public() {
		if c.Known() {
			public = rules.Slot(x)
		}
	}
	is, there := point(after.Public(), owed[0]), point(tb.Public(), public)
	for name, wrong := range map[string]ristretto.Element{
		"no face":            ristretto.Base(),
		"a public card":      is.Sub(there),
		"another shown card": is.Sub(point(after.Public(), owed[1])),
	} {
		p, err := records[1].Peek()
		if err != nil {
			t.Fatal(err)
		}
		body, err := record.Decode[record.Shares](p)
		if err != nil {
			t.Fatal(err)
		}
		share, err := ristretto.Decode(body.Shares[:32])
		if err != nil {
			t.Fatal(err)
		}
		enc := share.Add(wrong).Encode()
		body.Shares = append(enc[:], body.Shares[32:]...)
		if _, err := assumed(t, tb, []record.Record{records[0], g.Sign(last, body)}); !errors.Is(err, table.ErrAssumed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
