package node

import (
	"slices"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/replica"
)

// minNodes is the smallest number of nodes at a table with which one of them can be covered
// (engine/SPEC §10): with fewer, one that keeps two others apart could read their cards.
const minNodes = 4

// missedSecond lists the seats whose nodes are not heard and that owe something to the keys or a
// shuffle, but cannot be covered because another one was covered there ([api.OneADeal]).
func missedSecond(r tableState) []int {
	t := r.Table()
	return slices.DeleteFunc(t.Missing(), func(seat int) bool {
		online, _ := r.Online(seat)
		return online || !t.Coverable(seat) || t.Covering(seat)
	})
}

// noCover returns why nobody is covered in the running or the next hand of a table with cover:
// [api.FewNodes], or "" if somebody can be.
func noCover(t *table.Table) string {
	if !t.Terms().Covers() || t.Over() {
		return ""
	}
	if t.Hand() != nil {
		if slices.ContainsFunc(t.Position().Status().Active, t.Coverable) {
			return ""
		}
		return api.FewNodes
	}
	var nodes []record.Key
	for i, s := range t.Terms().Seats {
		if node := s.Node(); !t.HasLeft(i) && !slices.Contains(nodes, node) {
			nodes = append(nodes, node)
		}
	}
	if len(nodes) < minNodes {
		return api.FewNodes
	}
	return ""
}

// absentSeats lists the absent seats for whose records a table waits.
func absentSeats(r tableState) []int {
	return slices.DeleteFunc(r.Table().Missing(), func(s int) bool {
		online, _ := r.Online(s)
		return online || r.Table().HasLeft(s)
	})
}

// votersAway lists the absent seats that would have to vote on the record of a seat.
func votersAway(r tableState, seat int) []int {
	return slices.DeleteFunc(r.Table().Voters(seat), func(s int) bool {
		online, _ := r.Online(s)
		return online && !r.Table().HasLeft(s)
	})
}

// whoGaveUp names those who no longer wait for a seat.
func whoGaveUp(t *table.Table, seat int, names []string) []string {
	away, _ := t.VotesOf(seat)
	return namesOf(names, people(t, away))
}

// whoHasNotVoted names those who have not given up a seat yet, if it can be covered and somebody has.
func whoHasNotVoted(r tableState, seat int, names []string) []string {
	t := r.Table()
	away, _ := t.VotesOf(seat)
	if len(away) == 0 || r.CoverAt(seat).IsZero() {
		return nil
	}
	return namesOf(names, people(t, slices.DeleteFunc(t.Voters(seat), func(s int) bool {
		return slices.Contains(away, s) || slices.ContainsFunc(r.Seats(), func(o *replica.LocalSeat) bool { return o.Seat() == s })
	})))
}

// people lists, each once, the seats of the people on whose devices some seats are played: for a
// computer player that of its host, if the host has one.
func people(t *table.Table, seats []int) (list []int) {
	for _, s := range seats {
		if host := t.Terms().Seats[s].Host; host != nil && t.Terms().SeatOf(*host) >= 0 {
			s = t.Terms().SeatOf(*host)
		}
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// givenUpNames names those for whom this node no longer waits: the given seats, and the absent ones
// that are covered already, or that this node has given up before.
func givenUpNames(r tableState, seats []int) []string {
	for _, s := range absentSeats(r) {
		away, _ := r.Table().VotesOf(s)
		said := slices.ContainsFunc(r.Seats(), func(o *replica.LocalSeat) bool { return slices.Contains(away, o.Seat()) })
		if !slices.Contains(seats, s) && (said || r.Table().Covered(s) && !r.CoverAt(s).IsZero()) {
			seats = append(seats, s)
		}
	}
	return namesOf(r.Table().Terms().Names(), seats)
}

// settled reports whether the latest hand of a table is settled.
func settled(t *table.Table) bool {
	n := len(t.Results())
	return n > 0 && t.Results()[n-1].Hand == t.HandNumber()
}

// keyless reports whether a seat missed the deal of the running hand: it has no hand key, so its
// stand-in plays.
func keyless(t *table.Table, seat int) bool {
	_, dealt := t.KeysStep()
	return dealt && !settled(t) && !t.Hand().Keyed(seat) && slices.Contains(t.Position().Status().Active, seat)
}

func showMove(m table.PlayedMove, names []string) api.Played {
	return api.Played{Name: names[m.Seat], Move: m.Text, Step: m.Step, StandIn: m.StandIn}
}

func showMoved(list []table.PlayedMove, names []string) (shown []api.Played) {
	for _, m := range list {
		shown = append(shown, showMove(m, names))
	}
	return shown
}
