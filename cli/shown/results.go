package shown

import (
	"fives/engine/rules"
	"fives/p2p/api"
)

// A Result is what a player got in a hand, and for what.
type Result struct {
	api.Seat
	Played        bool // in that hand
	Points, Total int
	Items         []api.Item // the score sheet; it adds up to the points
}

// Results are those of a hand in clockwise order.
func Results(t api.Table, h api.Hand) []Result {
	list := make([]Result, len(t.Seats))
	for i, s := range t.Seats {
		points, played := h.Points[s.Name]
		list[i] = Result{Seat: s, Played: played, Points: points, Total: h.Scores[s.Name], Items: h.Items[s.Name]}
	}
	return list
}

// ResultsOf are the results of a settled hand in clockwise order, before a daemon has
// shown it.
func ResultsOf(r rules.Settlement, names []string) []Result {
	sheets, points := api.Sheets(r.Items, names), r.Points()
	list := make([]Result, len(names))
	for i, name := range names {
		list[i] = Result{Seat: api.Seat{Name: name}, Played: len(r.Items[i]) > 0, Points: points[i], Total: r.Scores[i], Items: sheets[name]}
	}
	return list
}
