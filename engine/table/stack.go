package table

import (
	"slices"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/shuffle"
	"fives/engine/card"
	"fives/engine/reading"
	"fives/engine/record"
	"fives/engine/rules"
)

// shuffling is a shuffle under way. The active seats publish their stacks one after the
// other, each a shuffle of the one before. Then all of them prove theirs, in one step.
type shuffling struct {
	first  uint64        // the step of the first seat's stack
	stacks [][]mask.Mask // the one that is shuffled, then that of each seat
	faces  []int         // of what is shuffled, as indices in the deck; nil for the whole deck
}

// startShuffle sets up a stack of trivial masks, which every node builds
// itself from public faces.
func (t *Table) startShuffle(a rules.Shuffle) Pending {
	h := t.hand
	points, faces := h.deck.points, []int(nil)
	if a.Cards != nil {
		points, faces = make([]ristretto.Element, len(a.Cards)), make([]int, len(a.Cards))
		for i, x := range a.Cards {
			faces[i] = h.slots[x].face
			points[i] = h.deck.points[faces[i]]
		}
	}
	h.shuffle = &shuffling{first: t.step, stacks: [][]mask.Mask{mask.TrivialStack(points)}, faces: faces}
	return h.shuffleOwed()
}

// shuffleOwed is what the shuffle owes next: the stack of one seat, or when all are
// there, the proofs of all.
func (h *Hand) shuffleOwed() Pending {
	if n := len(h.shuffle.stacks) - 1; n < len(h.active) {
		return Pending{Kind: record.KindStack, Seats: h.active[n : n+1]}
	}
	return Pending{Kind: record.KindProof, Seats: h.active}
}

// ShuffleInput is what the next stack is made of: the joint key of the hand and the
// stack to be shuffled.
func (h *Hand) ShuffleInput() (joint ristretto.Element, stack []mask.Mask) {
	return h.joint, h.shuffle.last()
}

func (s *shuffling) last() []mask.Mask { return s.stacks[len(s.stacks)-1] }

// checkStack: it may be a shuffle of the stack before it. Its author has to prove later
// that it is.
func (h *Hand) checkStack(rd reading.Reading) (apply func(*Table), err error) {
	body, err := reading.Body[record.Stack](rd)
	if err != nil {
		return nil, err
	}
	joint, in := h.ShuffleInput()
	out, err := rd.Masks(body.Stack, len(in))
	if err != nil {
		return nil, err
	}
	if err := (shuffle.Statement{PK: joint, In: in, Out: out}).Check(); err != nil {
		return nil, err
	}
	return func(t *Table) { t.hand.shuffle.add(out) }, nil
}

func (s *shuffling) add(stack []mask.Mask) {
	s.stacks = append(s.stacks[:len(s.stacks):len(s.stacks)], stack)
}

// ShuffleOf is the statement that a seat has to prove of its stack in the running
// shuffle, and the step of that stack. It returns false while the seat has published
// none, and when the shuffle is over.
func (t *Table) ShuffleOf(seat int) (st shuffle.Statement, step uint64, ok bool) {
	h := t.hand
	if h == nil || h.shuffle == nil {
		return st, 0, false
	}
	i := slices.Index(h.active, seat)
	if i < 0 || i+1 >= len(h.shuffle.stacks) {
		return st, 0, false
	}
	st = shuffle.Statement{PK: h.joint, In: h.shuffle.stacks[i], Out: h.shuffle.stacks[i+1]}
	return st, h.shuffle.first + uint64(i), true
}

// checkProof: the seat's stack is a shuffle of the one before it. The proof is made in
// the context of the stack's step, which its author knows before anybody has gone on
// from the stack.
func (t *Table) checkProof(rd reading.Reading, seat int) (proof, error) {
	body, err := reading.Body[record.Proof](rd)
	if err != nil {
		return nil, err
	}
	st, step, _ := t.ShuffleOf(seat)
	return stackProof{T: t.TranscriptOf(seat, step, record.KindProof), Statement: st, Encoded: body.Proof}, nil
}

// shuffled ends the shuffle. It returns the slots of the new stack.
func (h *Hand) shuffled() []rules.Slot {
	masks := h.shuffle.last()
	made := &stack{first: len(h.slots), size: len(masks), faces: h.shuffle.faces}
	list := make([]rules.Slot, made.size)
	for i := range masks {
		list[i] = rules.Slot(len(h.slots))
		h.slots = append(h.slots, slot{mask: &masks[i], stack: made, sum: &ristretto.Element{}, to: rules.None, face: -1})
		h.public = append(h.public, card.Card{})
	}
	h.shuffle = nil
	return list
}
