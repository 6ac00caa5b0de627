//go:build linux

package e2e

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"fives/p2p/api"
	"fives/p2p/control"
)

// TestFaults plays games while faults are injected into one of the daemons, and reports what
// was acknowledged and what was there afterwards. Nothing acknowledged may be missing, unless
// the home is refused with advice what to do; no seat ever signs two records for one step.
func TestFaults(t *testing.T) {
	if os.Getenv("FIVES_E2E") == "" {
		t.Skip("it takes minutes: FIVES_E2E=1 (make faults, make e2e)")
	}
	x := newOrdeal(t, seeded(t))
	defer func() { t.Logf("\n%s", x.report) }()
	for _, c := range []struct {
		name   string
		suffer func(x *ordeal)
	}{
		{"kills", (*ordeal).kills},
		{"opened tables", (*ordeal).opened},
		{"killed at calls", (*ordeal).killsAtCalls},
		{"errors", (*ordeal).errors},
		{"power cut", (*ordeal).powerCuts},
		{"errors at the start", (*ordeal).starts},
		{"no space", (*ordeal).full},
		{"cut off", (*ordeal).cuts},
		{"older copies", (*ordeal).olds},
		{"second daemons", (*ordeal).seconds},
		{"read-only", (*ordeal).readOnly},
	} {
		if only := os.Getenv("FIVES_ONLY"); only != "" && only != c.name {
			continue
		}
		passed := t.Run(c.name, func(t *testing.T) {
			x.in(t)
			c.suffer(x)
		})
		x.in(t)
		if !passed {
			return // the daemons may be in any state
		}
	}
	x.end()
}

// in makes a test the one that fails.
func (x *ordeal) in(t *testing.T) {
	x.t = t
	for _, d := range x.daemons {
		d.t = t
	}
}

// seeded returns random numbers from FIVES_SEED, or from a seed that is logged.
func seeded(t *testing.T) *rand.Rand {
	t.Helper()
	seed := rand.Uint64()
	if s := os.Getenv("FIVES_SEED"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatalf("FIVES_SEED: %v", err)
		}
		seed = n
	}
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// count returns a number from the environment.
func count(t *testing.T, name string, usual int) int {
	t.Helper()
	s := os.Getenv(name)
	if s == "" {
		return usual
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// kills kills the victim with kill -9 in the middle of what it does, and now and then
// again while it starts.
func (x *ordeal) kills() {
	r, again := x.report.row("kill -9 at a random moment"), x.report.row("kill -9 while it starts after one")
	for n := range count(x.t, "FIVES_CRASHES", 8) {
		x.underLoad()
		x.victim.kill()
		r.times++
		if n%5 != 4 {
			x.survives(r)
			continue
		}
		for range 1 + x.rng.IntN(3) {
			x.victim.launch()
			x.pause(200)
			x.victim.kill()
			again.times++
		}
		x.survives(again)
	}
}

// opened kills the victim just after it has said that a table is open. Afterwards the table has
// another ID (PROTOCOL §4.3), and the same number of seats.
func (x *ordeal) opened() {
	r := x.report.row("kill -9 after a table was opened")
	for n := range count(x.t, "FIVES_COPIES", 2) {
		x.underLoad()
		seats := 2 + n%4
		_, ok := ask(x.victim, func(c *control.Client, ctx context.Context) (api.Offer, error) {
			return c.Host(ctx, api.HostRequest{Game: "five", Seats: seats})
		})
		if !ok {
			x.t.Fatalf("%s opens no table\n%s", x.victim.name, x.victim.lastLines())
		}
		x.victim.kill()
		r.times++
		r.acknowledged++
		x.survives(r)
		open := x.victim.tables().Open
		i := slices.IndexFunc(open, func(o api.Offer) bool { return o.Mine && o.Seats == seats })
		if i < 0 {
			r.lost++
			x.t.Errorf("%s: it is gone: %+v", r.fault, open)
			continue
		}
		r.there++
		run(x.t, "leave", "--yes", open[i].ID[:8], "--home", x.victim.home)
	}
}
