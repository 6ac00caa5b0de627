package table_test

import (
	"slices"
	"testing"

	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/tabletest"
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
		proof, err := sigma.ProveSchnorr(p.Table.Transcript(i), sigma.SchnorrStatement{X: pub}, sigma.Witness{X: s}, g.Secret)
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

// Attack: the keys that are left, when one was voted away, add up to the identity. All who
// owed a key owe a new one in the next step, also who was voted away, and the pieces are those
// of the new ones.
func TestAttackKeysThatCancelBesideACoveredSeat(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 5, map[string]any{"hands": 1}, 3)
	g.Owed(record.KindKey)
	tb, step := g.Table(), g.Table().Step()
	var sum ristretto.Scalar
	for i, p := range g.Players[:4] {
		x, err := ristretto.RandomScalar(g.Secret)
		if err != nil {
			t.Fatal(err)
		}
		if i == 3 {
			x = sum.Neg()
		}
		sum = sum.Add(x)
		deliver(t, g, g.KeyOf(p, x))
		deliver(t, g, away(t, g, i, 4))
	}
	if !slices.Equal(tb.Coverings(step), []int{4}) {
		t.Fatalf("covered %v", tb.Coverings(step))
	}
	if d := tb.Pending(); d.Kind != record.KindKey || !slices.Equal(d.Seats, []int{0, 1, 2, 3, 4}) {
		t.Fatalf("%+v is owed", d)
	}
	for s := range 5 {
		if key := tb.Hand().Key(s); !key.IsIdentity() {
			t.Errorf("the void key of seat %d is still there", s)
		}
		if at, ok := tb.KeyStep(s); !ok || at != step+1 || tb.Hand().Keyed(s) {
			t.Errorf("the key of seat %d is owed in step %d, %v", s, at, ok)
		}
	}
	if _, ok := tb.KeysStep(); ok {
		t.Error("the keys are complete")
	}
	g.Step()
	if at, ok := tb.KeysStep(); !ok || at != step+1 {
		t.Errorf("the keys are complete in step %d, %v", at, ok)
	}
	for s := range 5 {
		if at, ok := tb.KeyStep(s); !ok || at != step+1 || !tb.Hand().Keyed(s) {
			t.Errorf("the key of seat %d is of step %d, %v", s, at, ok)
		}
	}
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 2 } // whose pieces are needed
	g.Play()
	if g.Replay(tb.Log()).Head() != tb.Head() {
		t.Error("the log leads to another head")
	}
}

// Where two owe their keys once more, each seat's pieces are those of the step of its own key.
func TestPiecesOfTwoSteps(t *testing.T) {
	g := five(t, record.KindKey, "")
	tb, step := g.Table(), g.Table().Step()
	g.Apart(g.Players[1], g.Players[3])
	if _, ok := tb.KeysStep(); ok {
		t.Error("the keys are complete")
	}
	g.Step()
	for s, want := range []uint64{step, step + 1, step, step + 1, step} {
		if at, ok := tb.KeyStep(s); !ok || at != want {
			t.Errorf("the key of seat %d is of step %d, want %d", s, at, want)
		}
	}
	if at, ok := tb.KeysStep(); !ok || at != step+1 {
		t.Errorf("the keys are complete in step %d, %v", at, ok)
	}
	for about := range 5 {
		for holder := range 5 {
			if _, ok := complain(g, holder, about); ok {
				t.Errorf("seat %d complains of seat %d", holder, about)
			}
		}
	}
	for _, about := range []int{2, 3} { // of either step
		until(t, g, record.KindShares, map[int]rules.Why{2: rules.Deal, 3: rules.TurnUp}[about])
		at := tb.Step()
		g.Absent = func(p *tabletest.Player) bool { return p.Seat == about }
		g.Step()
		if !slices.Equal(tb.Coverings(at), []int{about}) {
			t.Errorf("covered %v", tb.Coverings(at))
		}
		g.Back(g.Players[about])
	}
	g.Play()
}
