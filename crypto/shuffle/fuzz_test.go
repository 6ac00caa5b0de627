package shuffle

import (
	"bytes"
	"math"
	"testing"
)

func FuzzDecodeProof(f *testing.F) {
	for _, n := range []int{2, 3} {
		_, p := provedShuffle(f, n)
		f.Add(p.Encode(), n)
	}
	f.Add([]byte{}, 0)
	f.Add(make([]byte, ProofSize(2)), math.MaxInt)
	f.Fuzz(func(t *testing.T, b []byte, n int) {
		p, err := DecodeProof(b, n)
		if err == nil && !bytes.Equal(p.Encode(), b) {
			t.Errorf("%x decodes and re-encodes to %x", b, p.Encode())
		}
	})
}
