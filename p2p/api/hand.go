package api

import (
	"fives/engine/card"
	"fives/engine/rules"
)

// Sheet says what each player scored in a hand; its maps are by name.
type Sheet struct {
	Number int            `json:"number"`
	Points map[string]int `json:"points"`
	Scores map[string]int `json:"scores"` // totals after it
	// Items has the score sheets. The items of a player add up to the points; players who did
	// not play the hand have no entry.
	Items map[string][]Item `json:"items"`
	Void  bool              `json:"void"`
	// What says how the hand ended, after the names in Who: "went out". Without names it is a
	// sentence.
	What string   `json:"what"`
	Who  []string `json:"who"`
	// Why has the reason for the points of a player in at most [rules.MostWhy] letters, if there
	// is one.
	Why map[string]string `json:"why"`
}

// Hand is a settled hand.
type Hand struct {
	Sheet
	Cards map[string][]string `json:"cards"` // that were shown
	// Laid has the melds that each seat laid, by name; seats that laid none have no entry.
	Laid       map[string][][]string `json:"laid"`
	Marks      []rules.Mark          `json:"marks,omitempty"` // of the cards of that hand
	Violations []Violation           `json:"violations"`
	Receipts   []string              `json:"receipts"` // names of those who signed it
}

// Item is a line of a player's score sheet: something that scores points in a hand, or the
// reason why something scores none.
type Item struct {
	What   string   `json:"what"` // a short phrase, to be followed by Names if there are any
	Points int      `json:"points"`
	Cards  []string `json:"cards"` // the cards that it counts
	Rule   string   `json:"rule"`  // the number of the rule in the game's rules
	Names  []string `json:"names"` // the other players that it is about
}

// SheetOf returns the sheet of a settlement; names are those of its seats.
func SheetOf(s rules.Settlement, names []string) Sheet {
	v := Sheet{Number: s.Hand, Items: map[string][]Item{}, Points: map[string]int{}, Scores: map[string]int{}, Void: s.Void, What: s.What, Who: []string{}, Why: map[string]string{}}
	points := s.Points()
	for seat, name := range names {
		v.Points[name], v.Scores[name] = points[seat], s.Scores[seat]
	}
	for _, seat := range s.Seats {
		v.Who = append(v.Who, names[seat])
	}
	for seat, why := range s.Why {
		if why != "" {
			v.Why[names[seat]] = why
		}
	}
	for seat, list := range s.Items {
		for _, i := range list {
			v.Items[names[seat]] = append(v.Items[names[seat]], itemOf(i, names))
		}
	}
	return v
}

// HandOf returns a settled hand; names are those of the seats, and shown the cards that each
// showed at the end, nil for none. Violations and receipts are left empty for the caller.
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

// texts returns cards as they are written in moves.
func texts(cards []card.Card) []string {
	list := make([]string, len(cards))
	for i, c := range cards {
		list[i] = c.String()
	}
	return list
}
