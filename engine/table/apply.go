package table

import (
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
)

// Apply takes a checked record in. It returns whether the step was completed
// with it. A value whose seat has delivered since it was checked gives
// [ErrKnown] or a *[Fault]; one of another table gives [ErrStale].
func (t *Table) Apply(c Checked) (folded bool, err error) {
	if c.of != t {
		return false, ErrStale
	}
	if old := t.find(c.step, c.record.Author); old != nil {
		if old.Same(c.record) {
			return false, ErrKnown
		}
		return false, &Fault{Seat: c.seat, Step: c.step, Records: []record.Record{*old, c.record}, Reason: ErrTwo}
	}
	t.arrived = append(t.arrived, c)
	if len(t.arrived) < len(t.pending.Seats) {
		return false, nil
	}
	t.fold()
	return true, nil
}

// fold completes the running step: its records go into the log and the head in
// seat order, their contributions into the state, and the next step begins.
func (t *Table) fold() {
	done := t.arrived
	slices.SortFunc(done, func(a, b Checked) int { return a.seat - b.seat })
	records := t.Arrived()
	t.head = record.Fold(t.head, t.step, records)
	t.log = append(t.log, records)
	t.heads = append(t.heads, t.head)
	t.step++
	t.arrived = nil
	for _, c := range done {
		if c.apply != nil {
			c.apply()
		}
	}
	t.completed(t.pending.Kind)
}

// completed does what follows from a whole step, and sets what is pending next.
func (t *Table) completed(kind record.Kind) {
	switch kind {
	case record.KindRoster, record.KindAccept:
		t.startGame()
	case record.KindKey:
		t.keysDone()
	case record.KindPass:
		t.passDone()
	case record.KindShares:
		t.sharesDone()
	case record.KindMove:
		t.next()
	case record.KindReceipt:
		t.receiptsDone()
	}
}

// next asks the rules what to do and sets what is pending. Actions that owe
// nothing are done at once.
func (t *Table) next() {
	for {
		switch a := t.pos.Next().(type) {
		case rules.Shuffle:
			t.startShuffle(a)
			return
		case rules.Open:
			if t.startOpening(a) {
				return
			}
			t.pos = t.pos.Opened(t.hand.public)
		case rules.Turn:
			t.pending = Pending{Kind: record.KindMove, Seats: []int{a.Seat}}
			return
		case rules.Settle:
			t.settle(a)
			return
		case rules.Over:
			t.pending = Pending{}
			return
		}
	}
}
