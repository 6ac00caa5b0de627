package table

import (
	"fmt"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/schnorr"
	"fives/engine/record"
)

// startHand begins a hand: every seat that plays it owes a key.
func (t *Table) startHand() {
	st := t.pos.Status()
	if st.Winners != nil {
		t.pending = Pending{}
		return
	}
	t.hand = newHand(t.terms, st)
	t.pending = Pending{Kind: record.KindKey, Seats: t.hand.active}
}

// checkKey: the seat knows the secret of the key it publishes.
func (t *Table) checkKey(p record.Payload, seat int) (Checked, error) {
	body, err := record.Decode[record.HandKey](p)
	if err != nil {
		return Checked{}, err
	}
	x, err := ristretto.Decode(body.Key)
	if err != nil {
		return Checked{}, fmt.Errorf("hand key: %w", err)
	}
	proof, err := schnorr.DecodeProof(body.Proof)
	if err != nil {
		return Checked{}, err
	}
	if err := schnorr.Verify(t.Transcript(seat), schnorr.Statement{X: x}, proof); err != nil {
		return Checked{}, err
	}
	h := t.hand
	return Checked{apply: func() { h.keys[seat] = x }}, nil
}

func (t *Table) keysDone() {
	h := t.hand
	var keys []ristretto.Element
	for _, s := range h.active {
		keys = append(keys, h.keys[s])
	}
	joint, err := mask.JointKey(keys...)
	if err != nil {
		// The keys add up to the identity: whoever could arrange that would
		// have had to know the sum of all secrets. No seat can be named, so
		// the seats draw new keys.
		t.pending = Pending{Kind: record.KindKey, Seats: h.active}
		return
	}
	h.joint = joint
	t.next()
}

// HandKey is the key that a seat has published for the running hand, the
// identity if it has none yet.
func (t *Table) HandKey(seat int) (key ristretto.Element) {
	if t.hand == nil || seat < 0 || seat >= len(t.hand.keys) {
		return key
	}
	return t.hand.keys[seat]
}
