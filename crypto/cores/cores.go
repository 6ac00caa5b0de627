package cores

import (
	"runtime"
	"sync"
)

// Parallel calls f with 0 to n-1, the least first, as many at a time as there are
// cores, and returns when all are done.
func Parallel(n int, f func(i int)) {
	var all sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range n {
		room <- struct{}{}
		all.Go(func() {
			defer func() { <-room }()
			f(i)
		})
	}
	all.Wait()
}
