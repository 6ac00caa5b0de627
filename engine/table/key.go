package table

import (
	"fmt"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/schnorr"
	"fives/crypto/transcript"
	"fives/engine/reading"
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
}

// checkKey: the seat knows the secret of the key it publishes.
func checkKey(rd reading.Reading, seat int, tr *transcript.Transcript) (apply func(*Table), pr proof, err error) {
	body, err := reading.Body[record.HandKey](rd)
	if err != nil {
		return nil, nil, err
	}
	x, err := ristretto.Decode(body.Key)
	if err != nil {
		return nil, nil, fmt.Errorf("hand key: %w", err)
	}
	return func(t *Table) { t.hand.keys[seat] = x }, keyProof{T: tr, Statement: schnorr.Statement{X: x}, Encoded: body.Proof}, nil
}

// joinKeys makes the joint key of the seats' keys. It returns false if they add up to
// the identity. Whoever could arrange that would have had to know the sum of all
// secrets, so no seat can be named.
func (h *Hand) joinKeys() bool {
	var keys []ristretto.Element
	for _, s := range h.active {
		keys = append(keys, h.keys[s])
	}
	joint, err := mask.JointKey(keys...)
	if err != nil {
		return false
	}
	h.joint = joint
	return true
}
