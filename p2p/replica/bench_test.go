package replica_test

import (
	"runtime"
	"testing"
	"time"

	"fives/crypto/cores"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/tabletest"
	"fives/p2p/replica"
)

// BenchmarkComeBack is what a node needs to take in the log of its table from another one,
// for each full hand of four seats, on all cores and on one: what verify does with the same
// hands (BenchmarkVerifyLog of engine/audit), but a message at a time, and it takes each record
// in twice, at a copy of the table and at the table. Neither disk nor network are in it.
func BenchmarkComeBack(b *testing.B) {
	const hands = 8
	rs, err := games.Find("furious-five")
	if err != nil {
		b.Fatal(err)
	}
	g := tabletest.New(b, rs, 4, nil, 1)
	g.Hands(hands, rs.Bots[0])
	for name, most := range map[string]int{"cores": runtime.GOMAXPROCS(0), "one": 1} {
		b.Run(name, func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(most))
			var least time.Duration
			for b.Loop() {
				start := time.Now()
				comeBack(b, g)
				if took := time.Since(start); least == 0 || took < least {
					least = took
				}
			}
			b.ReportMetric(float64(least.Microseconds())/1000/hands, "ms/hand")
			b.ReportMetric(float64(g.Table().Step())/least.Seconds(), "steps/s")
		})
	}
}

// comeBack has the node of a seat, which knows who sits down, take in the rest from one that
// looks on. It signs nothing, because it does not hear the other seats.
func comeBack(b *testing.B, g *tabletest.Rig) {
	t, err := replica.GenesisOf(g.Table()).Table(games.Find)
	if err != nil {
		b.Fatal(err)
	}
	own := &replica.LocalSeat{Key: g.Players[0].Key}
	back := replica.New(t, replica.Config{Seats: []*replica.LocalSeat{own}, Loaded: true, Rand: g.Secret, Parallel: cores.Parallel})
	other := replica.New(g.Table().Snapshot(), replica.Config{})
	now := time.Unix(1_750_000_000, 0)
	back.Connect("other", record.KeyOf(tabletest.Key(9, 0)), now)
	other.Connect("back", record.KeyOf(own.Key), now)
	for back.Table().Step() < g.Table().Step() {
		for _, e := range back.Take().Send {
			other.Receive("back", e.Message, now)
		}
		sent := other.Take().Send
		if len(sent) == 0 {
			b.Fatalf("it stays at step %d of %d", back.Table().Step(), g.Table().Step())
		}
		for _, e := range sent {
			back.Prepare([]replica.Message{e.Message}, now)
			back.Receive("other", e.Message, now)
		}
	}
	if back.Table().Head() != g.Table().Head() {
		b.Fatal("it has come to another head")
	}
}
