package session_test

import (
	"testing"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/tabletest"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// A record that is stored, and that all others voted away after that, is in the way of nothing.
func TestRebuildVotedAway(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 4, nil, 1)
	g.Owed(record.KindMove)
	mover, at := g.Turn(), g.Table()
	st := &session.Stored{Genesis: *replica.GenesisOf(at)}
	for step := at.FirstStep(); step < at.Step(); step++ {
		st.Records = append(st.Records, at.Records(step)...)
	}
	st.Records = append(st.Records, g.Make(mover))
	for _, p := range g.Players {
		if p == mover {
			continue
		}
		vote, err := seat.Away(p.Table, p.Seat, mover.Seat, p.Key, p.Hand, g.Secret)
		if err != nil {
			t.Fatal(err)
		}
		st.Records = append(st.Records, vote)
	}
	one := func(n int, f func(i int)) {
		for i := range n {
			f(i)
		}
	}
	read, err := session.Rebuild(at.ID(), st, g.Find, one)
	if err != nil || read.Step() != at.Step()+1 || !read.Covered(mover.Seat) {
		t.Errorf("%v, %v", read, err)
	}
}
