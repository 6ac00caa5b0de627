package node

import (
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/api"
)

// summaryOf returns a table as lists show it.
func summaryOf(r tableState) api.Summary {
	t := r.Table()
	names := t.Terms().Names()
	s := api.Summary{
		ID: t.ID().String(), Time: startTime(t), Ended: endTime(t), Game: t.Terms().Rules.Name, Phase: phaseOf(r), Seats: seats(r, names), Seat: rules.None,
		Hand: t.HandNumber(), Winners: namesOf(names, t.Winners()), Step: t.Step(), Head: t.Head().String(), Warnings: []api.Warning{},
		Cover: t.Terms().Covers(), NoCover: noCover(t),
	}
	if o := r.Local(); o != nil {
		s.Seat = o.Seat()
		s.Seats[s.Seat].You = true
	}
	if n := len(t.Results()); t.Position() != nil && t.HandNumber() > 0 {
		s.Dealt = t.Hand().Slots() > 0 && (n == 0 || t.Results()[n-1].Hand != t.HandNumber())
	}
	if p := t.Terms().Parent; p != nil {
		s.Parent, s.Before, s.From = p.Table.String(), p.Carry.Hands, p.From
	}
	if o := r.Local(); o != nil {
		node := t.Terms().Seats[o.Seat()].Node()
		for _, h := range openHandovers(r) {
			if (h.Player != nil || h.Bot && h.Node == node) && slices.Contains(h.Waits, node) {
				s.ToAgree++
			}
		}
	}
	if r.Called() && r.Local() != nil {
		c := showCall(r)
		s.Call = &c
	}
	if turn := toMove(r); turn >= 0 {
		s.Turn = names[turn]
	}
	return s
}

// seats returns who sits at a table, and how they stand in the game.
func seats(r tableState, names []string) []api.Seat {
	t := r.Table()
	var list []api.Seat
	for i, s := range t.Terms().Seats {
		v := api.Seat{Name: names[i], Fingerprint: record.Fingerprint(s.Key), Left: t.HasLeft(i), Score: score(t, i), HandsCovered: t.HandsCovered(i)}
		_, v.Strength = s.Called()
		v.BotOf = t.Terms().HostName(i)
		list = append(list, v)
	}
	return list
}

// score returns the total of a seat; before the first hand, what it has from the table before.
func score(t *table.Table, seat int) int {
	if pos := t.Position(); pos != nil {
		return pos.Status().Scores[seat]
	}
	if p := t.Terms().Parent; p != nil {
		return p.Carry.Scores[seat]
	}
	return 0
}

// startTime returns when a table began, in Unix seconds, as its proposer claims; for a continuation,
// which has no proposer, see [receiptTime] of its first hand. It is 0 while that is unknown.
func startTime(t *table.Table) uint64 {
	if proposed := t.Terms().Time; proposed != 0 || len(t.Results()) == 0 {
		return proposed
	}
	return receiptTime(t, t.Results()[0])
}

// endTime returns when a game that is over ended, in Unix seconds: see [receiptTime] of its last hand.
// It is 0 if that is unknown.
func endTime(t *table.Table) uint64 {
	if !t.Over() || len(t.Results()) == 0 {
		return 0
	}
	return receiptTime(t, t.Results()[len(t.Results())-1])
}

// receiptTime returns when a hand was settled, in Unix seconds, as the first receipt with a possible
// time claims (up to the year 9999); 0 if there is none.
func receiptTime(t *table.Table, hand *table.Result) uint64 {
	for _, r := range t.Records(hand.Step) {
		if p, err := r.Peek(); err == nil {
			if body, err := record.Decode[record.Receipt](p); err == nil && body.Time <= record.LatestTime {
				return body.Time
			}
		}
	}
	return 0
}

// personName returns the name of a node's person at a table or, if the program plays there under
// names of nobody only, the first of these.
func personName(terms *table.Terms, node record.Key, names []string) string {
	at := terms.PersonAt(node)
	if at < 0 {
		at = slices.IndexFunc(terms.Seats, func(s table.Seat) bool { return s.Node() == node })
	}
	if at < 0 {
		return record.Fingerprint(node)
	}
	return names[at]
}

// phaseOf returns the phase of a table. A continuation that all have accepted has not begun before
// this node has been released from its parent, and may never begin.
func phaseOf(r tableState) api.Phase {
	t := r.Table()
	switch {
	case r.Withdrawn():
		return api.PhaseStopped
	case t.Step() <= 1 && !r.InPlay():
		return api.PhaseSeated
	case t.Over():
		return api.PhaseOver
	case t.Stopped(), t.Violated() && len(t.Pending().Seats) == 0, len(r.Lost()) > 0:
		return api.PhaseStopped
	case t.Position() == nil:
		return api.PhaseSeated
	}
	return api.PhasePlaying
}

// namesOf returns the names of seats. nil stays nil, which JSON writes as null.
func namesOf(names []string, seats []int) []string {
	if seats == nil {
		return nil
	}
	list := make([]string, len(seats))
	for i, s := range seats {
		list[i] = names[s]
	}
	return list
}

// showCall describes a continuation: the hand that it goes on from, and who plays on. Only its parent
// shows whether it is a rematch.
func showCall(r tableState) api.Call {
	t := r.Table()
	return api.Call{Table: t.ID().String(), From: t.Continuation().Carry.Hands, Names: t.Terms().Names()}
}
