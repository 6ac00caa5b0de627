package shuffle

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// each does what is to be done for 0..n−1, on all cores.
func each(n int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				do(int(i))
			}
		})
	}
	workers.Wait()
}
