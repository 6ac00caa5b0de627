package table

import (
	"fives/engine/record"
	"fives/engine/rules"
)

// Apply takes a checked record in. It returns whether the step was completed
// with it. A value whose seat has delivered since it was checked gives
// [ErrKnown] or a *[Fault]; one of another table, or of a log that is not the one
// here, gives [ErrStale]: its head says which table and which log it is of.
// [ErrAssumed] leaves the table of no use.
func (t *Table) Apply(c Checked) (folded bool, err error) {
	if head, ok := t.HeadAt(c.step); !ok || c.head != head {
		return false, ErrStale
	}
	if old := t.find(c.step, c.record.Author); old != nil {
		if old.Same(c.record) {
			return false, ErrKnown
		}
		return false, blame(c.seat, c.step, ErrTwo, *old, c.record)
	}
	if c.step != t.step {
		return false, ErrStale
	}
	t.arrived = append(t.arrived, c)
	if len(t.arrived) < len(t.pending.Seats) {
		return false, nil
	}
	for _, c := range t.fold() {
		if c.apply != nil {
			c.apply(t)
		}
	}
	if !t.completed(t.pending.Kind) {
		return true, ErrAssumed
	}
	return true, nil
}

// completed does what follows from a whole step, and sets what is pending next. It
// returns false if something in the step is false that was assumed.
func (t *Table) completed(kind record.Kind) bool {
	switch kind {
	case record.KindRoster, record.KindAccept:
		t.startGame()
	case record.KindKey:
		if !t.hand.joinKeys() {
			break // the seats draw new keys
		}
		if t.draws() {
			t.pending = t.startDraw()
			break
		}
		t.next()
	case record.KindStack:
		t.pending = t.hand.shuffleOwed()
	case record.KindProof:
		t.pos = t.pos.Shuffled(t.hand.shuffled())
		t.next()
	case record.KindShares:
		if t.hand.draw != nil {
			t.endDraw()
		} else if t.hand.openShared() {
			t.pos = t.pos.Opened(t.hand.public)
		} else {
			return false
		}
		t.next()
	case record.KindMove:
		t.next()
	case record.KindReceipt:
		t.receiptsDone()
	}
	return true
}

// next asks the rules what to do and sets what is pending. Actions that owe
// nothing are done at once.
func (t *Table) next() {
	for {
		switch a := t.pos.Next().(type) {
		case rules.Shuffle:
			t.pending = t.startShuffle(a)
			return
		case rules.Open:
			if t.pending = t.hand.startOpening(a); len(t.pending.Seats) > 0 {
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
