package table_test

import (
	"encoding/hex"
	"errors"
	"slices"
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// Attack: a key outside the group of prime order, whose signatures are good here and may
// be bad for other verifiers, so that some have a seat at the table that others have not
// (SPEC §2.1). It proposes no table, takes no seat and hosts nobody.
func TestAttackKeyOutsideTheGroup(t *testing.T) {
	eve, g := tabletest.NewOutsider(t), tabletest.New(t, tabletest.Drill, 2, nil, 3)
	refused := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, table.ErrTerms) || !errors.Is(err, record.ErrEncoding) {
			t.Errorf("%s: %v", what, err)
		}
	}
	p, err := g.Records[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	proposal, err := record.Decode[record.Proposal](p)
	if err != nil {
		t.Fatal(err)
	}
	_, _, _, err = table.OpenProposal(eve.Sign(t, p, proposal), g.Find)
	refused("a proposal", err)

	id := g.Table().ID()
	if p, err = g.Records[1].Open(); err != nil {
		t.Fatal(err)
	}
	join := eve.Sign(t, p, record.Join{Name: "eve"})
	_, err = table.OpenJoin(join, id)
	refused("a join", err)
	_, err = table.New(g.Records[0], []record.Record{g.Records[1], join}, g.Find)
	refused("a join of a table", err)

	bot, host := tabletest.Key(3, 9), eve.Key()
	cert := eve.Certify(t, id, record.KeyOf(bot))
	_, err = table.OpenJoin(tabletest.Join(t, bot, id, record.Join{Name: "bot", Host: &host, Certificate: &cert}), id)
	refused("a join of its computer player", err)
}

// A continuation brings no signatures of the keys in it. It is refused with one outside
// the group, or in another spelling than the canonical one, wherever that stands.
func TestContinueRefusesKeys(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 5)
	g.Until(func(tb *table.Table) bool { return len(tb.Results()) == 1 })
	good, err := g.Table().Successor(1, []int{0, 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]record.Key{"outside": tabletest.NewOutsider(t).Key(), "zero": {}}
	for name, spelling := range map[string]string{
		"the identity, not reduced": "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"y = p + 9":                 "f6ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"y = p + 18, negative":      "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	} {
		b, err := hex.DecodeString(spelling)
		if err != nil {
			t.Fatal(err)
		}
		keys[name] = record.Key(b)
	}
	for name, key := range keys {
		for seat := range good.Players {
			c := good
			c.Players = slices.Clone(good.Players)
			c.Players[seat].Key = key
			if _, err := table.Continue(c, g.Find); !errors.Is(err, table.ErrTerms) || !errors.Is(err, record.ErrEncoding) {
				t.Errorf("%s at seat %d: %v", name, seat, err)
			}
			c.Players = slices.Clone(good.Players)
			c.Players[seat].Host = &key
			if _, err := table.Continue(c, g.Find); !errors.Is(err, table.ErrTerms) || !errors.Is(err, record.ErrEncoding) {
				t.Errorf("%s, the host of seat %d: %v", name, seat, err)
			}
		}
	}
}
