package audit

import (
	"errors"
	"fmt"
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// VerifyChain verifies several logs and the links between them: a log whose
// parent is among them must continue a settled hand of it, with the carry-over,
// names, hosts and options that follow from it (SPEC §5.3). The reports are in
// the order of the logs. The first error in that order is returned, as a
// [*FileError]; the reports end with the log that it is about.
func VerifyChain(logs [][]record.Record, find table.Finder, o Options) ([]*Report, error) {
	var reports []*Report
	for i, records := range logs {
		r, err := Verify(records, find, o)
		reports = append(reports, r)
		if err != nil {
			return reports, &FileError{File: i, Err: err}
		}
	}
	for i, r := range reports {
		if err := link(r, reports); err != nil {
			return reports, &FileError{File: i, Err: err}
		}
	}
	return reports, nil
}

// link looks for a log's parent and marks it as continued.
func link(child *Report, reports []*Report) error {
	if child.Parent == nil {
		return nil
	}
	i := slices.IndexFunc(reports, func(r *Report) bool { return r.Table == child.Parent.Table })
	if i < 0 {
		return nil
	}
	for _, other := range reports {
		if other != child && rivals(child, other) {
			return &ChainError{Reason: "two logs continue one table, and a seat has played on in both"}
		}
	}
	if err := follows(reports[i].state, child); err != nil {
		return &ChainError{Reason: err.Error()}
	}
	reports[i].Continued = true
	return nil
}

// follows tells why a table is no successor of its parent, nor a rematch.
func follows(parent *table.Table, child *Report) error {
	if parent == nil {
		return errors.New("the seats of the parent were never taken")
	}
	for _, s := range child.Seats {
		if parent.Terms().SeatOf(s.Key) < 0 {
			return fmt.Errorf("%s does not sit at the parent", s.Name)
		}
	}
	if parent.Leads(*child.state.Continuation()) {
		return nil
	}
	return mismatch(parent, child)
}

// mismatch says which part of a continuation does not follow from its parent.
func mismatch(parent *table.Table, child *Report) error {
	known := child.Parent.Head == parent.ID()
	for _, r := range parent.Results() {
		known = known || r.Head == child.Parent.Head
	}
	switch {
	case !known:
		return errors.New("no settled hand of the parent has the head that it names")
	case child.Game != parent.Terms().Rules.Name || !same(child.Options, parent.Terms().Options):
		return errors.New("it has another game or other options")
	case !sameSeats(parent.Terms(), child.state.Terms()):
		return errors.New("a seat has another name or host")
	}
	return errors.New("its seats or scores do not follow from the settled hand that it names")
}

func same(a, b rules.Options) bool {
	x, errX := record.Marshal(a)
	y, errY := record.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

func sameSeats(parent, child *table.Terms) bool {
	return !slices.ContainsFunc(child.Seats, func(s table.Seat) bool {
		old := parent.Seats[parent.SeatOf(s.Key)]
		return old.Name != s.Name || (old.Host == nil) != (s.Host == nil) || s.Host != nil && *old.Host != *s.Host
	})
}

// rivals tells whether two tables continue the same one and some seat has
// signed a hand key in both: a seat plays on in one child only.
func rivals(a, b *Report) bool {
	if a.Parent == nil || b.Parent == nil || a.Parent.Table != b.Parent.Table || a.Table == b.Table {
		return false
	}
	mine := played(a)
	return slices.ContainsFunc(played(b), func(k record.Key) bool { return slices.Contains(mine, k) })
}

// played lists the keys of the seats that have published a hand key.
func played(r *Report) []record.Key {
	var keys []record.Key
	for _, rec := range r.state.Log() {
		if p, err := rec.Peek(); err == nil && p.Kind == record.KindKey {
			keys = append(keys, rec.Author)
		}
	}
	return keys
}
