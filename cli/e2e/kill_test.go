//go:build linux

package e2e

import (
	"testing"
	"time"
)

var names = []string{"ana", "ben", "cleo", "dora"}

// onLoopback makes daemons that know each other's addresses.
func onLoopback(t *testing.T, names ...string) []*daemon {
	t.Parallel()
	dir := t.TempDir()
	var daemons []*daemon
	for _, name := range names {
		daemons = append(daemons, newDaemon(t, dir, name, "", "lo", 0))
	}
	var addrs []string
	for _, d := range daemons {
		d.peers = append([]string{}, addrs...)
		d.start()
		addrs = append(addrs, d.status().Addresses[0])
	}
	for i, d := range daemons {
		d.peers = nil
		for j, addr := range addrs {
			if i != j {
				d.peers = append(d.peers, addr)
			}
		}
	}
	return daemons
}

// TestKills kills a random daemon of four, again and again, with kill -9: the
// game ends by itself, with the same head everywhere.
func TestKills(t *testing.T) {
	usual := 5
	if testing.Short() {
		usual = 2
	}
	kills := count(t, "FIVES_KILLS", usual)
	rng := seeded(t)
	daemons := onLoopback(t, names...)
	id := seat(t, daemons, 60+40*kills) // lasts for about twice as many kills
	done := 0
	var waits []time.Duration
	for ; done < kills && !over(daemons, id); done++ {
		d := daemons[rng.IntN(len(daemons))]
		time.Sleep(time.Duration(rng.IntN(300)) * time.Millisecond)
		d.kill()
		time.Sleep(time.Duration(rng.IntN(200)) * time.Millisecond)
		begin := time.Now()
		d.start()
		moves(t, daemons, id, 1)
		waits = append(waits, time.Since(begin))
	}
	ends(t, daemons, id)
	var longest, sum time.Duration
	for _, w := range waits {
		longest, sum = max(longest, w), sum+w
	}
	t.Logf("%d kills; from a restart to the next step %v on average, %v at most", done, sum/time.Duration(max(1, done)), longest)
	if done < kills {
		t.Errorf("the game was over after %d kills of %d", done, kills)
	}
}
