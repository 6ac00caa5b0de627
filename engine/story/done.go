package story

import (
	"iter"
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// Done lists what a complete step of a table has brought, in its order. owed is what the step
// owed; the table may have gone on since. A daemon tells the moments as they are, without cards
// and positions; [Read] adds those, and makes other moments of a shuffle's steps.
func Done(t *table.Table, step uint64, owed table.Pending) (list []Moment) {
	add := func(kind Kind, seat int) *Moment {
		list = append(list, Moment{Kind: kind, Step: step, Seat: seat})
		return &list[len(list)-1]
	}
	covered, away := t.Coverings(step), t.VotedAway(step)
	for _, seat := range t.CoverChanges(step) {
		if slices.Contains(covered, seat) {
			add(Covered, seat)
		} else {
			add(Back, seat).Missed = Missed(t, seat, step)
		}
	}
	if len(away) > len(covered) { // the step has achieved nothing
		add(Again, rules.None).Seats = away
		return list
	}
	moves := movesAt(t, step)
	switch owed.Kind {
	case record.KindRoster, record.KindAccept:
		add(Started, rules.None)
	case record.KindStack:
		if m := add(Stacked, rules.None); len(covered) == 0 {
			m.Seat = owed.Seats[0]
		}
	case record.KindProof:
		add(Proved, rules.None)
	case record.KindShares:
		if owed.Why == rules.Lot {
			add(Drawn, t.Drawn())
			break
		}
		m := add(Opened, rules.None)
		if m.Why = owed.Why; m.Why == rules.Cover && len(moves) > 0 {
			m.Seat = moves[0].Seat
		}
	case record.KindReceipt:
		add(Signed, rules.None)
	}
	for _, move := range moves {
		m := add(Moved, move.Seat)
		m.Move, m.StandIn = move.Text, move.StandIn
	}
	if slices.ContainsFunc(t.Results(), func(r *table.Result) bool { return r.Step == step+1 }) {
		add(Settled, rules.None)
	}
	return list
}

// Missed lists the moves before a step that the stand-in of a seat has made since the seat itself
// last moved.
func Missed(t *table.Table, seat int, before uint64) (list []table.PlayedMove) {
	if !t.Terms().Covers() {
		return nil
	}
	for m := range movesBack(t) {
		if m.Seat == seat && m.Step < before {
			if !m.StandIn {
				break
			}
			list = append(list, m)
		}
	}
	slices.Reverse(list)
	return list
}

// movesAt lists the moves that were made in a step: that of a seat, and those of stand-ins, for a
// seat whose move was voted away and for seats without a hand key whose turn it was.
func movesAt(t *table.Table, step uint64) (list []table.PlayedMove) {
	for m := range movesBack(t) {
		if m.Step < step {
			break
		}
		if m.Step == step {
			list = append(list, m)
		}
	}
	slices.Reverse(list)
	return list
}

// movesBack yields all moves at a table, the last one first. Its cost depends on how far back the
// caller goes, not on the length of the log.
func movesBack(t *table.Table) iter.Seq[table.PlayedMove] {
	return func(yield func(table.PlayedMove) bool) {
		settled := t.Results()
		for i := len(settled); i >= 0; i-- {
			var played []table.PlayedMove
			switch {
			case i < len(settled):
				played = settled[i].Played
			case i == 0 || settled[i-1].Hand != t.HandNumber():
				played = t.Hand().Played()
			}
			for _, m := range slices.Backward(played) {
				if !yield(m) {
					return
				}
			}
		}
	}
}
