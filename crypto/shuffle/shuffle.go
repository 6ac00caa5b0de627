package shuffle

import (
	"fmt"
	"io"

	"fives/crypto/cores"
	"fives/crypto/mask"
	"fives/crypto/pedersen"
	"fives/crypto/ristretto"
)

// A Witness is what only the shuffler knows: out_i is in_π(i) re-masked by s_i.
type Witness struct {
	permutation []int // from 0
	factors     []ristretto.Scalar
}

// A Preparation holds those parts of a pass that depend on no stack and no secret (SPEC
// §6.7): multiples of the joint key and of the generators of commitments. It serves any
// number of passes, also concurrent ones.
type Preparation struct {
	table *ristretto.Table // of the joint key
}

// Prepare prepares passes of stacks of n cards under pk. It is worth calling as
// soon as the joint key is known, while others shuffle.
func Prepare(pk ristretto.Element, n int) (*Preparation, error) {
	if err := checkCount(n); err != nil {
		return nil, err
	}
	pedersen.NewKey(n)
	return &Preparation{table: ristretto.NewTable(pk)}, nil
}

// Warm computes the multiples of the generators that passes of stacks of n cards use,
// under whatever key. It panics unless 1 ≤ n ≤ [pedersen.MaxGenerators].
func Warm(n int) {
	pedersen.NewKey(n)
	ristretto.MulBase(ristretto.Scalar{})
}

// Shuffle permutes in uniformly and re-masks every card under the joint key, on all cores.
// Never reuse rand for another input: two inputs shuffled with the same permutation, or
// with the same factors, give both permutations away.
func (p *Preparation) Shuffle(in []mask.Mask, rand io.Reader) ([]mask.Mask, Witness, error) {
	if err := checkCount(len(in)); err != nil {
		return nil, Witness{}, err
	}
	w, err := DrawWitness(len(in), rand)
	if err != nil {
		return nil, Witness{}, err
	}
	out := make([]mask.Mask, len(in))
	cores.Parallel(len(out), func(i int) { out[i] = mask.Remask(p.table, in[w.permutation[i]], w.factors[i]) })
	return out, w, nil
}

// DrawWitness draws the permutation and the factors of a stack of n cards as Shuffle does:
// the same randomness gives the same ones.
func DrawWitness(n int, rand io.Reader) (w Witness, err error) {
	if w.permutation, err = permutation(n, rand); err != nil {
		return Witness{}, err
	}
	w.factors = make([]ristretto.Scalar, n)
	for i := range w.factors {
		if w.factors[i], err = ristretto.RandomScalar(rand); err != nil {
			return Witness{}, fmt.Errorf("shuffle: re-mask factor: %w", err)
		}
	}
	return w, nil
}

// Fits reports whether st.Out was made with the witness. It looks only at the first card,
// which no other randomness gives.
func (w Witness) Fits(st Statement) bool {
	if len(w.permutation) != len(st.In) || len(st.In) != len(st.Out) {
		return false
	}
	return mask.Remask(ristretto.NewTable(st.PK), st.In[w.permutation[0]], w.factors[0]).Equal(st.Out[0])
}

// Shuffle is [Preparation.Shuffle] without a preparation.
func Shuffle(pk ristretto.Element, in []mask.Mask, rand io.Reader) ([]mask.Mask, Witness, error) {
	p, err := Prepare(pk, len(in))
	if err != nil {
		return nil, Witness{}, err
	}
	return p.Shuffle(in, rand)
}
