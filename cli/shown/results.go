package shown

import (
	"strings"

	"fives/cli/say"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A Result says how many points a player got in a hand, and for what.
type Result struct {
	api.Seat
	Played        bool // whether the player was in that hand
	Points, Total int
	Items         []Item // the score sheet, which adds up to the points
	Why           string // what the points are for in a few words, "" for cards that were left
	Sign          Sign   // of the player, where [Count.Sign] has drawn it
}

// An Item is a line of a score sheet.
type Item struct {
	api.Item
	Cards []card.Card // the cards that it counts
}

// itemsOf returns the lines of a score sheet. A card that cannot be read is face down.
func itemsOf(sheet []api.Item) []Item {
	list := make([]Item, len(sheet))
	for i, line := range sheet {
		list[i] = Item{Item: line, Cards: make([]card.Card, len(line.Cards))}
		for n, text := range line.Cards {
			list[i].Cards[n], _ = card.Parse(text)
		}
	}
	return list
}

// Results returns the results of a hand in clockwise order.
func Results(t api.Table, h api.Hand) []Result { return results(t.Seats, h.Sheet) }

func results(seats []api.Seat, h api.Sheet) []Result {
	list := make([]Result, len(seats))
	for i, s := range seats {
		items := h.Items[s.Name]
		list[i] = Result{Seat: s, Played: h.Void || len(items) > 0, Points: h.Points[s.Name], Total: h.Scores[s.Name], Items: itemsOf(items), Why: api.Clean(h.Why[s.Name])}
	}
	return list
}

// endedBy says in a few words how a hand ended. you is the name of the reader, "" for none.
func endedBy(h api.Hand, you string) string {
	names := make([]string, len(h.Who))
	for i, name := range h.Who {
		if names[i] = say.Name(name); name == you {
			names[i] = "you"
		}
	}
	return say.Capital(strings.TrimSpace(say.List(names, " and ") + " " + api.Clean(h.What)))
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
