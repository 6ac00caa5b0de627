package say

import (
	"fmt"
	"strings"

	"fives/engine/audit"
	"fives/engine/record"
)

// FromHand says from which hand on a player has had a seat that was another's before.
func FromHand(hand int) string { return fmt.Sprintf("from hand %d on", hand) }

// Undone says that a player had a seat for a while, but that the game went on at another table
// from before the first hand played there.
const Undone = "no hand that stands"

// Tenures says for each seat who has played which hands in it: "hands 1 to 4 Ada (bot of ana),
// from 5 on zoe". It says so if the last player of a seat has played no hand that stands. It is
// "" for a seat that has not changed hands. If two players of the game have the same name,
// their fingerprints tell them apart.
func Tenures(seats []audit.Seat) []string {
	list := make([]string, len(seats))
	for i, s := range seats {
		if s.Changed() {
			list[i] = tenures(s.Tenures, seats)
		}
	}
	return list
}

func tenures(list []audit.Tenure, seats []audit.Seat) string {
	var parts []string
	for i, t := range list {
		if t.Undone {
			parts = append(parts, "then "+holder(t, seats)+", with "+Undone)
			continue
		}
		parts = append(parts, span(t, i == 0)+" "+holder(t, seats))
	}
	return strings.Join(parts, ", ")
}

// span says which hands a tenure has. Only the first one contains the word hands.
func span(t audit.Tenure, first bool) string {
	switch {
	case t.To == 0 && first:
		return FromHand(t.From)
	case t.To == 0:
		return fmt.Sprintf("from %d on", t.From)
	case t.From == t.To:
		return Hand(t.From)
	case first:
		return fmt.Sprintf("hands %d to %d", t.From, t.To)
	}
	return fmt.Sprintf("%d to %d", t.From, t.To)
}

// holder names who has the seat in a tenure.
func holder(t audit.Tenure, seats []audit.Seat) string {
	name := record.ShowName(t.Name)
	if sharesName(t, seats) {
		name += " " + record.Fingerprint(t.Key)
	}
	if t.BotOf != "" {
		name += " (" + Bot(t.Name, t.BotOf, t.Strength) + ")"
	}
	return name
}

// sharesName reports whether another player of the game goes by the same name.
func sharesName(t audit.Tenure, seats []audit.Seat) bool {
	for _, s := range seats {
		for _, other := range s.Tenures {
			if other.Name == t.Name && other.Key != t.Key {
				return true
			}
		}
	}
	return false
}
