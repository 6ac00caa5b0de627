package sim_test

import (
	"testing"
	"time"

	"fives/p2p/sim"
)

// However a table ends, the others go on, at a table that is played to its end.
func TestContinue(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(p *sim.Plan){
		"leave": func(p *sim.Plan) { p.Leave = true },
		"gone":  func(p *sim.Plan) { p.Gone = true },
		"fork":  func(p *sim.Plan) { p.Cheat, p.Cheats = sim.Fork, map[int]bool{1: true} },
		"late fork": func(p *sim.Plan) {
			p.Cheat, p.Cheats, p.Late = sim.Fork, map[int]bool{1: true}, true
			p.Seed, p.Calm = p.Seed+9, 12*time.Second // where both branches are settled
		},
		"invalid": func(p *sim.Plan) {
			p.Cheat, p.Cheats = sim.Invalid, map[int]bool{1: true, 2: true} // one after the other
		},
		"withhold": func(p *sim.Plan) { p.Cheat, p.Cheats, p.Gone = sim.Withhold, map[int]bool{1: true}, true },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var total sim.Counts
			for seed := range uint64(2) {
				p := sim.Quiet(seed, 4)
				p.Think, p.Calm, p.Impatience = 300*time.Millisecond, 3*time.Second, 2*time.Second
				change(&p)
				r := sim.Run(p)
				if r.Err != nil {
					t.Error(r.Err)
				}
				total.Add(r.Counts)
			}
			if total.Begun == 0 || total.Ended == 0 {
				t.Errorf("%d continuations called for, %d begun, %d ended", total.Called, total.Begun, total.Ended)
			}
			if name == "late fork" && total.Earlier == 0 {
				t.Error("nobody went back to a hand that all have")
			}
		})
	}
}

// A seat is out of the game, and another one forks the log. The first seat and onlookers come to the branch that all players have signed, even
// if the cheat has shown them the other one.
func TestForkBeforeThoseWhoSitOut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		seed uint64
		late bool
	}{{71, false}, {0, true}, {44, true}} {
		p := sim.Quiet(c.seed, 4)
		p.Think, p.Calm, p.Impatience = 300*time.Millisecond, 3*time.Second, 2*time.Second
		p.Cheat, p.Cheats = sim.Fork, map[int]bool{1: true}
		if c.late {
			p.Late, p.Onlookers, p.Calm = true, 2, 12*time.Second
		}
		r := sim.Run(p)
		if r.Err != nil {
			t.Error(r.Err)
		}
		if r.Counts.Turned == 0 {
			t.Errorf("seed %d: nobody goes over to another branch: the seed is of no use any more", c.seed)
		}
	}
}

// The others have left a table for another one while a cheat's receipt is missing there, and get it long after that. An onlooker that had
// all until then gets it, too.
func TestReceiptAfterAllHaveLeft(t *testing.T) {
	t.Parallel()
	p := sim.Quiet(17, 4)
	p.Think, p.Impatience = 300*time.Millisecond, 2*time.Second
	p.Cheat, p.Cheats = sim.Fork, map[int]bool{1: true}
	p.Late, p.Onlookers, p.Calm = true, 2, 12*time.Second
	r := sim.Run(p)
	if r.Err != nil {
		t.Error(r.Err)
	}
	if r.Counts.Ended == 0 {
		t.Error("nobody plays at another table: the seed is of no use any more")
	}
}

// Two of four people are in browsers, which have no room again and again, are slow, and
// are killed; the game ends all the same.
func TestPages(t *testing.T) {
	t.Parallel()
	var total sim.Counts
	for seed := range uint64(6) {
		p := sim.Quiet(seed, 4)
		p.Pages = map[int]bool{1: true, 3: true}
		p.Crash, p.FullDisk, p.SlowDisk, p.Break, p.Calm = 500*time.Millisecond, 2*time.Second, 2*time.Second, 2*time.Second, 20*time.Second
		r := sim.Run(p)
		if r.Err != nil || !r.Over {
			t.Errorf("seed %d: over %v, %v", seed, r.Over, r.Err)
		}
		total.Add(r.Counts)
	}
	if total.Opened <= total.Pages || total.FullDisk == 0 || total.SlowDisk == 0 || total.Break == 0 {
		t.Errorf("too little goes wrong:\n%v", total)
	}
}

// Impatient people, whose nodes see each other only now and then, call at the same time and for different tables.
func TestRashCalls(t *testing.T) {
	t.Parallel()
	var total sim.Counts
	for seed := range uint64(4) {
		p := sim.Quiet(seed, 4)
		p.Sleep, p.Part, p.Crash, p.Outage = 3*time.Second, 3*time.Second, 3*time.Second, 15*time.Second
		p.Impatience, p.Calm = time.Second, 30*time.Second
		r := sim.Run(p)
		if r.Err != nil {
			t.Error(r.Err)
		}
		total.Add(r.Counts)
	}
	if total.Called <= total.Begun || total.Begun == 0 {
		t.Errorf("%d continuations called for, %d begun", total.Called, total.Begun)
	}
	t.Logf("%d continuations called for, %d begun, %d ended", total.Called, total.Begun, total.Ended)
}
