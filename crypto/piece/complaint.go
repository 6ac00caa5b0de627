package piece

import (
	"errors"
	"fmt"
	"io"

	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/crypto/transcript"
)

// ComplaintSize is the length of an encoded Complaint in bytes.
const ComplaintSize = ristretto.ElementSize + sigma.DLEQSize

// ErrFits is returned by Complain if the commitment is right.
var ErrFits = errors.New("piece: no complaint, the commitment fits the piece")

// With a Complaint, the holder of a piece says that the owner has published a false
// commitment. It consists of the point that the two share, and a proof that it is theirs.
type Complaint struct {
	Shared ristretto.Element
	Proof  sigma.DLEQProof
}

// Complain makes, for the holder whose sealing secret is z, the complaint about a
// commitment. It advances t, which is bound to the place of the complaint. It refuses to
// complain of a commitment that fits, so no node accuses another by mistake.
func Complain(t *transcript.Transcript, w Way, commitment ristretto.Element, z ristretto.Scalar, rand io.Reader) (Complaint, error) {
	if Fits(w.Derive(Shared(z, w.From)), commitment) {
		return Complaint{}, ErrFits
	}
	st, p, err := sigma.ProveDLEQ(t, w.To, []ristretto.Element{w.From}, sigma.Witness{X: z}, rand)
	if err != nil {
		return Complaint{}, fmt.Errorf("piece: complaint: %w", err)
	}
	return Complaint{Shared: st.Pairs[0].D, Proof: p}, nil
}

// Claim returns what a complaint about this piece proves, whether it is upheld or not: that
// its point is the one that the two ends share.
func (c Complaint) Claim(t *transcript.Transcript, w Way) sigma.DLEQClaim {
	return sigma.DLEQClaim{
		T:             t,
		DLEQStatement: sigma.DLEQStatement{X: w.To, Pairs: []sigma.Pair{{A: w.From, D: c.Shared}}},
		DLEQProof:     c.Proof,
	}
}

// Judge decides between the two ends, in the context that t carries; t is not changed. An
// error means that the complaint proves nothing. Otherwise it is either upheld, and the
// owner has published a false commitment, or the holder has complained about a right one.
func (c Complaint) Judge(t *transcript.Transcript, w Way, commitment ristretto.Element) (upheld bool, err error) {
	if err := c.Claim(t, w).Verify(); err != nil {
		return false, fmt.Errorf("piece: complaint: %w", err)
	}
	return !Fits(w.Derive(c.Shared), commitment), nil
}

// Encode returns the encodings of the point and the proof, ComplaintSize bytes.
func (c Complaint) Encode() []byte {
	d := c.Shared.Encode()
	return append(d[:], c.Proof.Encode()...)
}

// DecodeComplaint parses what Encode writes and nothing else.
func DecodeComplaint(b []byte) (Complaint, error) {
	if len(b) != ComplaintSize {
		return Complaint{}, fmt.Errorf("piece: complaint of %d bytes, want %d", len(b), ComplaintSize)
	}
	var c Complaint
	var err error
	if c.Shared, err = decode(b[:ristretto.ElementSize]); err != nil {
		return Complaint{}, fmt.Errorf("piece: shared point: %w", err)
	}
	if c.Proof, err = sigma.DecodeDLEQ(b[ristretto.ElementSize:]); err != nil {
		return Complaint{}, fmt.Errorf("piece: complaint: %w", err)
	}
	return c, nil
}
