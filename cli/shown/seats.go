package shown

import (
	"fmt"
	"slices"
	"strings"

	"fives/cli/say"
	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A Seat is what there is to show about a player, whoever draws it.
type Seat struct {
	api.Seat
	Turn  bool
	Out   bool // it plays no more in this game, which goes on
	Hand  rules.Zone
	Hands bool        // the game has hands
	Seen  []card.Card // the hand of another player, if any card of it is known
	Notes []string    // from the rule set
	Total string
	Unit  string // what the total is: "points", "1" of which is a "point", or chips
}

// Seats returns the players of a table in clockwise order.
func Seats(t api.Table) []Seat {
	list := make([]Seat, len(t.Seats))
	for i, s := range t.Seats {
		v := Seat{Seat: s, Turn: i == Turn(t), Out: Out(t, i)}
		v.Hand, v.Hands = HandOf(t, i)
		if t.View != nil && i < len(t.View.Notes) {
			v.Notes = t.View.Notes[i]
		}
		if t.View != nil && i < len(t.View.Scores) {
			v.Total = fmt.Sprint(t.View.Scores[i])
			_, v.Unit, _ = strings.Cut(amount(t.Game, t.View.Scores[i]), " ")
		}
		if cards := Cards(v.Hand); i != t.Seat && slices.ContainsFunc(cards, card.Card.Known) {
			v.Seen = cards
		}
		list[i] = v
	}
	return list
}

// Out reports whether a seat plays no more in a game that goes on, as the rules say. Who has left is
// not out of it.
func Out(t api.Table, seat int) bool {
	return t.View != nil && t.Phase == api.PhasePlaying && seat >= 0 && seat < len(t.Seats) && !t.Seats[seat].Active && !t.Seats[seat].Left
}

// amount writes points as people at a table of that game say them.
func amount(game string, n int) string {
	rs, err := games.Find(game)
	if err != nil {
		return rules.Points(n)
	}
	return rs.Amount(n)
}

// Turn returns the seat that is to move, [rules.None] if there is none, or that is not known.
func Turn(t api.Table) int {
	if t.View == nil || t.Phase != api.PhasePlaying || t.CutOff != nil { // then nobody here knows
		return rules.None
	}
	return t.View.Turn
}

// HandOf returns the zone of a seat's hand; ok is false if the game has no hands.
func HandOf(t api.Table, seat int) (rules.Zone, bool) {
	if t.View == nil {
		return rules.Zone{}, false
	}
	i := slices.IndexFunc(t.View.Zones, func(z rules.Zone) bool { return z.Kind == rules.HandZone && z.Seat == seat })
	if i < 0 {
		return rules.Zone{}, false
	}
	return t.View.Zones[i], true
}

// Handless reports whether the game has no hands. Such a game has more piles and more moves, and all cards
// of a pile matter.
func Handless(t api.Table) bool {
	_, ok := HandOf(t, 0)
	return t.View != nil && !ok
}

// Cards returns all cards of a zone.
func Cards(z rules.Zone) []card.Card {
	var cards []card.Card
	for _, g := range z.Groups {
		cards = append(cards, g.Cards...)
	}
	return cards
}

// Order returns how a hand of n cards is drawn: in the order that asked accepts, else in one that lays
// cards together which can be played together, else in the second one, which sorts it. Its Index has a
// place for each card, and its Breaks lie between two of them.
func Order(orders []rules.Order, n int, asked func(rules.Order) bool) rules.Order {
	var o rules.Order
	if len(orders) > 0 {
		o = orders[min(1, len(orders)-1)]
	}
	together := func(o rules.Order) bool { return len(o.Breaks) > 0 }
	for _, want := range []func(rules.Order) bool{together, asked} {
		if i := slices.IndexFunc(orders, want); i >= 0 {
			o = orders[i]
		}
	}
	if len(o.Index) != n || slices.ContainsFunc(o.Index, func(i int) bool { return i < 0 || i >= n }) {
		o = rules.Order{Index: make([]int, n)}
		for i := range o.Index {
			o.Index[i] = i
		}
	}
	o.Breaks = slices.DeleteFunc(slices.Clone(o.Breaks), func(place int) bool { return place <= 0 || place >= n })
	return o
}

// PlacesOf returns the places of some cards of a hand in the order in which it is drawn.
func PlacesOf(some, held []card.Card, index []int) (places []int) {
	for _, c := range some {
		for place, i := range index {
			if held[i] == c && !slices.Contains(places, place) {
				places = append(places, place)
				break
			}
		}
	}
	return places
}

// Opponents returns the others in the order in which they sit, clockwise from the player; for
// an onlooker, all players.
func Opponents(t api.Table) []Seat {
	seats := Seats(t)
	if t.Seat < 0 || t.Seat >= len(seats) {
		return seats
	}
	return slices.Concat(seats[t.Seat+1:], seats[:t.Seat])
}

// You returns the fingerprint of the player, "" for somebody without a seat.
func You(t api.Table) string {
	if t.Seat < 0 || t.Seat >= len(t.Seats) {
		return ""
	}
	return t.Seats[t.Seat].Fingerprint
}

// Name returns the name of a seat, "nobody" if there is none.
func Name(t api.Table, seat int) string {
	if seat < 0 || seat >= len(t.Seats) {
		return "nobody"
	}
	return say.Name(t.Seats[seat].Name)
}

// ZoneLabel returns the label of a zone with its owner: "your melds", "ben's melds". name
// writes the name of a seat.
func ZoneLabel(z rules.Zone, you int, name func(seat int) string) string {
	switch {
	case z.Seat < 0:
		return z.Label
	case z.Seat == you:
		return "your " + z.Label
	}
	return name(z.Seat) + "'s " + z.Label
}
