package seat

import (
	"crypto/ed25519"
	"crypto/sha256"
	"io"

	"fives/crypto/piece"
	"fives/crypto/ristretto"
	"fives/engine/record"
	"fives/engine/table"
)

// Away makes the vote that another seat is away, with covering shares if that seat owes
// shares and the voter holds a piece of its key (SPEC §10.2). They are proved against the
// commitment in the log: a holder whose piece does not fit it gets [ErrNoKey], and signs
// nothing false. The caller must have made sure that the node of the seat is silent, and
// must store the vote before sending it.
func Away(t *table.Table, seat, about int, key ed25519.PrivateKey, h HandSecret, rand io.Reader) (record.Record, error) {
	var body record.Away
	if commitment, points := t.CoveringShares(seat, about); len(points) > 0 {
		s, err := pieceOf(t, seat, about, h)
		if err != nil {
			return record.Record{}, err
		}
		tr := t.TranscriptAbout(seat, about, t.Step(), record.KindAway)
		if body.Shares, body.Proof, err = openWith(tr, commitment, s, points, rand); err != nil {
			return record.Record{}, err
		}
	}
	return vote(t, seat, about, t.Step(), key, record.KindAway, body)
}

// Here makes the vote that shows another seat's record for a step that has begun.
func Here(t *table.Table, seat, about int, step uint64, key ed25519.PrivateKey, r record.Record) (record.Record, error) {
	return vote(t, seat, about, step, key, record.KindHere, record.Here{Payload: r.Payload, Signature: r.Signature})
}

func vote(t *table.Table, seat, about int, step uint64, key ed25519.PrivateKey, kind record.Kind, body any) (record.Record, error) {
	p, err := t.VotePayload(seat, about, step, kind, body)
	if err != nil {
		return record.Record{}, err
	}
	return record.Sign(key, p)
}

// pieceOf derives the piece of another seat's hand key that a seat holds.
func pieceOf(t *table.Table, seat, about int, h HandSecret) (s ristretto.Scalar, err error) {
	if h.Number != t.HandNumber() {
		return s, ErrNoKey
	}
	w := t.PieceRoute(about, seat)
	return w.Derive(piece.Shared(h.Seal, w.From)), nil
}

// Complain makes the complaint about another seat's hand key, if the commitment to the
// piece of it that this seat holds is false (SPEC §10.5).
func Complain(t *table.Table, seat, about int, key ed25519.PrivateKey, h HandSecret, rand io.Reader) (complaint record.Record, ok bool) {
	step, published := t.KeyStep(about)
	if !published || h.Number != t.HandNumber() {
		return complaint, false
	}
	r := t.OwnAt(step, about)
	if r == nil {
		return complaint, false
	}
	commitment, err := t.Commitment(table.Peek(*r), about, seat)
	if err != nil {
		return complaint, false
	}
	c, err := piece.Complain(t.TranscriptAbout(seat, about, step, record.KindComplaint), t.PieceRoute(about, seat), commitment, h.Seal, rand)
	if err != nil {
		return complaint, false
	}
	enc := c.Shared.Encode()
	body := record.Complaint{Record: sha256.Sum256(r.Payload), Point: enc[:], Proof: c.Proof.Encode()}
	complaint, err = vote(t, seat, about, step, key, record.KindComplaint, body)
	return complaint, err == nil
}
