package shuffle

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// permutation draws a uniform permutation of 0..n−1 (Fisher–Yates).
func permutation(n int, rand io.Reader) ([]int, error) {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j, err := below(uint32(i+1), rand)
		if err != nil {
			return nil, err
		}
		p[i], p[j] = p[j], p[i]
	}
	return p, nil
}

// below draws a uniform number in [0, n). Draws from the incomplete last
// multiple of n are rejected, because a plain remainder would favour small
// numbers.
func below(n uint32, rand io.Reader) (uint32, error) {
	excess := (math.MaxUint32%n + 1) % n // 2³² mod n
	for {
		var b [4]byte
		if _, err := io.ReadFull(rand, b[:]); err != nil {
			return 0, fmt.Errorf("shuffle: permutation: %w", err)
		}
		if v := binary.BigEndian.Uint32(b[:]); v <= math.MaxUint32-excess {
			return v % n, nil
		}
	}
}
