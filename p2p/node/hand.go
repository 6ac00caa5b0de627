package node

import (
	"fives/engine/card"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/api"
)

func handView(t *table.Table, res *table.Result, names []string) api.Hand {
	h := api.Hand{
		Number: res.Hand, Void: res.Void, Cards: map[string][]string{}, Laid: map[string][][]string{},
		Items: api.Sheets(res.Items, names), Marks: res.Marks, Points: map[string]int{}, Scores: map[string]int{},
		Violations: []api.Violation{}, Receipts: []string{},
	}
	points := res.Points()
	for i, name := range names {
		h.Points[name], h.Scores[name] = points[i], res.Scores[i]
		h.Cards[name] = []string{}
		if res.Hands != nil {
			for _, c := range res.Observation.Cards(res.Hands[i]) {
				h.Cards[name] = append(h.Cards[name], c.String())
			}
		}
		if res.Laid != nil && len(res.Laid[i]) > 0 {
			h.Laid[name] = meldsView(res.Laid[i])
		}
	}
	for _, b := range res.Violations {
		h.Violations = append(h.Violations, violationView(res, b, names))
	}
	for _, rec := range t.ReceiptsOf(res) {
		h.Receipts = append(h.Receipts, names[t.Terms().SeatOf(rec.Author)])
	}
	return h
}

func meldsView(melds [][]card.Card) [][]string {
	texts := make([][]string, len(melds))
	for i, m := range melds {
		for _, c := range m {
			texts[i] = append(texts[i], c.String())
		}
	}
	return texts
}

func violationView(res *table.Result, b rules.Violation, names []string) api.Violation {
	v := api.Violation{Name: names[b.Seat], Rule: b.Rule}
	for _, p := range res.Played {
		if p.Step == uint64(b.At) {
			v.Move = p.Text
		}
	}
	return v
}
