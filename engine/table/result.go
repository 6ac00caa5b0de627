package table

import (
	"fives/engine/record"
	"fives/engine/rules"
)

// A Result is a settled hand.
type Result struct {
	rules.Settlement
	Step        uint64            // the step of its receipts
	Head        record.Hash       // at the start of that step
	Violations  []rules.Violation // hidden-card rules broken; At is the step of the move
	Observation rules.Observation // what had become public
	Keys        map[string]any    // the game's own state at the end (scenario format)
	Played      []PlayedMove      // its moves
}

// results are the settled hands of a table.
type results []Result

// before is how many hands were settled when a step began.
func (rs results) before(step uint64) int {
	n := 0
	for _, r := range rs {
		if r.Step <= step {
			n++
		}
	}
	return n
}

// receipted is the first step that is not covered by receipts of all seats of a
// hand, while step runs. Receipts name the head at the start of their own step, so
// that step is covered only by the receipts of the next hand.
func (rs results) receipted(step uint64) uint64 {
	for i := len(rs) - 1; i >= 0; i-- {
		if r := rs[i]; step > r.Step {
			return r.Step
		}
	}
	return 0
}

// last is the result of the hand that was settled last.
func (rs results) last() Result { return rs[len(rs)-1] }

// ReceiptsOf returns the receipts of a settled hand so far.
func (t *Table) ReceiptsOf(r Result) (receipts []record.Record) {
	if r.Step == t.step {
		return t.Arrived()
	}
	for _, rec := range t.Records(r.Step) {
		if len(t.Coverings(r.Step)) == 0 || t.isAbout(rec, rules.None) {
			receipts = append(receipts, rec)
		}
	}
	return receipts
}

// Unsigned lists the seats that have played the last hand of a game that is over, and not
// receipted it.
func (t *Table) Unsigned() []int {
	if n := len(t.results); n > 0 && t.results[n-1].Step < t.step {
		return t.Coverings(t.results[n-1].Step)
	}
	return t.Missing()
}
