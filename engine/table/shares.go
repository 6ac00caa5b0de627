package table

import (
	"errors"
	"fmt"
	"slices"

	"fives/crypto/dleq"
	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/transcript"
	"fives/engine/reading"
	"fives/engine/record"
	"fives/engine/rules"
)

// startOpening begins an opening: each active seat owes its shares of the slots that
// somebody else is to see and that it has not given yet. It returns who owes any.
func (h *Hand) startOpening(a rules.Open) Pending {
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
	return Pending{Kind: record.KindShares, Seats: seats, Why: a.Why}
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

func (h *Hand) owed(seat int) []rules.Slot {
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

// checkShares: each share is the seat's part of the decryption of its slot.
func (h *Hand) checkShares(rd reading.Reading, seat int, tr *transcript.Transcript) (apply func(*Table), pr proof, err error) {
	body, err := reading.Body[record.Shares](rd)
	if err != nil {
		return nil, nil, err
	}
	owed := h.owed(seat)
	shares, pr, err := h.readShares(rd, seat, owed, body.Shares, body.Proof, tr)
	if err != nil {
		return nil, nil, err
	}
	return func(t *Table) {
		for i, x := range owed {
			t.hand.give(x, seat, shares[i])
		}
	}, pr, nil
}

// readShares returns a seat's shares of the slots, b in their encoding. The batched
// proof that comes with them is returned as well; of no slots there is none.
func (h *Hand) readShares(rd reading.Reading, seat int, slots []rules.Slot, b, encoded []byte, tr *transcript.Transcript) (shares []ristretto.Element, pr proof, err error) {
	if len(b) != 32*len(slots) {
		return nil, nil, fmt.Errorf("shares: %d bytes for %d slots", len(b), len(slots))
	}
	if len(slots) == 0 {
		if len(encoded) != 0 {
			return nil, nil, errors.New("shares: a proof of nothing")
		}
		return nil, nil, nil
	}
	if shares, err = rd.Shares(b); err != nil {
		return nil, nil, err
	}
	st := dleq.Statement{X: h.keys[seat], Pairs: make([]dleq.Pair, len(slots))}
	for i, m := range h.Masks(slots) {
		st.Pairs[i] = dleq.Pair{A: m.A, D: shares[i]}
	}
	return shares, shareProof{T: tr, Statement: st, Encoded: encoded}, nil
}

func (h *Hand) give(x rules.Slot, seat int, share ristretto.Element) {
	s := &h.slots[x]
	sum := s.sum.Add(share)
	s.sum = &sum
	s.given = s.given.with(seat)
}

// openShared: the faces of which all shares are public now are public too. It returns
// false if a share is none, because the claim to it was assumed.
func (h *Hand) openShared() bool {
	var slots []rules.Slot
	var faces []int
	for _, o := range h.opening.Cards {
		s := h.slots[o.Slot]
		if s.face < 0 && len(h.lacks(o.Slot)) == 0 && !slices.Contains(slots, o.Slot) {
			slots = append(slots, o.Slot)
			faces = append(faces, h.deck.find(mask.Open(*s.mask, *s.sum)))
		}
	}
	if !h.possible(slots, faces) {
		return false
	}
	h.public = slices.Clone(h.public)
	for i, x := range slots {
		h.reveal(x, faces[i])
	}
	return true
}
