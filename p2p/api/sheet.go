package api

import "fives/engine/rules"

// Item is a line of a player's score sheet: what gives points of a hand, or why
// something gives none.
type Item struct {
	What   string   `json:"what"` // a short phrase; the names, if there are any, end it
	Points int      `json:"points"`
	Cards  []string `json:"cards"` // what it counts
	Rule   string   `json:"rule"`  // its number in the rules of the game
	Names  []string `json:"names"` // other players whom it is about
}

// Sheets are the score sheets of a hand by name, from those of its seats, which have these
// names. Who did not play the hand has none.
func Sheets(items [][]rules.Item, names []string) map[string][]Item {
	sheets := map[string][]Item{}
	for seat, list := range items {
		for _, i := range list {
			sheets[names[seat]] = append(sheets[names[seat]], itemOf(i, names))
		}
	}
	return sheets
}

func itemOf(i rules.Item, names []string) Item {
	v := Item{What: i.What, Points: i.Points, Cards: []string{}, Rule: i.Rule, Names: []string{}}
	for _, c := range i.Cards {
		v.Cards = append(v.Cards, c.String())
	}
	for _, s := range i.Seats {
		v.Names = append(v.Names, names[s])
	}
	return v
}
