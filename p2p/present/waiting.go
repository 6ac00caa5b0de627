package present

import (
	"slices"
	"strings"

	"fives/engine/record"
	"fives/engine/table"
)

// waitingFor says in words what the table waits for.
func waitingFor(r State, names []string) string {
	t := r.Table()
	switch {
	case t.Over():
		return "the game is over"
	case t.Stopped():
		return "stopped: " + strings.Join(Names(names, culprits(t)), ", ") + " at fault"
	case len(gone(t)) > 0:
		return strings.Join(Names(names, gone(t)), ", ") + " left: this hand cannot go on"
	case t.Violated() && len(t.Pending().Seats) == 0:
		return "stopped: somebody broke a rule, as the hand's cards show"
	case r.Problem() != nil:
		return "this node cannot go on: " + Plain(r.Problem())
	case !r.Ready() && len(r.Unheard()) > 0:
		return "hearing from " + strings.Join(Names(names, r.Unheard()), ", ") + " after the restart"
	}
	who := strings.Join(Names(names, t.Missing()), ", ")
	switch d := t.Pending(); d.Kind {
	case record.KindMove:
		return who + " to play"
	case record.KindRoster:
		return who + " to sign the roster"
	case record.KindAccept:
		return who + " to agree to go on"
	case record.KindKey:
		return who + " to bring a key for the hand"
	case record.KindPass:
		return who + " to shuffle"
	case record.KindShares:
		return who + " to help " + string(d.Why)
	case record.KindReceipt:
		return who + " to sign the result"
	}
	return ""
}

// culprits are the seats whose faults stop the table. Others, of hands that all
// have signed the result of, are mere evidence.
func culprits(t *table.Table) []int {
	var seats []int
	for _, f := range t.Faults() {
		if t.Stops(f) && !slices.Contains(seats, f.Seat) {
			seats = append(seats, f.Seat)
		}
	}
	return seats
}
