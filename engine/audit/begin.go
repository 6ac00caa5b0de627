package audit

import (
	"errors"
	"io"
	"slices"

	"fives/engine/record"
	"fives/engine/table"
)

// begin seats the table: a proposal and its joins, or a continuation. It leaves
// a.t nil if the log ends before all seats are taken.
func (a *auditor) begin() error {
	a.readAhead(1)
	if len(a.ahead) == 0 {
		if a.end != io.EOF {
			return a.end
		}
		return altered(1, errors.New("there is no record"))
	}
	p, err := a.ahead[0].Open()
	if err == nil && p.Kind == record.KindProposal {
		return a.openProposal()
	}
	return a.takeTerms(err)
}

// mostFirst bounds the number of records among which the terms of a continuation are found:
// an acceptance of every seat, and a contradicting pair.
const mostFirst = 64 + 2

// takeTerms takes the terms of a continuation from an acceptance, usually the first record.
// The acceptance itself is checked later, in its place among the others.
func (a *auditor) takeTerms(err error) error {
	for i := range mostFirst {
		if a.readAhead(i + 1); i == len(a.ahead) {
			break
		}
		p, bad := a.ahead[i].Open()
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

func (a *auditor) openProposal() error {
	proposal := a.ahead[0]
	id, terms, seats, err := table.OpenProposal(proposal, a.find)
	if err != nil {
		return altered(1, err)
	}
	a.free = seats
	if _, more := a.next(); !more {
		return nil
	}
	a.note(proposal)
	var joins []record.Record
	for len(joins) < seats {
		j, more := a.next()
		if !more {
			break
		}
		s, err := table.OpenJoin(j, id)
		if err != nil {
			return altered(a.at+1, a.noJoin(j, id, err))
		}
		if terms.SeatOf(s.Key) >= 0 {
			return altered(a.at+1, a.noJoin(j, id, errors.New("one key joins twice")))
		}
		terms.Seats = append(terms.Seats, s)
		if s.Host != nil {
			a.report.Checked.Signatures++
		}
		joins = append(joins, j)
		a.note(j)
	}
	if a.free = seats - len(joins); a.free > 0 {
		a.describe(id, terms)
		return nil
	}
	if a.t, err = table.New(proposal, joins, a.find); err != nil {
		return altered(a.at, err)
	}
	return nil
}

// noJoin says why a record that stands in the place of a join is not one.
func (a *auditor) noJoin(r record.Record, id record.Hash, err error) error {
	p, bad := r.Open()
	switch {
	case bad != nil:
		return err
	case slices.ContainsFunc(a.report.records, r.Same):
		return table.ErrKnown
	case p.Table != id:
		return errors.New("it belongs to another table")
	case p.Kind != record.KindJoin:
		return table.ErrFuture
	}
	return err
}
