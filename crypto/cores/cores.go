package cores

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Parallel calls f with 0 to n-1, the least first, as many at a time as there are
// cores, and returns when all are done. It works itself: what is done before another
// core has woken up waits for none.
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
