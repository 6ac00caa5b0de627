package table

import (
	"fmt"

	"fives/engine/record"
)

// LeavePayload returns the payload of a notice that a seat leaves the table now.
func (l *log) LeavePayload(seat int, time uint64) (record.Payload, error) {
	b, err := record.Marshal(record.Leave{Time: time})
	if err != nil {
		return record.Payload{}, err
	}
	return record.Payload{
		Version: record.Version, Table: l.id, Step: l.step, Seat: uint64(seat),
		Head: l.head, Kind: record.KindLeave, Body: record.Encoded(b),
	}, nil
}

// Leave takes in a leave notice. Notices stand outside the steps: they do not change the
// game, but everybody knows that the seat will sign nothing more. It returns false if the
// seat has left already; then nothing is verified.
func (l *log) Leave(r record.Record) (bool, error) {
	seat := l.terms.SeatOf(r.Author)
	if seat >= 0 && l.HasLeft(seat) {
		return false, nil
	}
	p, err := r.OpenNotice()
	if err != nil {
		return false, fmt.Errorf("%w: %w", ErrForeign, err)
	}
	if p.Table != l.id || p.Kind != record.KindLeave || p.About != nil {
		return false, fmt.Errorf("%w: not a leave of this table", ErrForeign)
	}
	if _, err := record.Decode[record.Leave](p); err != nil {
		return false, fmt.Errorf("%w: %w", ErrForeign, err)
	}
	if seat < 0 || p.Seat != uint64(seat) {
		return false, fmt.Errorf("%w: a leave of a place that is not its author's here", ErrBranch)
	}
	l.left = append(l.left, r)
	return true, nil
}

// HasLeft reports whether a seat has left the table.
func (l *log) HasLeft(seat int) bool {
	for _, r := range l.left {
		if l.terms.SeatOf(r.Author) == seat {
			return true
		}
	}
	return false
}

// Log returns every record of the table in the order of a log file (SPEC §6): the complete
// steps, what the running step has so far, then the leave notices in seat order.
func (l *log) Log() []record.Record {
	var all []record.Record
	for _, step := range l.past.steps() {
		all = append(all, step...)
	}
	all = append(all, l.Arrived()...)
	for seat := range l.terms.Seats {
		for _, r := range l.left {
			if l.terms.SeatOf(r.Author) == seat {
				all = append(all, r)
			}
		}
	}
	return all
}

// Notices lists the leave notices, in the order in which they came.
func (l *log) Notices() []record.Record { return l.left }
