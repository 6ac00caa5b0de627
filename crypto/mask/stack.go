package mask

import (
	"cmp"
	"fmt"

	"fives/crypto/cores"
	"fives/crypto/ristretto"
)

// TrivialStack returns the trivial masks of faces in order, the input of the first
// shuffle pass.
func TrivialStack(faces []ristretto.Element) []Mask {
	stack := make([]Mask, len(faces))
	for i, f := range faces {
		stack[i] = Trivial(f)
	}
	return stack
}

// EncodeStack returns the encodings of all masks in order, Size bytes each.
func EncodeStack(stack []Mask) []byte {
	b := make([]byte, 0, Size*len(stack))
	for _, m := range stack {
		enc := m.Encode()
		b = append(b, enc[:]...)
	}
	return b
}

// decodedAtOnce is the number of masks from which another core is worth its while.
const decodedAtOnce = 8

// DecodeStack parses a stack of exactly n masks, on all cores. The length is compared
// before anything is allocated.
func DecodeStack(b []byte, n int) ([]Mask, error) {
	if n < 0 || len(b)%Size != 0 || len(b)/Size != n {
		return nil, fmt.Errorf("mask: stack of %d bytes, want %d masks", len(b), n)
	}
	stack := make([]Mask, n)
	errs := make([]error, (n+decodedAtOnce-1)/decodedAtOnce)
	cores.Parallel(len(errs), func(part int) {
		for i := part * decodedAtOnce; i < min(n, (part+1)*decodedAtOnce) && errs[part] == nil; i++ {
			if stack[i], errs[part] = Decode(b[Size*i : Size*(i+1)]); errs[part] != nil {
				errs[part] = fmt.Errorf("mask: card %d: %w", i, errs[part])
			}
		}
	})
	if err := cmp.Or(errs...); err != nil {
		return nil, err
	}
	return stack, nil
}
