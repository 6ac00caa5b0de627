package sim_test

import (
	"flag"
	"runtime"
	"sync"
	"testing"

	"fives/p2p/sim"
	"fives/p2p/sim/plan"
)

var (
	seeds = flag.Int("seeds", 60, "how many seeds to play")
	first = flag.Uint64("first", 1, "the first of them")
	one   = flag.Uint64("seed", 0, "play this seed only, with its log")
)

// TestSeeds plays many seeds. A failure names its seed.
func TestSeeds(t *testing.T) { play(t, plan.Draw) }

// TestCovered plays many seeds in which one node is away, for good or now and then, and the
// others cover for it: each game ends for all who are there.
func TestCovered(t *testing.T) { play(t, plan.Away) }

// play plays the plans of many seeds, or of one.
func play(t *testing.T, draw func(seed uint64) plan.Plan) {
	t.Parallel()
	if *one != 0 {
		replay(t, draw(*one))
		return
	}
	var (
		mu    sync.Mutex
		total plan.Counts
		over  int
		wg    sync.WaitGroup
		next  = make(chan uint64)
	)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for seed := range next {
				r := sim.Run(draw(seed))
				mu.Lock()
				total.Add(r.Counts)
				if r.Over {
					over++
				}
				if r.Err != nil {
					t.Errorf("%v (go test ./p2p/sim -run %s$ -seed=%d -v)", r.Err, t.Name(), seed)
				}
				mu.Unlock()
			}
		})
	}
	n := uint64(*seeds)
	if testing.Short() {
		n = min(n, 15)
	}
	for i := range n {
		next <- *first + i
	}
	close(next)
	wg.Wait()
	t.Logf("%d seeds, %d games to the end\n%v", n, over, total)
}

func replay(t *testing.T, p plan.Plan) {
	t.Logf("%+v", p)
	p.Log = func(line string) { t.Log(line) }
	if r := sim.Run(p); r.Err != nil {
		t.Error(r.Err)
	}
}
