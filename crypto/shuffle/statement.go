package shuffle

import (
	"errors"
	"fmt"

	"fives/crypto/mask"
	"fives/crypto/pedersen"
	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// MaxCards is the largest stack that can be shuffled.
const MaxCards = pedersen.MaxGenerators

var (
	// ErrCount is returned for stacks that are too short, too long or unequal.
	ErrCount = errors.New("shuffle: wrong number of cards")
	// ErrIdentity is returned for an identity where none may be: the joint key,
	// an output mask, the face part of an input mask, a commitment.
	ErrIdentity = errors.New("shuffle: identity element")
	// ErrUnmoved is returned when an output mask equals some input mask.
	ErrUnmoved = errors.New("shuffle: output mask equals an input mask")
)

// Statement says that Out is a permutation of In, each card re-masked under
// PK. Only In may hold trivial masks.
type Statement struct {
	PK      ristretto.Element
	In, Out []mask.Mask
}

// encoded holds the encodings of both stacks of a statement, so that they are computed only
// once.
type encoded struct{ in, out []byte }

func checkCount(n int) error {
	if n < 2 || n > MaxCards {
		return fmt.Errorf("%w: %d", ErrCount, n)
	}
	return nil
}

// Check refuses statements that no honest shuffle can make true (SPEC §6.1). A statement
// that it accepts may still be false.
func (st Statement) Check() error {
	_, err := st.check()
	return err
}

// check refuses statements that no honest shuffle can make true (SPEC §6.1).
func (st Statement) check() (encoded, error) {
	if err := checkCount(len(st.In)); err != nil {
		return encoded{}, err
	}
	if len(st.Out) != len(st.In) {
		return encoded{}, fmt.Errorf("%w: %d in, %d out", ErrCount, len(st.In), len(st.Out))
	}
	if st.PK.IsIdentity() {
		return encoded{}, fmt.Errorf("%w: joint key", ErrIdentity)
	}
	for i := range st.In {
		if st.In[i].B.IsIdentity() || st.Out[i].A.IsIdentity() || st.Out[i].B.IsIdentity() {
			return encoded{}, fmt.Errorf("%w: card %d", ErrIdentity, i)
		}
	}
	enc := encoded{in: mask.EncodeStack(st.In), out: mask.EncodeStack(st.Out)}
	return enc, enc.checkMoved()
}

// checkMoved compares every output mask with the whole input stack.
func (enc encoded) checkMoved() error {
	seen := make(map[[mask.Size]byte]bool, len(enc.in)/mask.Size)
	for b := enc.in; len(b) > 0; b = b[mask.Size:] {
		seen[[mask.Size]byte(b)] = true
	}
	for i, b := 0, enc.out; len(b) > 0; i, b = i+1, b[mask.Size:] {
		if seen[[mask.Size]byte(b)] {
			return fmt.Errorf("%w: card %d", ErrUnmoved, i)
		}
	}
	return nil
}

// absorb puts the whole statement into t (SPEC §6.2).
func (st Statement) absorb(t *transcript.Transcript, key pedersen.Key, enc encoded) {
	t.Append("proof", []byte(domain))
	t.AppendElement("PK", st.PK)
	t.AppendUint64("N", uint64(len(st.In)))
	t.Append("generators", key.Encode())
	t.Append("in", enc.in)
	t.Append("out", enc.out)
}
