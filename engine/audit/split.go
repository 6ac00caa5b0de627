package audit

import (
	"bytes"
	"slices"

	"fives/engine/record"
)

// idle reports whether nobody has played in a continuation, and no log goes on from it: its
// seats have accepted it at most, which binds none of them (SPEC §5.3).
func (r *Report) idle(reports []*Report) bool {
	return r.Parent != nil && len(r.played()) == 0 && !slices.ContainsFunc(reports, func(child *Report) bool {
		return child.Parent != nil && child.Parent.Table == r.Table
	})
}

// split notes that players have gone on apart. Whoever plays in two of the tables is to blame
// for it (see rivals), and then it is no split.
func (r *Report) split(reports []*Report) {
	at := r.Table
	if r.Parent != nil && !slices.ContainsFunc(reports, func(p *Report) bool { return p.Table == r.Parent.Table }) {
		at = r.Parent.Table
	}
	list := branches(at, reports)
	if len(list) < 2 || slices.ContainsFunc(list, func(b *Report) bool { return b.rivals(reports) != nil }) {
		return
	}
	for _, b := range list {
		r.Split = append(r.Split, Branch{b.Table, b.Parent.Carry.Hands})
	}
}

// branches lists the continuations of a table that have begun, and that follow from it as far
// as its logs are there: one report of each, in the order of their IDs.
func branches(parent record.Hash, reports []*Report) (list []*Report) {
	for _, r := range reports {
		if r.Parent != nil && r.Parent.Table == parent && len(r.played()) > 0 && (r.Orphan || len(r.parents) > 0) {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b *Report) int { return bytes.Compare(a.Table[:], b.Table[:]) })
	return slices.CompactFunc(list, func(a, b *Report) bool { return a.Table == b.Table })
}
