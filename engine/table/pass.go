package table

import (
	"fmt"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/shuffle"
	"fives/engine/card"
	"fives/engine/record"
	"fives/engine/rules"
)

// shuffling is a shuffle under way: the active seats pass the stack on, each
// permuting and re-masking it.
type shuffling struct {
	stack  []mask.Mask // the input of the running pass
	passes int         // done so far
}

// startShuffle sets up a stack of trivial masks, which every node builds
// itself from public faces.
func (t *Table) startShuffle(a rules.Shuffle) {
	h := t.hand
	faces := h.deck.points
	if a.Cards != nil {
		faces = make([]ristretto.Element, len(a.Cards))
		for i, x := range a.Cards {
			faces[i] = h.deck.points[h.slots[x].face]
		}
	}
	h.shuffle = &shuffling{stack: mask.TrivialStack(faces)}
	t.pending = Pending{Kind: record.KindPass, Seats: h.active[:1]}
}

// ShuffleInput is the statement that the running pass starts from: the joint
// key of the hand and the stack to be shuffled.
func (t *Table) ShuffleInput() (joint ristretto.Element, stack []mask.Mask) {
	return t.hand.joint, t.hand.shuffle.stack
}

// checkPass: the new stack is a shuffle of the old one.
func (t *Table) checkPass(p record.Payload, seat int) (Checked, error) {
	body, err := record.Decode[record.Pass](p)
	if err != nil {
		return Checked{}, err
	}
	joint, in := t.ShuffleInput()
	out, err := mask.DecodeStack(body.Stack, len(in))
	if err != nil {
		return Checked{}, err
	}
	proof, err := shuffle.DecodeProof(body.Proof, len(in))
	if err != nil {
		return Checked{}, err
	}
	st := shuffle.Statement{PK: joint, In: in, Out: out}
	if err := shuffle.Verify(t.Transcript(seat), st, proof); err != nil {
		return Checked{}, fmt.Errorf("shuffle: %w", err)
	}
	s := t.hand.shuffle
	return Checked{apply: func() { s.stack, s.passes = out, s.passes+1 }}, nil
}

func (t *Table) passDone() {
	h := t.hand
	if n := h.shuffle.passes; n < len(h.active) {
		t.pending = Pending{Kind: record.KindPass, Seats: h.active[n : n+1]}
		return
	}
	stack := make([]rules.Slot, len(h.shuffle.stack))
	for i, m := range h.shuffle.stack {
		stack[i] = rules.Slot(len(h.slots))
		h.slots = append(h.slots, slot{mask: m, to: rules.None, face: -1})
		h.public = append(h.public, card.Card{})
	}
	h.shuffle = nil
	t.pos = t.pos.Shuffled(stack)
	t.next()
}
