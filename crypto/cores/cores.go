package cores

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Parallel calls f with 0 to n-1, in ascending order, as many at a time as there are
// cores, and returns when all are done. The calling goroutine works too, so that short
// work does not have to wait until another core has woken up.
func Parallel(n int, f func(i int)) {
	var taken atomic.Int64
	work := func() {
		for i := int(taken.Add(1)) - 1; i < n; i = int(taken.Add(1)) - 1 {
			f(i)
		}
	}
	var others sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
}
