package table_test

import (
	"bytes"
	"slices"
	"testing"

	"fives/crypto/mask"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/table/tabletest"
)

// lastPass runs to the pass of the last seat in the first shuffle.
func lastPass(t *testing.T, seats int) (*tabletest.Rig, *tabletest.Player) {
	t.Helper()
	g := tabletest.New(t, tabletest.Drill, seats, nil, 3)
	last := g.Players[seats-1]
	g.Until(func(tb *table.Table) bool {
		return tb.Pending().Kind == record.KindPass && tb.Pending().Owes(last.Seat)
	})
	return g, last
}

// Attack: the last shuffler sends copies of one card, another shuffle's output,
// the input, or leaves an output mask equal to an input mask.
func TestAttackLastShuffler(t *testing.T) {
	g, last := lastPass(t, 2)
	good := g.Honest(last).(record.Pass)
	another := g.Honest(last).(record.Pass)
	_, in := g.Table().Hand().ShuffleInput()
	input := mask.EncodeStack(in)
	kept := slices.Clone(good.Stack)
	copy(kept[:mask.Size], input[:mask.Size])
	for name, body := range map[string]record.Pass{
		"copies":          {Stack: bytes.Repeat(good.Stack[:mask.Size], len(in)), Proof: good.Proof},
		"another shuffle": {Stack: another.Stack, Proof: good.Proof},
		"the input":       {Stack: input, Proof: good.Proof},
		"a mask kept":     {Stack: kept, Proof: good.Proof},
		"a card less":     {Stack: good.Stack[mask.Size:], Proof: good.Proof},
	} {
		t.Log(name)
		_, err := g.Table().Check(g.Sign(last, body))
		fault(t, err, last.Seat, 1, "")
	}
	deliver(t, g, g.Sign(last, good))
	g.Play()
}

// Attack: equivocation by the last shuffler, to have one card opened under two
// stacks. Each honest seat signs for one branch only, so neither branch gets the
// shares of both, and the exchange of that step names the cheat.
func TestAttackTwoStacks(t *testing.T) {
	g, cheat := lastPass(t, 3)
	stacks := []record.Record{g.Sign(cheat, g.Honest(cheat)), g.Sign(cheat, g.Honest(cheat))}
	var shares []record.Record
	for i := range 2 {
		p := g.Players[i]
		if err := p.Take(stacks[i]); err != nil {
			t.Fatal(err)
		}
		shares = append(shares, g.Make(p))
		cheat.Table = g.Replay(g.Players[i].Table.Log()) // the cheat plays on both branches
		shares = append(shares, g.Make(cheat))
	}
	for i := range 2 {
		p := g.Players[i]
		for _, r := range slices.Concat(shares, stacks, shares) {
			p.Take(r)
		}
		for seat := range 3 {
			for x := range rules.Slot(p.Table.Hand().Slots()) {
				if _, _, ok := p.Table.Hand().OpenedTo(seat, x); ok {
					t.Errorf("seat %d's replica: slot %d is open to seat %d", i, x, seat)
				}
			}
		}
		fs := p.Table.Faults()
		honest := slices.ContainsFunc(fs, func(f *table.Fault) bool { return f.Seat != cheat.Seat })
		if len(fs) == 0 || honest || !p.Table.Stopped() {
			t.Errorf("seat %d knows the faults %v", i, fs)
		}
	}
}
