package table

import (
	"slices"

	"fives/engine/record"
)

// A past is a complete step of a log, and all steps before it. Adding a step, or taking a
// snapshot, costs the same however long the log is, however many snapshots there are and
// whatever is folded into them: nothing is ever copied. Looking back takes a number of
// jumps that is logarithmic in the distance (Myers, "An applicative random-access stack",
// 1983). Nil is the past of a log that has not begun.
type past struct {
	step    uint64
	head    record.Hash     // at the start of the step
	records []record.Record // in seat order

	before, jump *past
}

// with returns the past with one more complete step.
func (p *past) with(head record.Hash, records []record.Record) *past {
	q := &past{head: head, records: records, before: p, jump: p}
	if p == nil {
		return q
	}
	q.step = p.step + 1
	// Two successive jumps of the same length become one.
	if p.jump != nil && p.jump.jump != nil && p.step-p.jump.step == p.jump.step-p.jump.jump.step {
		q.jump = p.jump.jump
	}
	return q
}

// at returns a step of the past, nil if it is not complete.
func (p *past) at(step uint64) *past {
	if p == nil || p.step < step {
		return nil
	}
	for p.step > step {
		if p.jump.step >= step {
			p = p.jump
		} else {
			p = p.before
		}
	}
	return p
}

// steps lists the records of all steps, in their order.
func (p *past) steps() [][]record.Record {
	var list [][]record.Record
	for ; p != nil; p = p.before {
		list = append(list, p.records)
	}
	slices.Reverse(list)
	return list
}
