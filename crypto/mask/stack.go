package mask

import (
	"fmt"

	"fives/crypto/ristretto"
)

// TrivialStack returns the trivial masks of faces in order: what the first
// shuffle pass starts from.
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

// DecodeStack parses a stack of exactly n masks. The length is compared before
// anything is allocated.
func DecodeStack(b []byte, n int) ([]Mask, error) {
	if n < 0 || len(b)%Size != 0 || len(b)/Size != n {
		return nil, fmt.Errorf("mask: stack of %d bytes, want %d masks", len(b), n)
	}
	stack := make([]Mask, n)
	for i := range stack {
		m, err := Decode(b[Size*i : Size*(i+1)])
		if err != nil {
			return nil, fmt.Errorf("mask: card %d: %w", i, err)
		}
		stack[i] = m
	}
	return stack, nil
}
