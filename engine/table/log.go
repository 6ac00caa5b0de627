package table

import (
	"slices"

	"github.com/fxamacker/cbor/v2"

	"fives/engine/record"
)

// A log is what the seats have signed, step by step. It knows the terms and what the
// running step owes, and nothing of the game.
type log struct {
	id        record.Hash
	terms     *Terms
	continues *record.Continuation // nil for a proposed table

	step  uint64
	head  record.Hash
	heads []record.Hash     // heads[i] is the head at the start of step i
	steps [][]record.Record // steps[i] is step i, in seat order

	pending Pending
	arrived []Checked // records of this step so far

	left []record.Record // leave notices, in the order in which they came; at most one of a seat
}

// ID is the table's ID.
func (l *log) ID() record.Hash { return l.id }

// Terms are what the seats agreed to. They must not be changed.
func (l *log) Terms() *Terms { return l.terms }

// Continuation is what the seats of a continued table accept, nil for others.
func (l *log) Continuation() *record.Continuation { return l.continues }

// Step is the number of the running step, counted from 0 over the whole table.
func (l *log) Step() uint64 { return l.step }

// Head is the running hash of the log up to the running step.
func (l *log) Head() record.Hash { return l.head }

// HeadAt is the head at the start of a step that has begun.
func (l *log) HeadAt(step uint64) (record.Hash, bool) {
	if step >= uint64(len(l.heads)) {
		return record.Hash{}, false
	}
	return l.heads[step], true
}

// Arrived returns the records of the running step so far, in seat order.
func (l *log) Arrived() []record.Record {
	var rs []record.Record
	for _, s := range l.pending.Seats {
		if c := l.arrivedFrom(s); c != nil {
			rs = append(rs, c.record)
		}
	}
	return rs
}

// Records returns the records of a finished step, in seat order.
func (l *log) Records(step uint64) []record.Record {
	if step >= uint64(len(l.steps)) {
		return nil
	}
	return l.steps[step]
}

// FirstStep is the first step whose records name seats: those before it seat
// the table.
func (l *log) FirstStep() uint64 {
	if l.continues != nil {
		return 0
	}
	return 2
}

// find returns the record that an author has in a step, if it is there.
func (l *log) find(step uint64, author record.Key) *record.Record {
	records := l.Records(step)
	if step == l.step {
		records = l.Arrived()
	}
	for i := range records {
		if records[i].Author == author {
			return &records[i]
		}
	}
	return nil
}

// Payload makes the payload of a record of the running step with that body.
func (l *log) Payload(seat int, body any) (record.Payload, error) {
	b, err := record.Marshal(body)
	if err != nil {
		return record.Payload{}, err
	}
	return record.Payload{
		Version: record.Version,
		Table:   l.id,
		Step:    l.step,
		Seat:    uint64(seat),
		Head:    l.head,
		Kind:    l.pending.Kind,
		Body:    cbor.RawMessage(b),
	}, nil
}

func (l *log) arrivedFrom(seat int) *Checked {
	i := slices.IndexFunc(l.arrived, func(c Checked) bool { return c.seat == seat })
	if i < 0 {
		return nil
	}
	return &l.arrived[i]
}

// begin records a step that precedes the seats, and the head after it.
func (l *log) begin(records []record.Record, head record.Hash) {
	if len(l.heads) == 0 {
		l.heads = []record.Hash{{}}
	}
	l.steps = append(l.steps, records)
	l.step, l.head = l.step+1, head
	l.heads = append(l.heads, head)
}

// fold completes the running step: its records go into the log and the head in seat
// order, and the next step begins. It returns what the step consists of.
func (l *log) fold() []Checked {
	done := l.arrived
	slices.SortFunc(done, func(a, b Checked) int { return a.seat - b.seat })
	records := l.Arrived()
	l.head = record.Fold(l.head, l.step, records)
	l.steps = append(l.steps, records)
	l.heads = append(l.heads, l.head)
	l.step++
	l.arrived = nil
	return done
}
