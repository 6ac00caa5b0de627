package table_test

import (
	"testing"

	"fives/crypto/ristretto"
	"fives/crypto/schnorr"
	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table/tabletest"
)

// Attack: keys that add up to the identity take the secrets of all seats. Then
// no one of them is to blame, and all draw new keys.
func TestAttackKeysThatCancel(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	g.Owed(record.KindKey)
	x, err := ristretto.RandomScalar(g.Secret)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range []ristretto.Scalar{x, x.Neg()} {
		p := g.Players[i]
		pub := ristretto.MulBase(s)
		proof, err := schnorr.Prove(p.Table.Transcript(i), schnorr.Statement{X: pub}, schnorr.Witness{X: s}, g.Secret)
		if err != nil {
			t.Fatal(err)
		}
		enc := pub.Encode()
		p.Hand = seat.HandSecret{Number: 1, Secret: s}
		deliver(t, g, g.Sign(p, record.HandKey{Key: enc[:], Proof: proof.Encode()}))
	}
	if d := g.Table().Pending(); d.Kind != record.KindKey || len(d.Seats) != 2 || g.Table().Step() != 4 {
		t.Fatalf("owed: %+v in step %d", d, g.Table().Step())
	}
	g.Play()
}
