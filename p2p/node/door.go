package node

import (
	"slices"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/entry"
	"fives/p2p/session"
)

// Doors lists this node's running tables at which a newcomer can ask for a seat, and what the
// newcomer may know of each.
func (r running) Doors(to record.Key) (list []entry.Door) {
	for _, t := range r.session.Tables() {
		if d, ok := doorOf(t, to); ok && !t.Seats(to) {
			list = append(list, d)
		}
	}
	return list
}

// doorOf returns the door of a table, if it has one: this node plays there, and the game goes on, or
// can go on at another table because somebody has left.
func doorOf(t *session.Table, to record.Key) (d entry.Door, ok bool) {
	st, terms := t.Snapshot(), t.Terms()
	log := st.Table()
	if own := st.Local(); own == nil || own.Left || !st.InPlay() || log.Over() || len(terms.Seats) == 1 {
		return d, false // where a seat changes hands, somebody has to stay
	}
	carry := log.Carry()
	d = entry.Door{
		ID: t.ID(), Game: terms.Rules.Name, Options: terms.Rules.Written(terms.Options), HouseRules: terms.HouseRules,
		Hands: carry.Hands, Before: t.Before(),
	}
	names, plays := terms.Names(), nextPlayers(log)
	for i, s := range terms.Seats {
		seat := entry.DoorSeat{
			Name: names[i], Node: s.Node(), Score: carry.Scores[i], Left: log.HasLeft(i), Taken: !slices.Contains(plays, i),
		}
		for _, h := range st.Handovers() {
			seat.ForYou = seat.ForYou || h.Seat == i && h.Node == to && !h.Bot && slices.Contains(h.Agreed, s.Node())
		}
		seat.Away = !awaySince(st, i).IsZero() && !seat.Left
		if s.Host != nil {
			seat.BotOf = personName(terms, *s.Host, names)
		}
		d.Seats = append(d.Seats, seat)
	}
	return d, true
}

// nextPlayers lists the seats that play the next hand of a table: those that are not out of the game.
func nextPlayers(t *table.Table) []int {
	return t.Terms().Rules.Active(len(t.Terms().Seats), t.Terms().Options, t.Carry())
}
