package cores_test

import (
	"sync/atomic"
	"testing"

	"fives/crypto/cores"
)

func TestParallelCallsEachOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 100} {
		calls := make([]atomic.Int32, n)
		cores.Parallel(n, func(i int) { calls[i].Add(1) })
		for i := range calls {
			if got := calls[i].Load(); got != 1 {
				t.Errorf("of %d, %d is called %d times", n, i, got)
			}
		}
	}
}

// A function may call Parallel itself.
func TestParallelWithin(t *testing.T) {
	var calls atomic.Int32
	cores.Parallel(20, func(int) { cores.Parallel(20, func(int) { calls.Add(1) }) })
	if calls.Load() != 400 {
		t.Errorf("%d calls", calls.Load())
	}
}
