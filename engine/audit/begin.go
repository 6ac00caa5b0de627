package audit

import (
	"errors"
	"slices"

	"fives/engine/record"
	"fives/engine/table"
)

// begin seats the table: a proposal and its joins, or a continuation. It leaves
// a.t nil if the log ends before all seats are taken.
func (a *auditor) begin() error {
	if len(a.all) == 0 {
		return altered(1, errors.New("there is no record"))
	}
	p, err := a.all[0].Open()
	if err == nil && p.Kind == record.KindProposal {
		return a.proposed()
	}
	return a.continued(err)
}

// continued takes the terms from an acceptance, usually the first record. It is
// checked with the others in its place.
func (a *auditor) continued(err error) error {
	for _, r := range a.all {
		p, bad := r.Open()
		if bad != nil || p.Kind != record.KindAccept || p.Step != 0 {
			continue
		}
		c, bad := record.Decode[record.Continuation](p)
		if bad != nil {
			continue
		}
		if a.t, err = table.Continue(c, a.find); err == nil && a.t.ID() == p.Table {
			return nil
		}
		a.t = nil
	}
	if err == nil {
		err = errors.New("no table begins with it: the records before it are missing")
	}
	return altered(1, err)
}

func (a *auditor) proposed() error {
	proposal := a.all[0]
	id, terms, seats, err := table.OpenProposal(proposal, a.find)
	if err != nil {
		return altered(1, err)
	}
	a.good()
	joins := a.records[min(1, len(a.records)):min(1+seats, len(a.records))]
	for _, j := range joins {
		s, err := table.OpenJoin(j, id)
		if err != nil {
			return altered(a.at+1, a.unseated(j, id, err))
		}
		if terms.SeatOf(s.Key) >= 0 {
			return altered(a.at+1, a.unseated(j, id, errors.New("one key joins twice")))
		}
		terms.Seats = append(terms.Seats, s)
		if s.Host != nil {
			a.report.Checked.Signatures++
		}
		a.good()
	}
	if len(joins) < seats {
		a.free = seats - len(joins)
		a.describe(id, terms)
		return nil
	}
	if a.t, err = table.New(proposal, joins, a.find); err != nil {
		return altered(a.at, err)
	}
	return nil
}

// unseated says why a record that stands where a join is due is none.
func (a *auditor) unseated(r record.Record, id record.Hash, err error) error {
	p, bad := r.Open()
	switch {
	case bad != nil:
		return err
	case slices.ContainsFunc(a.records[:a.at], r.Same):
		return table.ErrKnown
	case p.Table != id:
		return errors.New("it belongs to another table")
	case p.Kind != record.KindJoin:
		return table.ErrFuture
	}
	return err
}
