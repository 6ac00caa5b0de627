package sigma

import (
	"errors"

	"fives/crypto/ristretto"
)

// Labels that both proofs use.
const (
	labelProof   = "proof"
	labelKey     = "X"
	labelChal    = "c"
	labelRespond = "s"
)

// A Witness is the secret x of a key X = x·G.
type Witness struct{ X ristretto.Scalar }

var (
	// ErrIdentity is returned when an element of a statement or a commitment is the
	// identity.
	ErrIdentity = errors.New("sigma: identity element")
	// ErrKeyEquation is returned when s·G = R + c·X does not hold; R is T1 in a DLEQ proof.
	ErrKeyEquation = errors.New("sigma: key equation s·G = R + c·X fails")
	// ErrWitness is returned when the prover's secret is not that of the key.
	ErrWitness = errors.New("sigma: the secret is not that of the key")
)
