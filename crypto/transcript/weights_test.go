package transcript

import (
	"testing"

	"fives/crypto/ristretto"
)

// Weights that a prover could predict, or that two equations share, would let errors
// cancel each other.
func TestWeights(t *testing.T) {
	ts := []*Transcript{New("fives/v1/test"), New("fives/v1/test"), New("fives/v1/test")}
	ts[2].Append("proof", []byte("another one"))
	before := ts[2].Clone().Challenge("c")
	seen := map[[ristretto.ScalarSize]byte]bool{}
	for range 20 {
		lists := Weights(ts, 5)
		if len(lists) != len(ts) {
			t.Fatalf("%d lists", len(lists))
		}
		for _, list := range lists {
			if len(list) != 5 {
				t.Fatalf("%d weights", len(list))
			}
			for _, w := range list {
				enc := w.Encode()
				if seen[enc] || w.IsZero() {
					t.Error("a weight is not new")
				}
				if [16]byte(enc[16:]) != [16]byte{} {
					t.Error("a weight of more than 128 bits")
				}
				seen[enc] = true
			}
		}
	}
	if !ts[2].Clone().Challenge("c").Equal(before) {
		t.Error("a transcript has changed")
	}
	if len(Weights(nil, 5)) != 0 {
		t.Error("weights of nothing")
	}
}
