package table_test

import (
	"errors"
	"slices"
	"testing"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/shuffle"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// lastStack runs to the stack of the last seat in the first shuffle.
func lastStack(t *testing.T, seats int) (*tabletest.Rig, *tabletest.Player) {
	t.Helper()
	g := tabletest.New(t, tabletest.Drill, seats, nil, 3)
	last := g.Players[seats-1]
	g.Until(func(tb *table.Table) bool {
		return tb.Pending().Kind == record.KindStack && tb.Pending().Owes(last.Seat)
	})
	return g, last
}

// What no honest shuffle can make is refused at once, and not only when it is to be
// proved: the input, a mask of the input, too few cards, a mask that is none.
func TestAttackStackThatIsNone(t *testing.T) {
	g, last := lastStack(t, 2)
	good := g.Honest(last).(record.Stack)
	_, in := g.Table().Hand().ShuffleInput()
	input := mask.EncodeStack(in)
	kept, none := slices.Clone(good.Stack), slices.Clone(good.Stack)
	copy(kept[:mask.Size], input[:mask.Size])
	clear(none[:mask.Size])
	for name, stack := range map[string][]byte{
		"the input":   input,
		"a mask kept": kept,
		"a card less": good.Stack[mask.Size:],
		"no mask":     none,
	} {
		t.Log(name)
		_, err := g.Table().Check(g.Sign(last, record.Stack{Stack: stack}))
		fault(t, err, last.Seat, 1, "")
	}
	deliver(t, g, g.Sign(last, good))
	g.Play()
}

// shuffled plays to the step in which stacks are proved. change is made to the stacks of
// some seats, after they have shuffled.
func shuffled(t *testing.T, seats int, change map[int]func(stack []mask.Mask)) *tabletest.Rig {
	t.Helper()
	g := tabletest.New(t, tabletest.Drill, seats, nil, 3)
	g.Body = func(p *tabletest.Player, body any) any {
		made, ok := body.(record.Stack)
		if !ok || change[p.Seat] == nil {
			return body
		}
		stack, err := mask.DecodeStack(made.Stack, len(made.Stack)/mask.Size)
		if err != nil {
			t.Fatal(err)
		}
		change[p.Seat](stack)
		return record.Stack{Stack: mask.EncodeStack(stack)}
	}
	g.Owed(record.KindProof)
	return g
}

// add adds a point to the face part of a mask.
func add(i int, point ristretto.Element) func([]mask.Mask) {
	return func(stack []mask.Mask) { stack[i].B = stack[i].B.Add(point) }
}

// Attack: false stacks, at any place of a shuffle, one or several, also such that undo
// each other: then the last stack holds the right cards. Their authors are at fault,
// nobody else is, and no card is opened.
func TestAttackFalseStacks(t *testing.T) {
	other := mask.Face("other", 1)
	for name, change := range map[string]map[int]func([]mask.Mask){
		"first":               {0: add(1, other)},
		"middle":              {1: add(1, other)},
		"last":                {3: add(1, other)},
		"a card twice":        {2: func(s []mask.Mask) { s[1] = s[2] }},
		"two that cancel":     {0: add(5, other), 1: add(5, other.Neg())},
		"three of four":       {0: add(1, other), 2: add(2, other), 3: add(3, other)},
		"two that exchange a": {1: func(s []mask.Mask) { s[1].A, s[2].A = s[2].A, s[1].A }, 3: add(1, other)},
	} {
		t.Run(name, func(t *testing.T) {
			g := shuffled(t, 4, change)
			var claims []table.Claim
			for _, p := range g.Players {
				r := g.Sign(p, g.Honest(p))
				if c, err := g.Table().Claim(table.Peek(r)); err != nil {
					t.Fatal(err)
				} else {
					claims = append(claims, c)
				}
				_, err := g.Table().Check(r)
				if change[p.Seat] != nil {
					fault(t, err, p.Seat, 1, "shuffle")
				} else if err != nil {
					t.Errorf("seat %d: %v", p.Seat, err)
				}
				if err := p.Take(r); err == nil == (change[p.Seat] != nil) {
					t.Errorf("seat %d: %v", p.Seat, err)
				}
			}
			_, errs := table.VerifyAll(claims, nil)
			for seat, err := range errs {
				if (err != nil) != (change[seat] != nil) {
					t.Errorf("with the others, seat %d: %v", seat, err)
				}
			}
			if table.Proved(claims) {
				t.Error("all of them are good")
			}
			if n := g.Table().Hand().Slots(); n != 0 {
				t.Errorf("there are %d slots", n)
			}
		})
	}
}

// Attack: a good proof in a place that it was not made for: of the stack of another
// seat, of a later stack of one's own, of an earlier hand, of this stack for another
// one before it.
func TestAttackProofOfAnotherStack(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, map[string]any{"hands": 3}, 3)
	proofs := map[int][]record.Proof{} // of each seat
	tried := 0
	for !g.Table().Over() {
		if g.Table().Pending().Kind == record.KindProof {
			own := map[int]record.Proof{}
			for _, s := range g.Table().Missing() {
				own[s] = g.Honest(g.Players[s]).(record.Proof)
			}
			for _, s := range g.Table().Missing() {
				p, others := g.Players[s], slices.Clone(proofs[s])
				for other, body := range own {
					if other != s {
						others = append(others, body)
					}
				}
				for _, body := range others {
					_, err := g.Table().Check(g.Sign(p, body))
					fault(t, err, p.Seat, 1, "shuffle")
					tried++
				}
				proofs[p.Seat] = append(proofs[p.Seat], own[p.Seat])
			}
		}
		g.Step()
	}
	if tried < 12 {
		t.Errorf("%d proofs are tried", tried)
	}
}

// The proof of a stack depends on its place, and on both stacks: it is worth nothing
// with one of them changed, or in the transcript of another seat, step or kind.
func TestShuffleProofBindsItsPlace(t *testing.T) {
	g := shuffled(t, 3, nil)
	p := g.Players[1]
	body := g.Honest(p).(record.Proof)
	st, step, ok := g.Table().ShuffleOf(1)
	if !ok {
		t.Fatal("seat 1 has no stack")
	}
	proof, err := shuffle.DecodeProof(body.Proof, len(st.In))
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := g.Table().ShuffleOf(0)
	verify := func(seat int, step uint64, kind record.Kind, st shuffle.Statement) error {
		return shuffle.Verify(g.Table().TranscriptOf(seat, step, kind), st, proof)
	}
	swapped := shuffle.Statement{PK: st.PK, In: st.Out, Out: st.In}
	for name, err := range map[string]error{
		"another seat":         verify(0, step, record.KindProof, st),
		"another step":         verify(1, step-1, record.KindProof, st),
		"the step of proofs":   verify(1, g.Table().Step(), record.KindProof, st),
		"another kind":         verify(1, step, record.KindStack, st),
		"another stack before": verify(1, step, record.KindProof, shuffle.Statement{PK: st.PK, In: before.In, Out: st.Out}),
		"stacks swapped":       verify(1, step, record.KindProof, swapped),
	} {
		if err == nil {
			t.Errorf("good with %s", name)
		}
	}
	if err := verify(1, step, record.KindProof, st); err != nil {
		t.Error(err)
	}
}

// A seat that proves its stack before the step of proofs is at fault, as with anything
// that is not owed; so is one that publishes a second stack then, or two. Without a
// stack, or without a proof, the table waits, and says for whom.
func TestAttackStacksAndProofsOutOfTurn(t *testing.T) {
	g, last := lastStack(t, 3)
	first := g.Players[0]
	early, _, err := seat.Prove(first.Table, 0, first.Key, first.Hand, g.Secret)
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Table().Check(g.Sign(first, early))
	fault(t, err, 0, 1, "not owed")
	_, err = g.Table().Check(g.Sign(last, early))
	fault(t, err, last.Seat, 1, "")
	if _, _, err := seat.Prove(last.Table, last.Seat, last.Key, last.Hand, g.Secret); !errors.Is(err, seat.ErrNotDue) {
		t.Errorf("of no stack: %v", err)
	}
	one, two := g.Sign(last, g.Honest(last)), g.Sign(last, g.Honest(last))
	if g.Table().Missing()[0] != last.Seat {
		t.Errorf("it waits for %v", g.Table().Missing())
	}
	deliver(t, g, one)
	_, err = g.Table().Check(two)
	fault(t, err, last.Seat, 2, "two")
	again, err := g.Table().Payload(0, record.Stack{})
	if err != nil {
		t.Fatal(err)
	}
	again.Kind = record.KindStack
	r, err := record.Sign(first.Key, again)
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Table().Check(r)
	fault(t, err, 0, 1, "not owed")
	for _, p := range g.Players[:2] { // the last one vanishes
		deliver(t, g, g.Make(p))
	}
	if m := g.Table().Missing(); g.Table().Pending().Kind != record.KindProof || len(m) != 1 || m[0] != last.Seat || g.Table().Hand().Slots() != 0 {
		t.Errorf("it waits for %v of %v", g.Table().Pending(), m)
	}
}

// Attack: equivocation by the last shuffler, to have one card opened under two
// stacks. Each honest seat signs for one branch only, so neither branch gets the
// proofs of both, and the exchange of that step names the cheat.
func TestAttackTwoStacks(t *testing.T) {
	g, cheat := lastStack(t, 3)
	var stacks, proofs []record.Record
	var secrets []seat.HandSecret
	for range 2 {
		stacks = append(stacks, g.Sign(cheat, g.Honest(cheat)))
		secrets = append(secrets, cheat.Hand)
	}
	for i := range 2 {
		p := g.Players[i]
		if err := p.Take(stacks[i]); err != nil {
			t.Fatal(err)
		}
		proofs = append(proofs, g.Make(p))
		cheat.Table = g.Replay(g.Players[i].Table.Log()) // the cheat plays on both branches
		cheat.Hand = secrets[i]
		proofs = append(proofs, g.Make(cheat))
	}
	for i := range 2 {
		p := g.Players[i]
		for _, r := range slices.Concat(proofs, stacks, proofs) {
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
