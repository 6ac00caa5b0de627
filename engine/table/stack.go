package table

import (
	"slices"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/shuffle"
	"fives/engine/card"
	"fives/engine/record"
	"fives/engine/rules"
)

// shuffling is a shuffle under way. The seats publish their stacks one after the other,
// each a shuffle of the one before. Then all of them prove their stacks, in one step. A
// shuffling never changes: each step makes a new one.
type shuffling struct {
	input []mask.Mask // what is shuffled
	faces []int       // of the input, as indices into the deck; nil for the whole deck
	owed  []int       // seats that still owe a stack, in order
	made  []published // the stacks so far
	again bool        // all owed their stacks again, see [Table.OwedAgain]
}

// A published stack is the stack of one seat.
type published struct {
	seat   int
	step   uint64 // of the stack
	masks  []mask.Mask
	proved bool
}

// startShuffle sets up a stack of trivial masks, which every node builds itself from public
// faces.
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
	h.shuffle = (&shuffling{input: mask.TrivialStack(points), faces: faces}).begin(h.keyed)
	return h.shuffleOwed()
}

// begin returns a shuffle of the same cards in which these seats owe their stacks from the
// beginning.
func (s *shuffling) begin(seats []int) *shuffling {
	return &shuffling{input: s.input, faces: s.faces, owed: seats}
}

// shuffleOwed returns what is owed next in a shuffle: the stack of one seat or, when all
// stacks are there, the proofs that are missing. When the shuffle is done, nothing is owed.
func (h *Hand) shuffleOwed() Pending {
	s := h.shuffle
	if len(s.owed) > 0 {
		return Pending{Kind: record.KindStack, Seats: s.owed[:1]}
	}
	var unproved []int
	for _, m := range s.made {
		if !m.proved {
			unproved = append(unproved, m.seat)
		}
	}
	slices.Sort(unproved)
	return Pending{Kind: record.KindProof, Seats: unproved}
}

// seats lists the seats that have made a stack or owe one.
func (s *shuffling) seats() []int {
	seats := slices.Clone(s.owed)
	for _, m := range s.made {
		seats = append(seats, m.seat)
	}
	return seats
}

// owes reports whether a seat still owes a stack, or the proof of the one that it has made.
func (s *shuffling) owes(seat int) bool {
	return slices.Contains(s.owed, seat) || slices.ContainsFunc(s.made, func(m published) bool { return m.seat == seat && !m.proved })
}

// nodesOf returns how many nodes play these seats.
func nodesOf(terms *Terms, seats []int) int {
	nodes := map[record.Key]bool{}
	for _, s := range seats {
		nodes[terms.Seats[s].Node()] = true
	}
	return len(nodes)
}

// next goes on after the seat whose stack was owed, whether or not it has made one.
func (s *shuffling) next() *shuffling {
	n := *s
	n.owed = s.owed[1:]
	return &n
}

// prove ends a step of proofs. If a proof was voted away, its stack and those made from it
// are void, and their seats, except that one, owe them again.
func (s *shuffling) prove(covered []int) *shuffling {
	n := *s
	n.made = nil
	for i, m := range s.made {
		if slices.Contains(covered, m.seat) {
			for _, later := range s.made[i+1:] {
				n.owed = append(n.owed[:len(n.owed):len(n.owed)], later.seat)
			}
			n.owed = without(n.owed, covered)
			break
		}
		m.proved = true
		n.made = append(n.made, m)
	}
	return &n
}

// ShuffleInput returns what the next stack is made from: the joint key of the hand and the
// stack to shuffle.
func (h *Hand) ShuffleInput() (joint ristretto.Element, stack []mask.Mask) {
	return h.joint, h.shuffle.last()
}

func (s *shuffling) last() []mask.Mask {
	if len(s.made) == 0 {
		return s.input
	}
	return s.made[len(s.made)-1].masks
}

// checkStack checks that a stack may be a shuffle of the one before it. Its author has to
// prove later that it is.
func (t *Table) checkStack(rd Reading, seat int) (apply func(*Table), err error) {
	body, err := BodyOf[record.Stack](rd)
	if err != nil {
		return nil, err
	}
	joint, in := t.hand.ShuffleInput()
	out, err := rd.masks(body.Stack, len(in))
	if err != nil {
		return nil, err
	}
	if err := (shuffle.Statement{PK: joint, In: in, Out: out}).Check(); err != nil {
		return nil, err
	}
	m := published{seat: seat, step: t.step, masks: out}
	return func(t *Table) { t.hand.shuffle = t.hand.shuffle.add(m) }, nil
}

func (s *shuffling) add(m published) *shuffling {
	n := *s
	n.made = append(s.made[:len(s.made):len(s.made)], m)
	return &n
}

// ShuffleOf returns the statement that a seat has to prove about its stack in the running
// shuffle, and the step of that stack. It returns false if the seat has published no stack,
// or has proved it already.
func (t *Table) ShuffleOf(seat int) (st shuffle.Statement, step uint64, ok bool) {
	h := t.hand
	if h == nil || h.shuffle == nil {
		return st, 0, false
	}
	in := h.shuffle.input
	for _, m := range h.shuffle.made {
		if m.seat == seat && !m.proved {
			return shuffle.Statement{PK: h.joint, In: in, Out: m.masks}, m.step, true
		}
		in = m.masks
	}
	return st, 0, false
}

// checkProof checks the proof that the seat's stack is a shuffle of the one before it. The
// proof is made in the context of the stack's step, which its author knows before anybody
// has gone on from the stack.
func (t *Table) checkProof(rd Reading, seat int) (proof, error) {
	body, err := BodyOf[record.Proof](rd)
	if err != nil {
		return nil, err
	}
	st, step, _ := t.ShuffleOf(seat)
	return stackProof{T: t.TranscriptOf(seat, step, record.KindProof), Statement: st, Encoded: body.Proof}, nil
}

// endShuffle ends the shuffle. It returns the slots of the new stack.
func (h *Hand) endShuffle() []rules.Slot {
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
