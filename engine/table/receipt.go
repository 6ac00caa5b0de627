package table

import (
	"errors"
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
)

// settle notes the result of the hand and asks the seats that played it for
// their receipts.
func (t *Table) settle(a rules.Settle) {
	t.results = append(t.results, &Result{
		Settlement:  a.Settlement,
		Step:        t.step,
		Head:        t.head,
		Violations:  t.pos.Violations(t.hand.public),
		Observation: t.hand.public,
		Keys:        t.pos.Keys(t.terms.Names(), t.hand.public),
		Played:      t.hand.played,
	})
	t.pending = Pending{Kind: record.KindReceipt, Seats: t.hand.active}
}

// Receipt returns the receipt that every seat owes for the hand just settled, with the
// claimed time still zero.
func (t *Table) Receipt() record.Receipt {
	r := t.results.last()
	body := record.Receipt{Hand: uint64(r.Hand), Points: wide(r.Points()), Scores: wide(r.Scores)}
	for _, b := range r.Violations {
		body.Violations = append(body.Violations, record.Violation{Seat: uint64(b.Seat), Step: uint64(b.At), Rule: b.Rule})
	}
	return body
}

func wide(ns []int) []int64 {
	w := make([]int64, len(ns))
	for i, n := range ns {
		w[i] = int64(n)
	}
	return w
}

// checkReceipt checks that the seat attests the result that follows from the log.
func checkReceipt(p record.Payload, want record.Receipt) error {
	got, err := record.Decode[record.Receipt](p)
	if err != nil {
		return err
	}
	if got.Hand != want.Hand || !slices.Equal(got.Points, want.Points) ||
		!slices.Equal(got.Scores, want.Scores) || !slices.Equal(got.Violations, want.Violations) {
		return errors.New("the receipt attests another result")
	}
	return nil
}

// endReceipts starts the next hand, unless the game is over or somebody has broken a
// hidden-card rule: then the seats decide whether they go on, at a continuation.
func (t *Table) endReceipts() {
	t.receipts = append(t.receipts, t.step)
	if t.pos.Status().Winners != nil || len(t.results.last().Violations) > 0 {
		t.pending = Pending{}
		return
	}
	t.pos = t.pos.NextHand()
	t.startHand()
}
