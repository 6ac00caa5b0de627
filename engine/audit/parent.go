package audit

import (
	"errors"
	"fmt"
	"slices"

	"fives/engine/record"
	"fives/engine/table"
)

// follow looks for the logs from which a continuation goes on, and marks them as
// continued if all its seats have accepted. The finding is that it does not follow.
func (r *Report) follow(reports []*Report) *finding {
	if r.Parent == nil {
		return nil
	}
	logs := r.ancestors(reports)
	if r.Orphan = len(logs) == 0; r.Orphan {
		return nil
	}
	if why := r.refused(logs); why != "" {
		return &finding{reason: "it does not continue its parent: " + why}
	}
	if back := r.goesBack(logs); back != nil {
		if r.NeverBegan = r.idle(reports); r.NeverBegan {
			return nil
		}
		return back
	}
	for _, p := range logs {
		if follows(p.state, r) != nil {
			continue
		}
		r.parents = append(r.parents, p)
		if r.Step > 0 {
			p.continued(r)
		}
	}
	return nil
}

// ancestors lists the logs of a continuation's parent that can tell whether it follows:
// one that fails before the hand from which it goes on cannot.
func (r *Report) ancestors(reports []*Report) (logs []*Report) {
	for _, p := range reports {
		if p.Table == r.Parent.Table && (p.Err == nil || p.has(r.Parent.Head)) {
			logs = append(logs, p)
		}
	}
	return logs
}

// has reports whether a continuation can begin with that head: it is that of a settled
// hand, or the table's own ID.
func (r *Report) has(head record.Hash) bool {
	return r.state != nil && (head == r.Table || r.standing(head) > 0)
}

// refused returns why a continuation follows from none of its parent's logs, "" if it
// follows from one. A log with which another one goes on does not count: the game may
// have been decided meanwhile. Nor does one over which another one prevails.
func (r *Report) refused(logs []*Report) (why string) {
	for _, p := range logs {
		if slices.ContainsFunc(logs, func(q *Report) bool { return p.isBeginningOf(q) || q.prevailsOver(p) }) {
			continue
		}
		err := follows(p.state, r)
		if err == nil {
			return ""
		}
		if why == "" || err.Error() < why { // one of them, in any order of the files
			why = err.Error()
		}
	}
	return why
}

// isBeginningOf reports whether another log of the table goes on from the last complete
// step of this one.
func (r *Report) isBeginningOf(other *Report) bool {
	if r.state == nil || other.state == nil {
		return other.state != nil
	}
	head, _ := other.state.HeadAt(r.Step)
	return other.Step > r.Step && head == r.Head
}

// prevailsOver reports whether this log has voted away all that another one of the table has,
// and more, in the step in which they part (SPEC §10.7). Where each has more than the other,
// neither prevails.
func (r *Report) prevailsOver(other *Report) bool {
	_, ours := r.outvoted(other)
	_, theirs := other.outvoted(r)
	return theirs && !ours
}

// outvoted is how many hands of the log stand, if another one prevails over it in this way.
func (r *Report) outvoted(other *Report) (stand int, ok bool) {
	if r.state == nil || other.state == nil || other.Table != r.Table {
		return 0, false
	}
	step, ok := other.state.Outvotes(r.state)
	for _, res := range r.state.Results() {
		if res.Step <= step {
			stand++
		}
	}
	return stand, ok
}

// isolate notes that a log is that of a seat which the others covered for. If no other
// table goes on from it, those of its hands stand that are in their log as well.
func (r *Report) isolate(reports []*Report) {
	for _, other := range reports {
		stand, ok := r.outvoted(other)
		if !ok {
			continue
		}
		if !r.Continued && (!r.Isolated || stand < r.Stands) {
			r.Stands = stand
		}
		r.Isolated = true
	}
}

// continued notes that a log is continued. Of several continuations those count
// that have begun, and of these the one that takes most hands over.
func (r *Report) continued(child *Report) {
	stands, begun := r.standing(child.Parent.Head), len(child.played()) > 0
	if !r.Continued || begun && !r.begun || begun == r.begun && stands > r.Stands {
		r.Continued, r.Stands, r.begun = true, stands, begun
	}
}

// goesBack finds out whether a continuation goes back behind a hand that seats of it
// have receipted in one of the parent's logs, without the consent of all. Whoever has
// published a hand key in it, and so plays on in it, is at fault. Acceptance alone is
// not a fault: it may have been signed before that hand was settled.
func (r *Report) goesBack(logs []*Report) *finding {
	var signed, guilty []int
	last := 0
	played := r.played()
	for _, p := range logs {
		if !p.has(r.Parent.Head) {
			continue
		}
		seats, hand := p.state.GoneBack(*r.state.Continuation())
		last = max(last, hand)
		for _, s := range seats {
			seat := r.state.Terms().SeatOf(p.Seats[s].Key)
			signed = append(signed, seat)
			if played[p.Seats[s].Key] > 0 {
				guilty = append(guilty, seat)
			}
		}
	}
	if signed == nil {
		return nil
	}
	return &finding{guilty, fmt.Sprintf("it goes back behind hand %d of its parent, which %s signed, without the consent of all: it does not count",
		last, have(r.names(signed)))}
}

// standing counts the hands of a log that a continuation from some head takes
// over.
func (r *Report) standing(head record.Hash) int {
	return 1 + slices.IndexFunc(r.Hands, func(h HandResult) bool { return h.Head == head })
}

// orphaned marks a continuation that no unbroken line of logs leads to. What it
// begins with, and whose computer players sit there, is then only claimed.
func (r *Report) orphaned() {
	at := r
	for len(at.parents) > 0 { // all logs of a table have the same parents
		at = at.parents[0]
	}
	r.Orphan = r.Orphan || at != r && at.Parent != nil
	for i := range r.Seats {
		if r.Orphan || !r.certified(i) {
			r.Seats[i].BotOf, r.Seats[i].Strength = "", ""
		}
	}
}

// certified reports whether the host of a seat has signed whose it is: of a newcomer with
// its acceptance of this table, of all others in the logs from which it goes on.
func (r *Report) certified(seat int) bool {
	if r.Seats[seat].BotOf == "" || len(r.parents) == 0 || r.parents[0].state.Terms().SeatOf(r.Seats[seat].Key) >= 0 {
		return true
	}
	host := r.state.Terms().SeatOf(*r.state.Terms().Seats[seat].Host)
	return r.state.OwnAt(0, host) != nil
}

// follows returns why a table is neither a continuation of its parent nor its
// rematch, nil if it is one.
func follows(parent *table.Table, child *Report) error {
	if parent == nil {
		return errors.New("the seats of the parent were never taken")
	}
	return parent.CheckContinuation(*child.state.Continuation())
}
