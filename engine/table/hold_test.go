package table_test

import (
	"testing"

	"fives/crypto/signature"
	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// reproved is a record's body with another proof, and the proof that it had; nil for
// a body without one.
func reproved(t *testing.T, r record.Record, other []byte) (body any, proof []byte) {
	t.Helper()
	p, err := r.Peek()
	if err != nil {
		t.Fatal(err)
	}
	switch p.Kind {
	case record.KindKey:
		b, _ := record.Decode[record.HandKey](p)
		proof, b.Proof = b.Proof, other
		return b, proof
	case record.KindProof:
		b, _ := record.Decode[record.Proof](p)
		proof, b.Proof = b.Proof, other
		return b, proof
	case record.KindShares:
		b, _ := record.Decode[record.Shares](p)
		proof, b.Proof = b.Proof, other
		return b, proof
	case record.KindMove:
		b, _ := record.Decode[record.Move](p)
		if len(b.Shares) > 0 {
			proof, b.Proof = b.Proof, other
		}
		return b, proof
	}
	return nil, nil
}

// unsigned claims records at a table without looking at signatures and proofs.
func unsigned(t *testing.T, tb *table.Table, records []record.Record) (claims []table.Claim) {
	t.Helper()
	for _, r := range records {
		c, err := tb.Claim(table.Read(r))
		if err != nil {
			t.Fatal(err)
		}
		claims = append(claims, c)
	}
	return claims
}

// Claims hold together only if each is signed and proved: one false signature or one
// proof that belongs to another place is enough, of whatever kind, alone or among
// true ones.
func TestHold(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, map[string]any{"hands": 4}, 2)
	earlier := map[record.Kind][]byte{} // proofs
	found := map[record.Kind]int{}
	var good []table.Claim // of some steps
	keys := []*signature.Keys{nil, new(signature.Keys)}
	for !g.Table().Over() {
		tb, kind := g.Table(), g.Table().Pending().Kind
		var records []record.Record
		for _, p := range g.Players {
			if p.Owes() {
				records = append(records, g.Make(p))
			}
		}
		good = append(good, unsigned(t, tb, records)...)
		for _, k := range keys {
			if !table.Hold(good, k) {
				t.Fatalf("step %d does not hold", tb.Step())
			}
		}
		last := records[len(records)-1]
		flipped := last
		flipped.Signature[9] ^= 1
		body, proof := reproved(t, last, earlier[kind])
		var bad []record.Record
		if bad = append(bad, flipped); earlier[kind] != nil && proof != nil {
			found[kind]++
			bad = append(bad, g.Sign(g.Players[tb.Terms().SeatOf(last.Author)], body))
		}
		for i, r := range bad {
			one := unsigned(t, tb, []record.Record{r})
			for _, k := range keys {
				if table.Hold(one, k) || table.Hold(append(one, good...), k) {
					t.Errorf("step %d: false %s %d holds", tb.Step(), kind, i)
				}
			}
		}
		if proof != nil {
			earlier[kind] = proof
		}
		if len(good) > 12 {
			good = nil
		}
		for _, r := range records {
			deliver(t, g, r)
		}
	}
	for _, kind := range []record.Kind{record.KindKey, record.KindProof, record.KindShares, record.KindMove} {
		if found[kind] == 0 {
			t.Errorf("no false %s", kind)
		}
	}
}
