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

// A presence is what keeps others from going on, as people are told of it: the seats that are missing,
// those whose devices lack the hand's key, and those whose nodes run twice.
type presence struct{ missing, lacking, twice uint64 }

// bit is a set of seats with one seat, or with none.
func bit(seat int, is bool) uint64 {
	if is {
		return 1 << seat
	}
	return 0
}

// presenceAt returns the presence at a table. A seat is missing when it has been so for long, until it is
// online. If this node has left the table or hears nobody, or if the game has not begun or is over, nothing
// is news of that.
func (p *reporter) presenceAt(r tableState) (now presence) {
	t, own := r.Table(), r.Local()
	kind := t.Pending().Kind
	same := kind == record.KindRoster || kind == record.KindAccept || t.Over() || own != nil && own.Left || !p.cutOff(r).IsZero()
	for i := range t.Terms().Seats {
		online, _ := r.Online(i)
		_, lasts := r.Absent(i)
		was := p.presence.missing&bit(i, true) != 0
		now.missing |= bit(i, same && was || !same && !online && (was || lasts >= lasting))
		now.lacking |= bit(i, r.Lacking(i))
		now.twice |= bit(i, p.Twice(i))
	}
	return now
}

// addPresence adds events for those who are missing now, or back, who lack the key of the running hand, and
// whose nodes have begun to run twice.
func (p *reporter) addPresence(r tableState, names []string) {
	was, now := p.presence, p.presenceAt(r)
	p.presence = now
	persons := personSeats(r.Table().Terms())
	for i, name := range names {
		tell := func(what string, before, after uint64) {
			if after&^before&bit(i, true) != 0 {
				p.add(api.Event{Kind: api.EventAway, Name: name, What: what})
			}
		}
		gone := api.Away
		if now.missing&^was.missing&bit(i, true) != 0 && p.Asleep(i) {
			gone = api.Asleep
		}
		tell(gone, was.missing, now.missing)
		tell(api.Back, now.missing, was.missing)
		if !own(r, i) {
			tell(api.Lacks, was.lacking, now.lacking)
		}
		if slices.Contains(persons, i) {
			tell(api.Twice, was.twice, now.twice)
		}
	}
}

// cutOff is [cutOff] for this node.
func (p *reporter) cutOff(r tableState) time.Time {
	return cutOff(r, p.Lost != nil && p.Lost(), p.Asleep)
}
