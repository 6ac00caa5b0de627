package shuffle

import (
	"fmt"
	"io"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
)

// Witness is what only the shuffler knows: out_i is in_π(i) re-masked by s_i.
type Witness struct {
	permutation []int // from 0
	factors     []ristretto.Scalar
}

// Shuffle permutes in uniformly and re-masks every card under pk.
func Shuffle(pk ristretto.Element, in []mask.Mask, rand io.Reader) ([]mask.Mask, Witness, error) {
	if err := checkCount(len(in)); err != nil {
		return nil, Witness{}, err
	}
	p, err := permutation(len(in), rand)
	if err != nil {
		return nil, Witness{}, err
	}
	w := Witness{permutation: p, factors: make([]ristretto.Scalar, len(in))}
	out := make([]mask.Mask, len(in))
	table := ristretto.NewTable(pk)
	for i := range out {
		if w.factors[i], err = ristretto.RandomScalar(rand); err != nil {
			return nil, Witness{}, fmt.Errorf("shuffle: re-mask factor: %w", err)
		}
		out[i] = mask.Remask(table, in[p[i]], w.factors[i])
	}
	return out, w, nil
}
