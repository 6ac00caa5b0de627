package transcript

import (
	"crypto/sha3"
	"encoding/binary"
	"fmt"
	"io"

	"fives/crypto/ristretto"
)

// Hedge returns a stream of secret bytes for what has been absorbed so far, under a label
// (SPEC §2.4): a pseudorandom function of all that, of a long-term secret and of 32 bytes
// from rand. So the stream is unpredictable as long as either the secret or rand is, and
// two places have unrelated streams under the same rand, in a forked process for example.
// The transcript itself does not change. The only error is that of rand.
func (t *Transcript) Hedge(label string, secret []byte, rand io.Reader) (io.Reader, error) {
	b := binary.BigEndian.AppendUint64(make([]byte, 0, 8+len(secret)), uint64(len(secret)))
	return t.hedge(label, append(b, secret...), rand)
}

// NonceSource yields the secret nonces of one proof.
type NonceSource struct {
	h io.Reader
}

// Nonces returns a source of hedged nonces for the statement absorbed so far,
// with the witness as the secret (SPEC §2.5).
func (t *Transcript) Nonces(rand io.Reader, secrets ...ristretto.Scalar) (*NonceSource, error) {
	b := vector(len(secrets))
	for _, s := range secrets {
		b = s.AppendTo(b)
	}
	h, err := t.hedge("nonces", b, rand)
	if err != nil {
		return nil, err
	}
	return &NonceSource{h: h}, nil
}

// Scalar returns the next nonce.
func (n *NonceSource) Scalar() ristretto.Scalar {
	var b [64]byte
	n.h.Read(b[:])
	return uniformScalar(b[:])
}

// hedge opens the branch of the transcript that absorbs the secrets and fresh
// randomness.
func (t *Transcript) hedge(label string, secrets []byte, rand io.Reader) (*sha3.SHAKE, error) {
	var fresh [32]byte
	if _, err := io.ReadFull(rand, fresh[:]); err != nil {
		return nil, fmt.Errorf("transcript: %s: %w", label, err)
	}
	c := t.Clone()
	c.absorb(opHedge, label, uint64(len(secrets)+len(fresh)))
	c.h.Write(secrets)
	c.h.Write(fresh[:])
	return &c.h, nil
}
