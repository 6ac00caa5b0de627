package web

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"fives/cli/cards"
	"fives/cli/phrase"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A zone is what lies on the felt at one place.
type zone struct {
	Kind   rules.ZoneKind
	Label  string
	Key    string // by which the page finds it again on the next screen
	Count  int
	Play   string // what the moves have that use it
	Aloud  string
	Stacks []stack
	Empty  bool
	Taken  bool // a trick that is complete, and lies there until the next lead
	Marks  []rules.Mark
}

// A stack is cards that belong together, the last one on top.
type stack struct {
	Name  string // of who has played it
	Cards []card.Card
	For   template.HTML // what its wild cards stand for
}

// deepest is how many cards of a pile are drawn, the top one among them. In a game
// without hands all of them matter.
const deepest = 4

// mostDown is how many cards of a packet that nobody knows are drawn.
const mostDown = 3

// newZone is a zone as it is drawn. A pile is whole where all its cards matter.
func newZone(t api.Table, z rules.Zone, whole bool) zone {
	v := zone{Kind: z.Kind, Label: shown.ZoneLabel(z, t.You, func(seat int) string { return shown.Name(t, seat) }), Count: z.Count, Play: z.Play, Marks: z.Marks}
	if t.View != nil && v.Marks == nil {
		v.Marks = t.View.Marks
	}
	v.Key = string(z.Kind) + " " + v.Label
	if z.Kind == rules.TrickZone {
		v.Key = string(z.Kind) // it goes by two names
		v.Taken = t.View != nil && len(t.View.Moments) > 0
	}
	for _, g := range z.Groups {
		s := stack{Cards: g.Cards, For: standing(g)}
		if z.Kind == rules.PileZone && !whole {
			s.Cards = g.Cards[max(0, len(g.Cards)-deepest):]
		}
		if g.Seat >= 0 && g.Seat != z.Seat {
			s.Name = shown.Name(t, g.Seat)
		}
		if !slices.ContainsFunc(s.Cards, card.Card.Known) {
			s.Cards = s.Cards[:min(len(s.Cards), mostDown)] // their number is beside them
		}
		if len(s.Cards) > 0 {
			v.Stacks = append(v.Stacks, s)
		}
	}
	if z.Kind == rules.StockZone && z.Count > 0 && len(v.Stacks) == 0 {
		v.Stacks = []stack{{Cards: make([]card.Card, 1)}}
	}
	v.Empty = len(v.Stacks) == 0 && (z.Kind == rules.StockZone || z.Kind == rules.PileZone || z.Kind == rules.TrickZone)
	v.Aloud = aloud(v, z)
	return v
}

// aloud is a zone as it is read aloud: a pile with its top card.
func aloud(v zone, z rules.Zone) string {
	text := fmt.Sprintf("%s, %s", v.Label, phrase.Count(v.Count, "card"))
	all := shown.Cards(z)
	if z.Kind == rules.PileZone && len(all) > 0 && all[len(all)-1].Known() {
		return text + ", " + cards.Named(v.Marks, all[len(all)-1]) + " on top"
	}
	return text
}

// standing is for which cards the wild ones of a group stand.
func standing(g rules.Group) template.HTML {
	if !slices.ContainsFunc(g.For, card.Card.Known) {
		return ""
	}
	var list []string
	for i, c := range g.For {
		if c.Known() && i < len(g.Cards) {
			list = append(list, string(chip(nil, g.Cards[i]))+"="+string(chip(nil, c)))
		}
	}
	return template.HTML(strings.Join(list, " "))
}

func chip(marks []rules.Mark, c card.Card) template.HTML {
	return cards.Chips(marks, []card.Card{c}, nil)
}
