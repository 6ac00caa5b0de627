package audit_test

import (
	"testing"
	"time"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/tabletest"
)

// A record's signature is verified once, as what it is: a record, or a notice. A
// roster record is little more than its signature, so it takes little more time.
func TestSignaturesAreVerifiedOnce(t *testing.T) {
	rs, err := games.Find("five-crowns")
	if err != nil {
		t.Fatal(err)
	}
	const seats = 8
	g := tabletest.New(t, rs, seats, nil, 1)
	g.Owed(record.KindKey)
	log := g.Table().Log()
	log = log[:len(log)-1] // with the last one, the first hand begins
	joined := 1 + seats
	timed := func(do func()) time.Duration {
		start := time.Now()
		do()
		return time.Since(start)
	}
	judge := func(log []record.Record) func() {
		return func() {
			if _, err := audit.Verify(log, g.Find, audit.Options{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	open := func() {
		for _, r := range log[joined:] {
			if _, err := r.Open(); err != nil {
				t.Fatal(err)
			}
		}
	}
	// The least of many times, taken in turn, is what it takes on an idle machine: on a
	// busy one that needs more of them.
	without, with, once := timed(judge(log[:joined])), timed(judge(log)), timed(open)
	for n := 0; n < 100 || n < 1000 && with-without > once*8/5; n++ {
		without, with, once = min(without, timed(judge(log[:joined]))), min(with, timed(judge(log))), min(once, timed(open))
	}
	if took := with - without; took > once*8/5 {
		t.Errorf("%d rosters take %v, their signatures %v", len(log)-joined, took, once)
	}
}
