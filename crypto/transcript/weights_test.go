package transcript

import (
	"testing"

	"fives/crypto/ristretto"
)

// Weights are unpredictable and differ between equations, or errors could cancel each
// other.
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

// Every weight depends on every proof and on every bit of the fresh bytes.
func TestWeightsHangOnEverything(t *testing.T) {
	const n = 4
	scripts := func(change int) []*Transcript {
		ts := make([]*Transcript, 3)
		for i := range ts {
			ts[i] = New("fives/v1/test")
			ts[i].AppendUint64("proof", uint64(i))
			if i == change {
				ts[i].Append("response", []byte{1})
			}
		}
		return ts
	}
	var fresh [32]byte
	base := weights(scripts(-1), n, fresh)
	differ := func(what string, other [][]ristretto.Scalar) {
		t.Helper()
		for i, list := range other {
			for j, w := range list {
				if w.Equal(base[i][j]) {
					t.Errorf("%s: weight %d of proof %d stays", what, j, i)
				}
			}
		}
	}
	for i, list := range weights(scripts(-1), n, fresh) {
		for j, w := range list {
			if !w.Equal(base[i][j]) {
				t.Fatalf("weight %d of proof %d is another for the same proofs", j, i)
			}
		}
	}
	for i := range 3 {
		differ("another proof", weights(scripts(i), n, fresh))
	}
	swapped := scripts(-1)
	swapped[0], swapped[1] = swapped[1], swapped[0]
	differ("another order", weights(swapped, n, fresh))
	for i := range fresh {
		other := fresh
		other[i] = 0x80
		differ("other fresh bytes", weights(scripts(-1), n, other))
	}
}
