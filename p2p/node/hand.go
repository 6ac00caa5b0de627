package node

import (
	"fives/engine/table"
	"fives/p2p/api"
)

// handView returns a settled hand with the rules that were broken in it and those who have signed it.
func handView(t *table.Table, res *table.Result, names []string) api.Hand {
	h := api.HandOf(res.Settlement, res.Shown(), names)
	for _, b := range res.Violations {
		h.Violations = append(h.Violations, api.Violation{Name: names[b.Seat], Rule: b.Rule, Move: res.MoveAt(uint64(b.At))})
	}
	for _, rec := range t.ReceiptsOf(res) {
		h.Receipts = append(h.Receipts, names[t.Terms().SeatOf(rec.Author)])
	}
	return h
}
