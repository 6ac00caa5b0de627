package table

import (
	"errors"
	"fmt"
	"slices"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/crypto/transcript"
	"fives/engine/record"
	"fives/engine/rules"
)

// startOpening begins an opening: each active seat owes shares of the slots that somebody
// else is to see, unless it has given them already. Nothing is opened to a seat without a
// hand key. It returns who owes shares.
func (h *Hand) startOpening(a rules.Open) Pending {
	a.Cards = slices.DeleteFunc(slices.Clone(a.Cards), func(o rules.Opening) bool { return o.To != rules.None && !h.Keyed(o.To) })
	h.opening = a
	for _, o := range a.Cards {
		if o.To != rules.None {
			h.slots[o.Slot].to = o.To
		}
	}
	var seats []int
	for _, s := range h.keyed {
		if len(h.owed(s)) > 0 {
			seats = append(seats, s)
		}
	}
	return Pending{Kind: record.KindShares, Seats: seats, Why: a.Why}
}

// SharesOwed lists the points of which a seat owes shares in the running step, in the order
// in which its record gives them: those of the masks being opened, or that of a lot. There
// are none in a step of anything but shares.
func (t *Table) SharesOwed(seat int) []ristretto.Element {
	if t.Pending().Kind != record.KindShares {
		return nil
	}
	return t.hand.pointsOwed(seat)
}

func (h *Hand) pointsOwed(seat int) []ristretto.Element {
	if h.draw != nil {
		return []ristretto.Element{h.draw.point}
	}
	return h.Points(h.owed(seat))
}

func (h *Hand) owed(seat int) []rules.Slot {
	if !slices.Contains(h.keyed, seat) {
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

// checkShares checks that each share is the seat's part of the decryption of its slot.
func (h *Hand) checkShares(rd Reading, seat int, tr *transcript.Transcript) (apply func(*Table), pr proof, err error) {
	body, err := BodyOf[record.Shares](rd)
	if err != nil {
		return nil, nil, err
	}
	shares, pr, err := h.readShares(rd, h.keys[seat], h.pointsOwed(seat), body.Shares, body.Proof, tr)
	if err != nil {
		return nil, nil, err
	}
	return h.takeShares(seat, shares), pr, nil
}

// takeShares returns what to do when a step is complete that has the shares that a seat
// owes, or the covering shares of the holders of its pieces, which add up to the same.
func (h *Hand) takeShares(seat int, shares []ristretto.Element) (apply func(*Table)) {
	if h.draw != nil {
		return func(t *Table) { t.hand.draw = t.hand.draw.give(shares[0]) }
	}
	owed := h.owed(seat)
	return func(t *Table) {
		for i, x := range owed {
			t.hand.give(x, seat, shares[i])
		}
	}
}

// readShares decodes b, the shares of the points under a key. It also returns the one proof
// for all of them, and none if there are no points.
func (h *Hand) readShares(rd Reading, key ristretto.Element, points []ristretto.Element, b, encoded []byte, tr *transcript.Transcript) (shares []ristretto.Element, pr proof, err error) {
	if len(b) != 32*len(points) {
		return nil, nil, fmt.Errorf("shares: %d bytes of %d points", len(b), len(points))
	}
	if len(points) == 0 {
		if len(encoded) != 0 {
			return nil, nil, errors.New("shares: a proof of nothing")
		}
		return nil, nil, nil
	}
	if shares, err = rd.shares(b); err != nil {
		return nil, nil, err
	}
	st := sigma.DLEQStatement{X: key, Pairs: make([]sigma.Pair, len(points))}
	for i, a := range points {
		st.Pairs[i] = sigma.Pair{A: a, D: shares[i]}
	}
	return shares, shareProof{T: tr, DLEQStatement: st, Encoded: encoded}, nil
}

func (h *Hand) give(x rules.Slot, seat int, share ristretto.Element) {
	s := &h.slots[x]
	sum := s.sum.Add(share)
	s.sum = &sum
	s.given = s.given.with(seat)
}

// openShared makes the faces public of which all shares are public now. It returns false if
// a share is false, which can be if a claim was assumed.
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
