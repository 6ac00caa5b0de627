package table_test

import (
	"errors"
	"testing"

	"fives/crypto/ristretto"
	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// claims are what the seats claim in the running step, as they sign it.
func claims(t *testing.T, g *tabletest.Rig, tb *table.Table) (all []table.Claim) {
	t.Helper()
	for _, seat := range tb.Missing() {
		c, err := tb.Claim(table.Peek(g.Make(g.Players[seat])))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// A whole game by claims: what is verified together, or later, is the same as what
// Check gives at once.
func TestClaims(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 4, map[string]any{"hands": 1}, 1)
	tb := g.Table().Snapshot()
	for !g.Table().Over() {
		cs := claims(t, g, tb)
		ahead := tb.Snapshot()
		for _, c := range cs {
			if _, err := ahead.Apply(c.Assume()); err != nil {
				t.Fatal(err)
			}
		}
		checked, errs := table.VerifyAll(cs, nil)
		for i := range cs {
			if errs[i] != nil {
				t.Fatal(errs[i])
			}
			if _, err := tb.Apply(checked[i]); err != nil {
				t.Fatal(err)
			}
		}
		if tb.Head() != ahead.Head() {
			t.Fatalf("step %d: another head", tb.Step())
		}
		for _, r := range tb.Records(tb.Step() - 1) {
			deliver(t, g, r)
		}
	}
}

// Attack: one false share among those of many seats, and two. Only their authors
// are blamed, and what is false is not applied.
func TestAttackSharesTogether(t *testing.T) {
	for _, cheats := range [][]int{{3}, {1, 4}} {
		g := tabletest.New(t, tabletest.Drill, 5, nil, 2)
		g.Owed(record.KindShares)
		bad := map[int]bool{}
		for _, seat := range cheats {
			bad[seat] = true
		}
		g.Body = func(p *tabletest.Player, body any) any {
			b := body.(record.Shares)
			if !bad[p.Seat] {
				return b
			}
			share, err := ristretto.Decode(b.Shares[:32])
			if err != nil {
				t.Fatal(err)
			}
			if p.Seat == 4 { // the other way
				share = share.Sub(ristretto.Base())
			} else {
				share = share.Add(ristretto.Base())
			}
			enc := share.Encode()
			copy(b.Shares, enc[:])
			return b
		}
		tb := g.Table()
		checked, errs := table.VerifyAll(claims(t, g, tb), nil)
		for seat, err := range errs {
			if bad[seat] {
				fault(t, err, seat, 1, "sigma")
				if _, err := tb.Apply(checked[seat]); !errors.Is(err, table.ErrStale) {
					t.Errorf("the shares of seat %d are taken: %v", seat, err)
				}
			} else if err != nil {
				t.Errorf("seat %d: %v", seat, err)
			}
		}
	}
}

// Attack: somebody writes a record in the name of an honest seat, and a table takes it
// in unsigned because it looks ahead. The honest record that then comes as a second one
// proves nothing against the seat, nor does it at the copy at which both were assumed.
func TestAttackForgedRecordAssumed(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 1)
	g.Owed(record.KindKey)
	p := g.Players[1]
	forged, honest := g.Sign(p, g.Honest(p)), g.Make(p)
	forged.Signature[3] ^= 1
	ahead := g.Table().Snapshot()
	var both []table.Checked
	for _, r := range []record.Record{forged, honest} {
		c, err := ahead.Claim(table.Peek(r))
		if err != nil {
			t.Fatal(err)
		}
		both = append(both, c.Assume())
	}
	if _, err := ahead.Apply(both[0]); err != nil {
		t.Fatal(err)
	}
	_, err := ahead.Claim(table.Peek(honest))
	harmless(t, err, table.ErrForeign)
	_, err = ahead.Check(honest)
	harmless(t, err, table.ErrForeign)
	_, err = ahead.Apply(both[1])
	harmless(t, err, table.ErrForeign)
}
