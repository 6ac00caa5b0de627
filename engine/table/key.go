package table

import (
	"fmt"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/crypto/transcript"
	"fives/engine/record"
)

// startHand begins a hand: every seat that plays it owes a key.
func (t *Table) startHand() {
	st := t.pos.Status()
	if st.Winners != nil {
		t.pending = Pending{}
		return
	}
	t.hand = newHand(t.deck(), len(t.terms.Seats), st)
	t.pending = Pending{Kind: record.KindKey, Seats: t.hand.active}
	if t.Coverable(t.hand.active[0]) {
		t.pending = t.startSealing()
	}
}

// checkKey checks that the seat knows the secret of the key that it publishes.
func (t *Table) checkKey(rd Reading, seat int, tr *transcript.Transcript) (apply func(*Table), pr proof, err error) {
	body, err := BodyOf[record.HandKey](rd)
	if err != nil {
		return nil, nil, err
	}
	x, err := ristretto.Decode(body.Key)
	if err != nil {
		return nil, nil, fmt.Errorf("hand key: %w", err)
	}
	pieces, err := t.checkPieces(body.Pieces, seat, x)
	if err != nil {
		return nil, nil, err
	}
	step := t.step
	return func(t *Table) { t.hand.setKey(seat, step, x, pieces) }, keyProof{T: tr, SchnorrStatement: sigma.SchnorrStatement{X: x}, Encoded: body.Proof}, nil
}

func (h *Hand) setKey(seat int, step uint64, x ristretto.Element, pieces []ristretto.Element) {
	h.keys[seat] = x
	if h.sealing != nil {
		h.sealing.pieces[seat], h.sealing.at[seat] = pieces, step
	}
}

// rekey makes all seats that owed a key owe a new one, including those that were voted
// away.
func (h *Hand) rekey() Pending {
	h.keyed = nil
	clear(h.keys)
	if h.sealing != nil {
		clear(h.sealing.pieces)
		clear(h.sealing.at)
	}
	return Pending{Kind: record.KindKey, Seats: h.party}
}

// joinKeys makes the joint key from the keys of those seats. It returns false if they add
// up to the identity. To arrange that, somebody would have had to know the sum of all
// secrets, so no seat can be blamed.
func (h *Hand) joinKeys(seats []int) bool {
	h.keyed = seats
	var keys []ristretto.Element
	for _, s := range h.keyed {
		keys = append(keys, h.keys[s])
	}
	joint, err := mask.JointKey(keys...)
	if err != nil {
		return false
	}
	h.joint = joint
	return true
}
