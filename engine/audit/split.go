package audit

import (
	"bytes"
	"slices"

	"fives/engine/record"
)

// idle reports whether nobody has played in a continuation, by any of its logs, and none goes
// on from it: its seats have at most accepted it, which binds none of them (SPEC §5.3).
func (r *Report) idle(reports []*Report) bool {
	return r.Parent != nil && !slices.ContainsFunc(reports, func(other *Report) bool {
		return other.Table == r.Table && len(other.firstKeys()) > 0 || other.Parent != nil && other.Parent.Table == r.Table
	})
}

// split notes that players have gone on separately: from this table, or in this one and
// others.
func (r *Report) split(reports []*Report) {
	r.Split = apart(r.Table, reports)
	if r.Parent == nil {
		return
	}
	list := apart(r.Parent.Table, reports)
	if at := slices.IndexFunc(list, func(b Branch) bool { return b.Table == r.Table }); at >= 0 {
		r.Sisters = slices.Delete(list, at, at+1)
	}
}

// apart lists the tables at which players have gone on separately from one. If somebody
// plays at two of them, that is no split but that player's fault (see rivals). What does not
// follow from the table takes nothing from those that do.
func apart(from record.Hash, reports []*Report) (tables []Branch) {
	list := branches(from, reports)
	strays := func(r *Report) bool { return !r.continues() }
	following := slices.DeleteFunc(slices.Clone(reports), strays)
	if len(list) < 2 || slices.ContainsFunc(list, func(b *Report) bool { return b.rivals(following) != nil }) {
		return nil
	}
	for _, b := range list {
		tables = append(tables, Branch{b.Table, b.Parent.Carry.Hands})
	}
	return tables
}

// Gone names the people who played at the table before, if its log is there, and do not
// play here. These logs do not say whether they agreed to that, or went on at a table of
// their own (SPEC §9.1).
func (r *Report) Gone() (names []string) {
	if len(r.parents) == 0 {
		return nil
	}
	p := r.parents[0]
	for i, s := range p.state.Terms().Seats {
		if s.Host == nil && r.state.Terms().SeatOf(s.Key) < 0 {
			names = append(names, p.Seats[i].Name)
		}
	}
	return names
}

// continues reports whether a continuation follows from its parent, as far as the parent's
// logs are there.
func (r *Report) continues() bool { return r.Orphan || len(r.parents) > 0 }

// branches lists the continuations of a table that have begun, and that follow from it as
// far as its logs are there: one report for each, in order of their IDs.
func branches(parent record.Hash, reports []*Report) (list []*Report) {
	for _, r := range reports {
		if r.Parent != nil && r.Parent.Table == parent && len(r.firstKeys()) > 0 && r.continues() {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b *Report) int { return bytes.Compare(a.Table[:], b.Table[:]) })
	return slices.CompactFunc(list, func(a, b *Report) bool { return a.Table == b.Table })
}
