package table

import (
	"fmt"
	"slices"

	"fives/crypto/piece"
	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/crypto/transcript"
	"fives/engine/record"
)

// sealing is what a hand with cover has in addition to its keys: the sealing keys, and
// commitments to the pieces of each hand key (SPEC §10.1).
type sealing struct {
	keys   []ristretto.Element   // sealing keys, by seat
	pieces [][]ristretto.Element // commitments, by seat, in order of its holders
	at     []uint64              // the step in which a seat has published its hand key, by seat; 0 for none
	done   uint64                // the step in which the hand keys became complete; 0 before
}

// checkSeal checks that the seat knows the secret of the sealing key that it publishes.
func checkSeal(rd Reading, seat int, tr *transcript.Transcript) (apply func(*Table), pr proof, err error) {
	body, err := BodyOf[record.SealingKey](rd)
	if err != nil {
		return nil, nil, err
	}
	z, err := ristretto.Decode(body.Key)
	if err != nil {
		return nil, nil, fmt.Errorf("sealing key: %w", err)
	}
	return func(t *Table) { t.hand.sealing.keys[seat] = z }, keyProof{T: tr, SchnorrStatement: sigma.SchnorrStatement{X: z}, Encoded: body.Proof}, nil
}

// startSealing begins a hand in which seats can be covered.
func (t *Table) startSealing() Pending {
	seats := len(t.terms.Seats)
	t.hand.sealing = &sealing{keys: make([]ristretto.Element, seats), pieces: make([][]ristretto.Element, seats), at: make([]uint64, seats)}
	return Pending{Kind: record.KindSeal, Seats: t.hand.active}
}

// endSealing ends the step of sealing keys: the seats that have one owe a hand key.
func (t *Table) endSealing(covered []int) Pending {
	t.hand.party = without(t.hand.active, covered)
	return Pending{Kind: record.KindKey, Seats: t.hand.party}
}

// complete notes the step in which the hand keys became complete.
func (s *sealing) complete(step uint64) {
	if s != nil {
		s.done = step
	}
}

// Holders lists the seats that hold the pieces of a seat's hand key, in the order of its
// commitments: those of its voters that have a sealing key. There are none if the seat
// makes no pieces.
func (t *Table) Holders(seat int) []int {
	if t.hand == nil || t.hand.sealing == nil || !slices.Contains(t.hand.party, seat) {
		return nil
	}
	return slices.DeleteFunc(t.Voters(seat), func(s int) bool { return !slices.Contains(t.hand.party, s) })
}

// KeysStep returns the step in which the keys of the running hand became complete, if the
// hand began with sealing keys.
func (t *Table) KeysStep() (step uint64, ok bool) {
	if t.hand == nil || t.hand.sealing == nil || t.hand.sealing.done == 0 {
		return 0, false
	}
	return t.hand.sealing.done, true
}

// KeyStep returns the step in which a seat has published its key for the running hand, or
// owes it now, if the hand began with sealing keys.
func (t *Table) KeyStep(seat int) (step uint64, ok bool) {
	switch {
	case t.hand == nil || t.hand.sealing == nil:
		return 0, false
	case t.hand.sealing.at[seat] > 0:
		return t.hand.sealing.at[seat], true
	}
	return t.step, t.pending.Kind == record.KindKey
}

// PieceRoute says which piece of a seat's hand key one of its holders derives, and for
// which step.
func (t *Table) PieceRoute(seat, holder int) piece.Way {
	step, _ := t.KeyStep(seat)
	s := t.hand.sealing
	return piece.Way{Place: t.TranscriptOf(seat, step, record.KindKey), From: s.keys[seat], To: s.keys[holder]}
}

// checkPieces returns the commitments that come with a hand key.
func (t *Table) checkPieces(b []byte, seat int, key ristretto.Element) ([]ristretto.Element, error) {
	holders := t.Holders(seat)
	if len(holders) == 0 {
		if len(b) > 0 {
			return nil, fmt.Errorf("pieces of a hand key that nobody holds")
		}
		return nil, nil
	}
	commitments, err := piece.DecodeCommitments(b, len(holders))
	if err != nil {
		return nil, err
	}
	return commitments, piece.Check(key, commitments)
}

// without returns the seats that are not in another list.
func without(seats, out []int) (list []int) {
	for _, s := range seats {
		if !slices.Contains(out, s) {
			list = append(list, s)
		}
	}
	return list
}

// Commitment returns the commitment to a holder's piece in the record of a seat's hand key.
func (t *Table) Commitment(key Reading, seat, holder int) (commitment ristretto.Element, err error) {
	body, err := BodyOf[record.HandKey](key)
	if err != nil {
		return commitment, err
	}
	holders := t.Holders(seat)
	i := slices.Index(holders, holder)
	if i < 0 {
		return commitment, fmt.Errorf("it holds no piece of the hand key of seat %d", seat)
	}
	commitments, err := piece.DecodeCommitments(body.Pieces, len(holders))
	if err != nil {
		return commitment, err
	}
	return commitments[i], nil
}
