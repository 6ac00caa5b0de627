package shown

import (
	"fives/engine/rules"
	"fives/p2p/api"
)

// A Result says how many points a player got in a hand, and for what.
type Result struct {
	api.Seat
	Played        bool // whether the player was in that hand
	Points, Total int
	Items         []api.Item // the score sheet, which adds up to the points
}

// Results returns the results of a hand in clockwise order.
func Results(t api.Table, h api.Hand) []Result { return results(t.Seats, h.Sheet) }

func results(seats []api.Seat, h api.Sheet) []Result {
	list := make([]Result, len(seats))
	for i, s := range seats {
		points, played := h.Points[s.Name]
		list[i] = Result{Seat: s, Played: played, Points: points, Total: h.Scores[s.Name], Items: h.Items[s.Name]}
	}
	return list
}

// ResultsOf returns the results of a settled hand in clockwise order, for a hand that no daemon
// has shown.
func ResultsOf(s rules.Settlement, names []string) []Result {
	seats := make([]api.Seat, len(names))
	for i, name := range names {
		seats[i].Name = name
	}
	list := results(seats, api.SheetOf(s, names))
	for i := range list {
		list[i].Played = len(list[i].Items) > 0
	}
	return list
}
