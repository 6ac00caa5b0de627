package present

import (
	"slices"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/replica"
)

// minNodes is how many nodes a table must have that one of them can be covered: no other one
// alone may be able to read its cards.
const minNodes = 3

// noCover is why nobody is covered in the running hand, or the one to come, of a table with
// cover.
func noCover(t *table.Table) string {
	if !t.Terms().Cover || t.Over() {
		return ""
	}
	if t.Hand() != nil {
		if slices.ContainsFunc(t.Position().Status().Active, t.Covering) {
			return ""
		}
		return control.FewNodes
	}
	var nodes []record.Key
	for i, s := range t.Terms().Seats {
		if node := s.Node(); !t.HasLeft(i) && !slices.Contains(nodes, node) {
			nodes = append(nodes, node)
		}
	}
	if len(nodes) < minNodes {
		return control.FewNodes
	}
	return ""
}

// awaited lists the seats that a table waits for and whose nodes are away.
func awaited(r State) []int {
	return slices.DeleteFunc(r.Table().Missing(), func(s int) bool {
		online, _ := r.Online(s)
		return online || r.Table().HasLeft(s)
	})
}

// votersAway lists those who would have to vote on the record of a seat, and are not there.
func votersAway(r State, seat int) []int {
	return slices.DeleteFunc(r.Table().Voters(seat), func(s int) bool {
		online, _ := r.Online(s)
		return online && !r.Table().HasLeft(s)
	})
}

// gaveUp names those who do not wait any longer for a seat: a computer player votes for its
// host's node.
func gaveUp(t *table.Table, seat int, names []string) []string {
	away, _ := t.VotesOf(seat)
	for i, s := range away {
		if host := t.Terms().Seats[s].Host; host != nil && t.Terms().SeatOf(*host) >= 0 {
			away[i] = t.Terms().SeatOf(*host)
		}
	}
	return Names(names, away)
}

// GivenUp names those for whom this node does not wait any longer: these, and those who are
// covered already, or for whom it has said so before.
func GivenUp(r State, seats []int) []string {
	for _, s := range awaited(r) {
		away, _ := r.Table().VotesOf(s)
		said := slices.ContainsFunc(r.Seats(), func(o *replica.LocalSeat) bool { return slices.Contains(away, o.Seat()) })
		if !slices.Contains(seats, s) && (said || r.Table().Covered(s) && !r.CoverAt(s).IsZero()) {
			seats = append(seats, s)
		}
	}
	return Names(r.Table().Terms().Names(), seats)
}

// settled reports whether the hand that a table shows is over.
func settled(t *table.Table) bool {
	n := len(t.Results())
	return n > 0 && t.Results()[n-1].Hand == t.HandNumber()
}

// laidOpen reports whether the cards of a seat lie open in the running hand.
func laidOpen(t *table.Table, seat int) bool { return !settled(t) && t.Hand().LaidOpen(seat) }

func played(m table.PlayedMove, names []string) control.Played {
	return control.Played{Name: names[m.Seat], Move: m.Text, Step: m.Step, StandIn: m.StandIn}
}

// moves are all moves at a table.
func moves(t *table.Table) (all []table.PlayedMove) {
	for _, r := range t.Results() {
		all = append(all, r.Played...)
	}
	if !settled(t) {
		all = append(all, t.Hand().Played()...)
	}
	return all
}

// missed are the moves before a step that the stand-in of a seat has made since the seat
// itself made one.
func missed(t *table.Table, seat int, before uint64, names []string) (list []control.Played) {
	for _, m := range slices.Backward(moves(t)) {
		if m.Seat != seat || m.Step >= before {
			continue
		}
		if !m.StandIn {
			break
		}
		list = append(list, played(m, names))
	}
	slices.Reverse(list)
	return list
}

// addCovered says for whom the others act from a step on, and who is back.
func (p *Reporter) addCovered(r State, f replica.Fold, names []string) {
	for _, s := range f.Anew {
		p.add(control.Event{Kind: control.EventCover, What: control.Covered, Step: f.Step, Name: names[s], Yours: own(r, s)})
	}
	for _, s := range f.Back {
		p.add(control.Event{
			Kind: control.EventCover, What: control.Returned, Step: f.Step, Name: names[s], Yours: own(r, s),
			Game: r.Table().Terms().Rules.Name, Missed: missed(r.Table(), s, f.Step, names),
		})
	}
}

// addStandIn says which move the stand-in has made behind a step. It plays as soon as the
// cards of its seat are open.
func (p *Reporter) addStandIn(r State, f replica.Fold, names []string) {
	if len(f.Covered) == 0 && f.Pending.Kind != record.KindShares {
		return
	}
	for _, m := range moves(r.Table()) {
		if m.StandIn && m.Step == f.Step {
			p.add(control.Event{Kind: control.EventMove, Step: m.Step, Name: names[m.Seat], Game: r.Table().Terms().Rules.Name, Move: m.Text, StandIn: true, Yours: own(r, m.Seat)})
		}
	}
}
