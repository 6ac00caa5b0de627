package transcript

import (
	"crypto/sha3"
	"fmt"
	"io"

	"fives/crypto/ristretto"
)

// NonceSource yields the secret nonces of one proof.
type NonceSource struct {
	h *sha3.SHAKE
}

// Nonces returns a source of hedged nonces for the statement absorbed so far
// (SPEC §2.4): they are a pseudorandom function of the statement, the secrets
// and 32 bytes of rand. So they stay unpredictable without good randomness, and
// differ for two statements under the same randomness, in a forked process for
// example. The transcript itself does not change. The only error is that of
// rand.
func (t *Transcript) Nonces(rand io.Reader, secrets ...ristretto.Scalar) (*NonceSource, error) {
	var fresh [32]byte
	if _, err := io.ReadFull(rand, fresh[:]); err != nil {
		return nil, fmt.Errorf("transcript: nonces: %w", err)
	}
	c := t.Clone()
	b := vector(len(secrets))
	for _, s := range secrets {
		b = s.AppendTo(b)
	}
	b = append(b, fresh[:]...)
	c.absorb(opNonces, "nonces", uint64(len(b)))
	c.h.Write(b)
	return &NonceSource{h: c.h}, nil
}

// Scalar returns the next nonce.
func (n *NonceSource) Scalar() ristretto.Scalar {
	var b [64]byte
	n.h.Read(b[:])
	return uniformScalar(b[:])
}
