package table

import (
	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/shuffle"
	"fives/crypto/transcript"
	"fives/engine/card"
	"fives/engine/reading"
	"fives/engine/record"
	"fives/engine/rules"
)

// shuffling is a shuffle under way: the active seats pass the stack on, each
// permuting and re-masking it.
type shuffling struct {
	stack  []mask.Mask // the input of the running pass
	faces  []int       // of what is shuffled, as indices in the deck; nil for the whole deck
	passes int         // done so far
}

// startShuffle sets up a stack of trivial masks, which every node builds
// itself from public faces.
func (h *Hand) startShuffle(a rules.Shuffle) Pending {
	points, faces := h.deck.points, []int(nil)
	if a.Cards != nil {
		points, faces = make([]ristretto.Element, len(a.Cards)), make([]int, len(a.Cards))
		for i, x := range a.Cards {
			faces[i] = h.slots[x].face
			points[i] = h.deck.points[faces[i]]
		}
	}
	h.shuffle = &shuffling{stack: mask.TrivialStack(points), faces: faces}
	return h.passOwed()
}

// ShuffleInput is the statement that the running pass starts from: the joint
// key of the hand and the stack to be shuffled.
func (h *Hand) ShuffleInput() (joint ristretto.Element, stack []mask.Mask) {
	return h.joint, h.shuffle.stack
}

// checkPass: the new stack is a shuffle of the old one.
func (h *Hand) checkPass(rd reading.Reading, tr *transcript.Transcript) (apply func(*Table), pr proof, err error) {
	body, err := reading.Body[record.Pass](rd)
	if err != nil {
		return nil, nil, err
	}
	joint, in := h.ShuffleInput()
	out, err := rd.Masks(body.Stack, len(in))
	if err != nil {
		return nil, nil, err
	}
	pr = passProof{T: tr, Statement: shuffle.Statement{PK: joint, In: in, Out: out}, Encoded: body.Proof}
	return func(t *Table) { t.hand.shuffle.passed(out) }, pr, nil
}

// passed notes that a seat has shuffled.
func (s *shuffling) passed(out []mask.Mask) { s.stack, s.passes = out, s.passes+1 }

// passOwed is what the shuffle owes next: a pass of one seat, or nothing when all
// have shuffled.
func (h *Hand) passOwed() Pending {
	n := h.shuffle.passes
	return Pending{Kind: record.KindPass, Seats: h.active[n:min(n+1, len(h.active))]}
}

// shuffled ends the shuffle. It returns the slots of the new stack.
func (h *Hand) shuffled() []rules.Slot {
	made := &stack{first: len(h.slots), size: len(h.shuffle.stack), faces: h.shuffle.faces}
	list := make([]rules.Slot, made.size)
	for i := range h.shuffle.stack {
		list[i] = rules.Slot(len(h.slots))
		h.slots = append(h.slots, slot{mask: &h.shuffle.stack[i], stack: made, sum: &ristretto.Element{}, to: rules.None, face: -1})
		h.public = append(h.public, card.Card{})
	}
	h.shuffle = nil
	return list
}
