package table

import (
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
)

// A log is what the seats have signed, step by step. It knows the terms and what the
// running step owes, and nothing of the game.
type log struct {
	id        record.Hash
	terms     *Terms
	continues *record.Continuation // nil for a proposed table

	step uint64
	head record.Hash // at the start of the running step
	past *past       // the steps before it

	pending Pending
	arrived []Checked // records of this step so far
	votes   []Checked // on records of this step
	heres   []Checked // votes that have shown records of complete steps
	absent  []absence // records that were voted away, in the order of the steps
	changes []change  // of who acts for a seat, likewise

	left []record.Record // leave notices, in the order in which they came; at most one for each seat
}

// ID returns the table's ID.
func (l *log) ID() record.Hash { return l.id }

// Terms returns what the seats have agreed to. Callers must not change it.
func (l *log) Terms() *Terms { return l.terms }

// Continuation returns what the seats of a continued table accept, nil for other tables.
func (l *log) Continuation() *record.Continuation { return l.continues }

// Step returns the number of the running step, counted from 0 over the whole table.
func (l *log) Step() uint64 { return l.step }

// Head returns the running hash of the log up to the running step.
func (l *log) Head() record.Hash { return l.head }

// HeadAt returns the head at the start of a step, if the step has begun.
func (l *log) HeadAt(step uint64) (record.Hash, bool) {
	if step == l.step {
		return l.head, true
	}
	p := l.past.at(step)
	if p == nil {
		return record.Hash{}, false
	}
	return p.head, true
}

// headAt returns the head at the start of a step that is known to have begun.
func (l *log) headAt(step uint64) record.Hash {
	head, _ := l.HeadAt(step)
	return head
}

// Arrived returns the records of the running step so far, in seat order.
func (l *log) Arrived() []record.Record {
	rs := make([]record.Record, 0, len(l.arrived))
	for _, s := range l.pending.Seats {
		if c := l.arrivedFrom(s); c != nil {
			rs = append(rs, c.record)
		}
	}
	return rs
}

// Records returns the records of a finished step, in seat order.
func (l *log) Records(step uint64) []record.Record {
	p := l.past.at(step)
	if p == nil {
		return nil
	}
	return p.records
}

// FirstStep returns the first step whose records name seats; those before it seat the
// table.
func (l *log) FirstStep() uint64 {
	if l.continues != nil {
		return 0
	}
	return 2
}

// find returns the record by an author in a step about a seat ([rules.None] for the
// author's own), nil if there is none.
func (l *log) find(step uint64, author record.Key, about int) *record.Record {
	for _, taken := range [][]Checked{l.arrived, l.votes, l.heres} {
		for i := range taken {
			if c := &taken[i]; c.step == step && c.record.Author == author && c.about == about {
				return &c.record
			}
		}
	}
	records := l.Records(step)
	voted := len(l.VotedAway(step)) > 0
	for i := range records {
		if records[i].Author == author && (!voted && about == rules.None || l.isAbout(records[i], about)) {
			return &records[i]
		}
	}
	return nil
}

// isAbout reports whether a record that is in the log is about a seat.
func (l *log) isAbout(r record.Record, seat int) bool {
	p, err := r.Peek()
	if err != nil {
		return false
	}
	about, _ := l.subject(p)
	return about == seat
}

// Payload makes the payload of a record for the running step with that body.
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
		Body:    record.Encoded(b),
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
	l.past = l.past.with(l.head, records)
	l.step, l.head = l.step+1, head
}

// fold completes the running step of a hand: its records go into the log and the head in
// seat order, with the votes in the place of a record that was voted away, and the next
// step begins. It returns the records of the step.
func (l *log) fold(hand int, away []int, again bool) (done []Checked) {
	for _, s := range l.pending.Seats {
		if !slices.Contains(away, s) {
			done = append(done, *l.arrivedFrom(s))
			continue
		}
		l.absent = append(l.absent, absence{seat: s, step: l.step, hand: hand, again: again})
		done = append(done, l.ballot(s)...)
	}
	records := make([]record.Record, len(done))
	for i, c := range done {
		records[i] = c.record
	}
	for _, v := range l.votes {
		if v.kind == record.KindHere {
			l.heres = append(l.heres, v)
		}
	}
	l.past = l.past.with(l.head, records)
	l.head = record.Fold(l.head, l.step, records)
	l.step++
	l.arrived, l.votes = nil, nil
	return done
}

// ballot lists the votes that a seat is away, in the order of the voters.
func (l *log) ballot(seat int) (list []Checked) {
	for _, v := range l.votes {
		if v.about == seat && v.kind == record.KindAway {
			list = append(list, v)
		}
	}
	slices.SortFunc(list, func(a, b Checked) int { return a.seat - b.seat })
	return list
}
