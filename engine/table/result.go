package table

import (
	"slices"

	"fives/engine/card"
	"fives/engine/record"
	"fives/engine/rules"
)

// A Result is a settled hand.
type Result struct {
	rules.Settlement
	Step        uint64            // the step of its receipts
	Head        record.Hash       // at the start of that step
	Violations  []rules.Violation // broken hidden-card rules; At is the step of the move
	Observation rules.Observation // what had become public
	Keys        map[string]any    // the game's own state at the end (scenario format)
	Played      []PlayedMove      // its moves
}

// Shown are the cards that were held or shown at its end, by seat; nil in a game without hands.
func (r *Result) Shown() [][]card.Card {
	if r.Hands == nil {
		return nil
	}
	shown := make([][]card.Card, len(r.Hands))
	for seat, slots := range r.Hands {
		shown[seat] = r.Observation.Cards(slots)
	}
	return shown
}

// MoveAt returns the text of the move that was made in a step, "" if there is none.
func (r *Result) MoveAt(step uint64) string {
	for _, m := range r.Played {
		if m.Step == step {
			return m.Text
		}
	}
	return ""
}

// results are the settled hands of a table.
type results []*Result

// HandReceipted reports whether the step with the receipts of a hand is complete.
func (t *Table) HandReceipted(hand int) bool {
	return len(t.receipts) > 0 && hand <= t.results[len(t.receipts)-1].Hand
}

// receiptedStep returns the first step that is not covered by the receipts of all seats of
// some hand. Receipts name the head at the start of their own step, so that step is covered
// only by the receipts of the next hand.
func (t *Table) receiptedStep() uint64 {
	if len(t.receipts) == 0 {
		return 0
	}
	return t.results[len(t.receipts)-1].Step
}

// before returns how many hands were settled when a step began.
func (rs results) before(step uint64) int {
	n := 0
	for _, r := range rs {
		if r.Step <= step {
			n++
		}
	}
	return n
}

// last returns the result of the hand that was settled last.
func (rs results) last() *Result { return rs[len(rs)-1] }

// ReceiptsOf returns the receipts of a settled hand so far.
func (t *Table) ReceiptsOf(r *Result) (receipts []record.Record) {
	end := t.receiptsEnd(r)
	for step := r.Step; step < end; step++ {
		for _, rec := range t.Records(step) {
			if len(t.VotedAway(step)) == 0 || t.isAbout(rec, rules.None) {
				receipts = append(receipts, rec)
			}
		}
	}
	if end == t.step && t.pending.Kind == record.KindReceipt {
		receipts = append(receipts, t.Arrived()...)
	}
	return receipts
}

// receiptsEnd returns the first step after the receipts of a settled hand, as far as there
// are any.
func (t *Table) receiptsEnd(r *Result) uint64 {
	if i := slices.IndexFunc(t.results, func(s *Result) bool { return s.Step == r.Step }); i >= 0 && i < len(t.receipts) {
		return t.receipts[i]
	}
	return t.step
}

// Unsigned lists the seats that have played the last hand of a finished game, and have not
// receipted it.
func (t *Table) Unsigned() []int {
	if n := len(t.results); n > 0 && n == len(t.receipts) {
		return t.Coverings(t.receipts[n-1] - 1)
	}
	return t.Missing()
}
