package table

import (
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
)

// Apply takes in a checked record, and returns whether that completed the step. If its seat
// has delivered a record since it was checked, the error is [ErrKnown] or a *[Fault]; if
// its step is complete without it, [ErrLate]; if it belongs to another table or to another
// log of this one, as its head shows, [ErrStale]. After [ErrAssumed] the table must not be
// used any more.
func (t *Table) Apply(c Checked) (folded bool, err error) {
	if head, ok := t.HeadAt(c.step); !ok || c.head != head {
		return false, ErrStale
	}
	if old := t.find(c.step, c.record.Author, c.about); old != nil {
		return false, t.second(*old, c.record, c)
	}
	switch {
	case t.isLate(c):
		return false, ErrLate
	case c.step != t.step:
		return false, ErrStale
	}
	if c.about == rules.None {
		t.arrived = append(t.arrived, c)
	} else {
		t.votes = append(t.votes, c)
	}
	t.implicate()
	if len(t.Undecided()) > 0 {
		return false, nil
	}
	return true, t.foldStep()
}

// foldStep completes the running step, and does what follows from it.
func (t *Table) foldStep() error {
	away := slices.DeleteFunc(slices.Clone(t.pending.Seats), t.stands)
	again := nodesOf(t.terms, away) > 1
	for _, s := range t.pending.Seats {
		if covered := slices.Contains(away, s); covered != t.Covered(s) && !(covered && again) {
			t.changes = append(t.changes, change{s, t.step})
		}
	}
	for _, c := range t.fold(t.HandNumber(), away, again) {
		if c.apply != nil && !(again && c.about != rules.None) {
			c.apply(t)
		}
	}
	switch {
	case again:
		t.oweAgain(away)
	case !t.completeStep(t.pending.Kind, away):
		return ErrAssumed
	}
	return nil
}

// oweAgain makes the seats of two or more nodes, whose records were all voted away, owe
// them once more. Each of these nodes has voted on the others, so it was there. That
// happens only if somebody kept their votes apart, who gains nothing by it.
func (t *Table) oweAgain(away []int) {
	if t.pending.Kind == record.KindProof {
		t.hand.shuffle = t.hand.shuffle.begin(t.hand.keyed)
		t.hand.shuffle.again = true
		t.pending = t.hand.shuffleOwed()
		return
	}
	t.pending.Seats = away
}

// OwedAgain reports whether what the running step owes is owed once more because seats of two
// or more nodes were voted away: in the step before or, in a shuffle, in a step of its proofs.
func (t *Table) OwedAgain() bool {
	last := t.step - 1
	return len(t.VotedAway(last)) > len(t.Coverings(last)) || t.hand != nil && t.hand.shuffle != nil && t.hand.shuffle.again
}

// completeStep does what follows from a whole step, in which the records of some seats were
// voted away, and sets what is pending next. It returns false if an assumption about the
// step was false.
func (t *Table) completeStep(kind record.Kind, covered []int) bool {
	switch kind {
	case record.KindRoster, record.KindAccept:
		t.startGame()
	case record.KindSeal:
		t.pending = t.endSealing(covered)
	case record.KindKey:
		if !t.hand.joinKeys(without(t.hand.party, covered)) {
			t.pending = t.hand.rekey()
			break
		}
		t.hand.sealing.complete(t.step - 1)
		if t.draws() {
			t.pending = t.startDraw()
			break
		}
		t.next()
	case record.KindStack:
		t.hand.shuffle = t.hand.shuffle.next()
		t.shuffleOn()
	case record.KindProof:
		t.hand.shuffle = t.hand.shuffle.prove(covered)
		t.shuffleOn()
	case record.KindShares:
		return t.endShares()
	case record.KindMove:
		if len(covered) > 0 && t.standIn(covered[0]) {
			break
		}
		t.next()
	case record.KindReceipt:
		t.endReceipts()
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
			if t.hand.Keyed(a.Seat) {
				t.pending = Pending{Kind: record.KindMove, Seats: []int{a.Seat}}
				return
			}
			if t.standIn(a.Seat) {
				return
			}
		case rules.Settle:
			t.settle(a)
			return
		case rules.Over:
			t.pending = Pending{}
			return
		}
	}
}

// endShares ends a step of shares.
func (t *Table) endShares() bool {
	switch {
	case t.hand.draw != nil:
		t.endDraw()
	case !t.hand.openShared():
		return false
	case t.hand.standIn != rules.None:
		if t.standIn(t.hand.standIn) {
			return true
		}
	default:
		t.pos = t.pos.Opened(t.hand.public)
	}
	t.next()
	return true
}

// shuffleOn sets what a shuffle owes next, or ends it.
func (t *Table) shuffleOn() {
	if d := t.hand.shuffleOwed(); len(d.Seats) > 0 {
		t.pending = d
		return
	}
	t.pos = t.pos.Shuffled(t.hand.endShuffle())
	t.next()
}
