package api

import (
	"fives/engine/card"
	"fives/engine/rules"
)

// Sheet is what a hand brought, by name.
type Sheet struct {
	Number int            `json:"number"`
	Points map[string]int `json:"points"`
	Scores map[string]int `json:"scores"` // totals after it
	// Items has the score sheets, by name. They add up to the points; those who
	// did not play the hand are not in it.
	Items map[string][]Item `json:"items"`
	Void  bool              `json:"void"`
}

// Hand is a settled hand.
type Hand struct {
	Sheet
	Cards map[string][]string `json:"cards"` // that were shown
	// Laid has the melds that seats have laid, by name; those who laid none are
	// not in it.
	Laid       map[string][][]string `json:"laid"`
	Marks      []rules.Mark          `json:"marks,omitempty"` // of the cards of that hand
	Violations []Violation           `json:"violations"`
	Receipts   []string              `json:"receipts"` // names of those who signed it
}

// Item is a line of a player's score sheet: what gives points of a hand, or why
// something gives none.
type Item struct {
	What   string   `json:"what"` // a short phrase; the names, if there are any, end it
	Points int      `json:"points"`
	Cards  []string `json:"cards"` // what it counts
	Rule   string   `json:"rule"`  // its number in the rules of the game
	Names  []string `json:"names"` // other players whom it is about
}

// SheetOf is what a settlement brought to its seats, which have these names.
func SheetOf(s rules.Settlement, names []string) Sheet {
	v := Sheet{Number: s.Hand, Items: map[string][]Item{}, Points: map[string]int{}, Scores: map[string]int{}, Void: s.Void}
	points := s.Points()
	for seat, name := range names {
		v.Points[name], v.Scores[name] = points[seat], s.Scores[seat]
	}
	for seat, list := range s.Items {
		for _, i := range list {
			v.Items[names[seat]] = append(v.Items[names[seat]], itemOf(i, names))
		}
	}
	return v
}

// HandOf is a settled hand at whose end the seats showed these cards, if it has hands. Nobody
// has broken a rule in it, or signed it, as far as it says.
func HandOf(s rules.Settlement, shown [][]card.Card, names []string) Hand {
	h := Hand{
		Sheet: SheetOf(s, names), Cards: map[string][]string{}, Laid: map[string][][]string{}, Marks: s.Marks,
		Violations: []Violation{}, Receipts: []string{},
	}
	for seat, name := range names {
		h.Cards[name] = []string{}
		if shown != nil {
			h.Cards[name] = texts(shown[seat])
		}
		if s.Laid == nil {
			continue
		}
		for _, meld := range s.Laid[seat] {
			h.Laid[name] = append(h.Laid[name], texts(meld))
		}
	}
	return h
}

func itemOf(i rules.Item, names []string) Item {
	v := Item{What: i.What, Points: i.Points, Cards: texts(i.Cards), Rule: i.Rule, Names: []string{}}
	for _, s := range i.Seats {
		v.Names = append(v.Names, names[s])
	}
	return v
}

// texts are cards as they are written in moves.
func texts(cards []card.Card) []string {
	list := make([]string, len(cards))
	for i, c := range cards {
		list[i] = c.String()
	}
	return list
}
