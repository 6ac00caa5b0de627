package audit

import (
	"errors"
	"fmt"
	"slices"

	"fives/engine/record"
	"fives/engine/table"
)

// follow looks for the logs from which a continuation goes on, and marks them as continued
// if all its seats have accepted. It returns a finding if the continuation does not follow
// from them.
func (r *Report) follow(reports []*Report) *finding {
	if r.Parent == nil {
		return nil
	}
	logs := r.ancestors(reports)
	if r.Orphan = len(logs) == 0; r.Orphan {
		return nil
	}
	if err := r.whyRefused(logs); err != nil {
		if r.NeverBegan = errors.Is(err, table.ErrDecided) && r.idle(reports); r.NeverBegan {
			return nil
		}
		return &finding{reason: "it does not continue its parent: " + err.Error()}
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
			p.continuedBy(r)
		}
	}
	return nil
}

// ancestors lists the logs of a continuation's parent that can tell whether it follows. A
// log that fails before the hand from which it goes on cannot.
func (r *Report) ancestors(reports []*Report) (logs []*Report) {
	for _, p := range reports {
		if p.Table == r.Parent.Table && (p.Err == nil || p.has(r.Parent.Head)) {
			logs = append(logs, p)
		}
	}
	return logs
}

// has reports whether a continuation can begin with that head: the head of a settled hand,
// or the table's own ID.
func (r *Report) has(head record.Hash) bool {
	return r.state != nil && (head == r.Table || r.standing(head) > 0)
}

// whyRefused returns why a continuation follows from none of its parent's logs, nil if it
// follows from one. A log does not count if another one goes on where it ends, because the
// game may have been decided meanwhile, or if another one prevails over it.
func (r *Report) whyRefused(logs []*Report) (why error) {
	for _, p := range logs {
		if slices.ContainsFunc(logs, func(q *Report) bool { return p.isBeginningOf(q) || q.prevailsOver(p) }) {
			continue
		}
		err := follows(p.state, r)
		if err == nil {
			return nil
		}
		if why == nil || err.Error() < why.Error() { // the same one in any order of the files
			why = err
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

// prevailsOver reports whether this log has voted away everything that another log of the
// table has voted away in the step in which they part, and more (SPEC §10.7). If each has
// something that the other lacks, neither prevails.
func (r *Report) prevailsOver(other *Report) bool {
	_, ours := r.outvotedBy(other)
	_, theirs := other.outvotedBy(r)
	return theirs && !ours
}

// outvotedBy returns how many hands of the log stand, if another one prevails over it in
// this way.
func (r *Report) outvotedBy(other *Report) (stand int, ok bool) {
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

// isolate notes that a log is that of a seat for which the others covered. Unless another
// table goes on from it, only those of its hands stand that are in their log as well.
func (r *Report) isolate(reports []*Report) {
	for _, other := range reports {
		stand, ok := r.outvotedBy(other)
		if !ok {
			continue
		}
		if !r.Continued && (!r.Isolated || stand < r.Stands) {
			r.Stands = stand
		}
		r.Isolated = true
	}
}

// continuedBy notes that a log is continued. Of several continuations, only those count
// that have begun, and of these the one that takes over the most hands.
func (r *Report) continuedBy(child *Report) {
	stands, begun := r.standing(child.Parent.Head), len(child.firstKeys()) > 0
	if !r.Continued || begun && !r.begun || begun == r.begun && stands > r.Stands {
		r.Continued, r.Stands, r.begun = true, stands, begun
	}
}

// goesBack finds out whether a continuation undoes, without the consent of all, a hand that
// some of its seats have receipted in one of the parent's logs. Those of them who have
// published a hand key in the continuation, and so play on in it, are at fault. Acceptance
// alone is not a fault: it may have been signed before that hand was settled.
func (r *Report) goesBack(logs []*Report) *finding {
	var signed, guilty []int
	last := 0
	played := r.firstKeys()
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

// markOrphaned marks a continuation to which no unbroken line of logs leads. Its first
// scores, and whose computer players sit there, are then only claims.
func (r *Report) markOrphaned() {
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

// certified reports whether the host of a seat has signed that the seat is its computer
// player: for a newcomer with the acceptance of this table, for all others in the logs from
// which it goes on.
func (r *Report) certified(seat int) bool {
	if r.Seats[seat].BotOf == "" || len(r.parents) == 0 || r.parents[0].state.Terms().SeatOf(r.Seats[seat].Key) >= 0 {
		return true
	}
	host := r.state.Terms().SeatOf(*r.state.Terms().Seats[seat].Host)
	return r.state.OwnAt(0, host) != nil
}

// follows returns why a table is neither a continuation nor the rematch of its parent, nil
// if it is one of them.
func follows(parent *table.Table, child *Report) error {
	if parent == nil {
		return errors.New("the seats of the parent were never taken")
	}
	return parent.CheckContinuation(*child.state.Continuation())
}
