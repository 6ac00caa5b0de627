package sim_test

import (
	"flag"
	"runtime"
	"sync"
	"testing"
	"time"

	"fives/p2p/sim"
)

var (
	seeds = flag.Int("seeds", 60, "how many seeds to play")
	first = flag.Uint64("first", 1, "the first of them")
	one   = flag.Uint64("seed", 0, "play this seed only, with its log")
)

// TestSeeds plays many seeds. A failure names its seed.
func TestSeeds(t *testing.T) { play(t, sim.Draw) }

// TestCovered plays many seeds in which one node is away, for good or now and then, and the
// others cover for it: each game ends for all who are there.
//
// A run without votes shows nothing. For a step to be owed again, votes of two nodes about each other must both have been delayed; package
// orders has such runs.
func TestCovered(t *testing.T) {
	total, n := play(t, sim.Away)
	if n == 0 {
		return
	}
	for name, times := range map[string]int{
		"votes": total.Votes, "covered steps": total.Covered, "shown records": total.Shown, "moves of stand-ins": total.StoodIn,
		"hands without a key": total.Keyless, "restored homes": total.Restored,
	} {
		if times == 0 {
			t.Errorf("no %s in any log", name)
		}
	}
}

// TestFrozen: a node that is frozen does nothing more, whoever is put to sleep after that, and the others play on.
func TestFrozen(t *testing.T) {
	t.Parallel()
	var total sim.Counts
	for seed := range uint64(6) {
		p := sim.Quiet(seed, 4)
		p.Cover, p.Frozen, p.Sleep, p.Calm, p.Patience = true, true, 2*time.Second, time.Minute, 15*time.Minute
		r := sim.Run(p)
		if r.Err != nil {
			t.Error(r.Err)
		}
		total.Add(r.Counts)
	}
	if total.Gone < 6 || total.Sleep < 60 {
		t.Errorf("%d nodes were frozen, and nodes slept %d times", total.Gone, total.Sleep)
	}
}

// TestHandovers plays many seeds in which seats change hands: between two hands or at once, to newcomers and computer players, and back. It
// is rare that somebody comes back, or that a change is put off because a node does not sign in time, so these are only counted; package
// session has tests of both. Of each of the others there is one in 40 seeds at least.
func TestHandovers(t *testing.T) {
	total, n := play(t, sim.Changing)
	for name, times := range map[string]int{
		"computer players made way": total.BotToPerson, "persons made way": total.PersonToPerson, "computer players took over": total.ToBot,
		"seats changed hands at once": total.AtOnce, "who was away was replaced": total.Replaced,
		"wishes were taken back": total.TakenBack, "nodes crashed": total.Crash,
	} {
		if times < n/40 {
			t.Errorf("only %d times: %s", times, name)
		}
	}
}

// play plays the plans of many seeds, and returns what happened and how many they were. If one
// seed is asked for, it plays that alone, and none counts.
func play(t *testing.T, draw func(seed uint64) sim.Plan) (total sim.Counts, n int) {
	t.Parallel()
	if *one != 0 {
		replay(t, draw(*one))
		return total, 0
	}
	var (
		mu   sync.Mutex
		over int
		wg   sync.WaitGroup
		next = make(chan uint64)
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
	if n = *seeds; testing.Short() {
		n = min(n, 15)
	}
	for i := range n {
		next <- *first + uint64(i)
	}
	close(next)
	wg.Wait()
	t.Logf("%d seeds, %d games to the end\n%v", n, over, total)
	return total, n
}

func replay(t *testing.T, p sim.Plan) {
	t.Logf("%+v", p)
	p.Log = func(line string) { t.Log(line) }
	if r := sim.Run(p); r.Err != nil {
		t.Error(r.Err)
	}
}
