package node

import (
	"slices"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
)

// waitingFor returns what the table waits for.
func waitingFor(r tableState, names []string) api.Waiting {
	t := r.Table()
	says := func(what string, seats []int) api.Waiting {
		return api.Waiting{What: what, Names: namesOf(names, seats), Devices: namesOf(names, people(t, seats))}
	}
	switch {
	case t.Over():
		return says("over", nil)
	case r.Withdrawn():
		return says(api.Withdrawn, departed(t))
	case t.Stopped():
		return says(api.Guilty, culprits(t))
	case leftBehind(r):
		return says(api.LeftBehind, people(t, departed(t)))
	case len(r.Lost()) > 0:
		return says(api.Left, r.Lost())
	case t.Violated() && len(t.Pending().Seats) == 0:
		return says("violated", nil)
	case r.Problem() != nil && !playedFor(r):
		return api.Waiting{What: api.Stuck, Detail: plainError(r.Problem())}
	case mustHear(r):
		return says("unheard", r.Unheard())
	}
	d := t.Pending()
	w := says(string(d.Kind), t.Awaited())
	if d.Kind == record.KindShares {
		w.Why = d.Why
	}
	return w
}

// mustHear reports whether this node was started again, and signs nothing before it has heard from others.
func mustHear(r tableState) bool { return !r.Ready() && len(r.Unheard()) > 0 }

// leftBehind reports whether the seats of all other nodes, at least two, have left a table whose
// hand needs them, and this node has not. Whoever goes on at another table leaves this one first. Who
// looks on may see somebody who is left behind as well.
func leftBehind(r tableState) bool {
	t, own := r.Table(), r.Local()
	if own != nil && own.Left || len(r.Lost()) == 0 {
		return false
	}
	gone, here := map[record.Key]bool{}, map[record.Key]bool{}
	for i, s := range t.Terms().Seats {
		switch node := s.Node(); {
		case t.HasLeft(i):
			gone[node] = true
		case own == nil || node != t.Terms().Seats[own.Seat()].Node():
			here[node] = true
		}
	}
	return len(gone) > 1 && (own == nil || len(here) == 0)
}

// departed lists the seats that have left.
func departed(t *table.Table) []int {
	return slices.DeleteFunc(t.Terms().Everybody(), func(seat int) bool { return !t.HasLeft(seat) })
}

// playedFor reports whether the others play for this node's seat because it lacks the key of the
// running hand.
func playedFor(r tableState) bool {
	t, own := r.Table(), r.Local()
	return own != nil && r.Lacking(own.Seat()) && !t.Needs(own.Seat()) && (!slices.Contains(t.Missing(), own.Seat()) || !r.CoverAt(own.Seat()).IsZero())
}

// culprits lists the seats whose faults stop the table. Faults in hands whose results all have signed
// are only evidence.
func culprits(t *table.Table) []int {
	var seats []int
	for _, f := range t.Faults() {
		if t.Stops(f) && !slices.Contains(seats, f.Seat) {
			seats = append(seats, f.Seat)
		}
	}
	return seats
}
