package node

import (
	"slices"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/replica"
)

const (
	// awayAfter is how long a seat is silent before people are told. It is a heartbeat longer than
	// until it counts as silent: if all fall silent together, that is known by then of the last one.
	awayAfter = replica.AwayAfter + replica.Heartbeat
	// lasting is how long somebody is away before the story tells it.
	lasting = 20 * time.Second
)

// awaySince returns since when people are told that a seat is away, zero if they are not.
func awaySince(r tableState, seat int) time.Time {
	if since, lasts := r.Absent(seat); lasts >= awayAfter {
		return since
	}
	return time.Time{}
}

// cutOff returns since when this node hears no other device at a table; zero if it hears one. If
// there are two or more, it is this device that has lost its network, rather than all the others. Of
// a single one that is known only if the way is lost that this node has come by. A device that has
// said that it sleeps is no evidence of either.
func cutOff(r tableState, lost bool, asleep func(seat int) bool) (since time.Time) {
	t := r.Table()
	if t.Over() {
		return since
	}
	var silent []record.Key
	for i, s := range t.Terms().Seats {
		if t.HasLeft(i) || slices.ContainsFunc(r.Seats(), func(o *replica.LocalSeat) bool { return o.Seat() == i }) {
			continue
		}
		missing, lasts := r.Absent(i)
		if lasts == 0 {
			return time.Time{}
		}
		if asleep(i) {
			continue
		}
		if !slices.Contains(silent, s.Node()) {
			silent = append(silent, s.Node())
		}
		if missing.After(since) {
			since = missing
		}
	}
	if len(silent) >= 2 || len(silent) == 1 && lost {
		return since
	}
	return time.Time{}
}

// addAbsent adds events for those who have been missing at the table for so long that people want to
// know, and for those of them who are back. It adds none if this node has left the table or hears
// nobody, or if the game has not begun or is over.
func (p *reporter) addAbsent(r tableState, names []string) {
	t := r.Table()
	kind := t.Pending().Kind
	pending := kind == record.KindRoster || kind == record.KindAccept
	if own := r.Local(); pending || t.Over() || own != nil && own.Left || !p.cutOff(r).IsZero() {
		return
	}
	for i, name := range names {
		online, _ := r.Online(i)
		_, lasts := r.Absent(i)
		e := api.Event{Kind: api.EventAway, Name: name, What: api.Back}
		switch {
		case p.absent[i] == (!online && lasts >= lasting), p.absent[i] && !online:
			continue
		case !online && p.Asleep(i):
			e.What = api.Asleep
		case !online:
			e.What = api.Away
		}
		if p.absent == nil {
			p.absent = map[int]bool{}
		}
		p.absent[i] = !online
		p.add(e)
	}
}

// cutOff is [cutOff] for this node.
func (p *reporter) cutOff(r tableState) time.Time {
	return cutOff(r, p.Lost != nil && p.Lost(), p.Asleep)
}
