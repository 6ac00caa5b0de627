package table

import (
	"errors"
	"fmt"
	"slices"

	"fives/crypto/dleq"
	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/engine/card"
	"fives/engine/record"
	"fives/engine/rules"
)

// startOpening makes the shares of an opening pending: each active seat owes its shares
// of the slots that somebody else is to see and that it has not given yet. It
// returns false if nobody owes any.
func (t *Table) startOpening(a rules.Open) bool {
	h := t.hand
	h.opening = a
	for _, o := range a.Cards {
		if o.To != rules.None {
			h.slots[o.Slot].to = o.To
		}
	}
	var seats []int
	for _, s := range h.active {
		if len(h.owed(s)) > 0 {
			seats = append(seats, s)
		}
	}
	t.pending = Pending{Kind: record.KindShares, Seats: seats, Why: a.Why}
	return len(seats) > 0
}

// SharesOwed lists the slots of which a seat owes shares in the running step,
// in the order in which its record gives them; none in a step that owes
// anything else.
func (t *Table) SharesOwed(seat int) []rules.Slot {
	if t.Pending().Kind != record.KindShares {
		return nil
	}
	return t.hand.owed(seat)
}

func (h *hand) owed(seat int) []rules.Slot {
	if !slices.Contains(h.active, seat) {
		return nil
	}
	var owed []rules.Slot
	for _, o := range h.opening.Cards {
		s := h.slots[o.Slot]
		if o.To != seat && s.face < 0 && !s.given.has(seat) {
			owed = append(owed, o.Slot)
		}
	}
	return owed
}

// Masks returns the masks at the slots.
func (t *Table) Masks(slots []rules.Slot) []mask.Mask {
	masks := make([]mask.Mask, len(slots))
	for i, x := range slots {
		masks[i] = t.hand.slots[x].mask
	}
	return masks
}

// checkShares: each share is the seat's part of the decryption of its slot.
func (t *Table) checkShares(p record.Payload, seat int) (Checked, error) {
	body, err := record.Decode[record.Shares](p)
	if err != nil {
		return Checked{}, err
	}
	owed := t.hand.owed(seat)
	shares, err := t.verifyShares(seat, owed, body.Shares, body.Proof)
	if err != nil {
		return Checked{}, err
	}
	h := t.hand
	return Checked{apply: func() {
		for i, x := range owed {
			h.give(x, seat, shares[i])
		}
	}}, nil
}

// verifyShares decodes a seat's shares of the slots and verifies the batched
// proof that comes with them.
func (t *Table) verifyShares(seat int, slots []rules.Slot, b, proof []byte) ([]ristretto.Element, error) {
	if len(b) != 32*len(slots) {
		return nil, fmt.Errorf("shares: %d bytes for %d slots", len(b), len(slots))
	}
	if len(slots) == 0 {
		if len(proof) != 0 {
			return nil, errors.New("shares: a proof of nothing")
		}
		return nil, nil
	}
	shares := make([]ristretto.Element, len(slots))
	st := dleq.Statement{X: t.hand.keys[seat], Pairs: make([]dleq.Pair, len(slots))}
	for i, m := range t.Masks(slots) {
		d, err := ristretto.Decode(b[32*i : 32*i+32])
		if err != nil {
			return nil, fmt.Errorf("share %d: %w", i, err)
		}
		shares[i] = d
		st.Pairs[i] = dleq.Pair{A: m.A, D: d}
	}
	pr, err := dleq.DecodeProof(proof)
	if err != nil {
		return nil, err
	}
	if err := dleq.Verify(t.Transcript(seat), st, pr); err != nil {
		return nil, err
	}
	return shares, nil
}

func (h *hand) give(x rules.Slot, seat int, share ristretto.Element) {
	s := &h.slots[x]
	s.sum = s.sum.Add(share)
	s.given = s.given.with(seat)
}

// sharesDone: the faces of which all shares are public now are public too.
func (t *Table) sharesDone() {
	h := t.hand
	h.public = slices.Clone(h.public)
	for _, o := range h.opening.Cards {
		s := h.slots[o.Slot]
		if s.face < 0 && len(h.lacks(o.Slot)) == 0 {
			h.reveal(o.Slot, h.deck.find(mask.Open(s.mask, s.sum)))
		}
	}
	t.pos = t.pos.Opened(h.public)
	t.next()
}

// OpenedTo returns what a seat needs to see a slot that was opened to it and is not
// public: the mask, and the sum of the other seats' shares. It returns false
// for every other slot.
func (t *Table) OpenedTo(seat int, x rules.Slot) (m mask.Mask, others ristretto.Element, ok bool) {
	h := t.hand
	if h == nil || !h.known(x) || h.slots[x].to != seat || h.slots[x].face >= 0 {
		return m, others, false
	}
	lacks := h.lacks(x)
	if len(lacks) != 1 || lacks[0] != seat {
		return m, others, false
	}
	return h.slots[x].mask, h.slots[x].sum, true
}

// Face finds the card of a point, the zero Card if no face of the deck has it.
func (t *Table) Face(point ristretto.Element) (c card.Card) {
	if i := t.hand.deck.find(point); i >= 0 {
		return t.hand.deck.Cards[i]
	}
	return c
}

// Slots is how many slots the stacks of the running hand have so far.
func (t *Table) Slots() int {
	if t.hand == nil {
		return 0
	}
	return len(t.hand.slots)
}
