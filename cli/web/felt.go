package web

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"fives/cli/cards"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A zone is what lies at one place of the felt.
type zone struct {
	Kind   rules.ZoneKind
	Form   string // how it is drawn: pile, trick or meld; "" if there is nothing to see
	Label  string
	Says   string        // what stands below it
	Verb   template.HTML // the same, if it takes the chosen cards
	Owner  bool          // it belongs to a seat,
	Person person        // that of this person
	Mini   bool          // its cards are small
	Heap   bool          // its cards lie on each other
	Deep   bool          // there is more below its top card
	Key    string        // by which the page finds it on the next screen
	Count  int
	Play   string // the first or last words of the moves that use it
	Aloud  string
	Stacks []stack
	Empty  bool
	Taken  bool   // the trick is complete, and lies there until the next lead
	Trump  string // what the card that was turned up says
	Due    bool   // the player's next card goes there
	Marks  []rules.Mark
}

// A stack is cards that belong together, the last one on top.
type stack struct {
	Name  string // who played it
	At    string // its side of the felt, if every player plays one: at-own, at-left or at-right
	Cards []card.Card
	For   template.HTML // what its wild cards stand for
}

// mostDown is how many cards of a packet are drawn if nobody knows them.
const mostDown = 3

// deepest is how many cards of a pile the page has, so that it can show a card flying onto the
// pile while another one follows right behind.
const deepest = 4

// newZone returns a zone as it is drawn. A pile shows its top card or, if all its cards matter,
// all of them.
func newZone(t api.Table, z rules.Zone, whole bool, signs []person) zone {
	v := zone{Kind: z.Kind, Label: shown.ZoneLabel(z, t.Seat, func(seat int) string { return shown.Name(t, seat) }), Count: z.Count, Play: z.Play, Marks: z.Marks}
	if t.View != nil && v.Marks == nil {
		v.Marks = t.View.Marks
	}
	v.Key = string(z.Kind) + " " + v.Label
	for _, g := range z.Groups {
		s := stack{Cards: g.Cards, For: standsFor(g)}
		if z.Kind == rules.PileZone && !whole {
			s.Cards = g.Cards[max(0, len(g.Cards)-deepest):]
		}
		if g.Seat >= 0 && g.Seat != z.Seat {
			s.Name = shown.Name(t, g.Seat)
			if s.At = side(t, g.Seat); g.Seat == t.Seat {
				s.Name = "you"
			}
		}
		if !slices.ContainsFunc(s.Cards, card.Card.Known) {
			s.Cards = s.Cards[:min(len(s.Cards), mostDown)] // a number beside them says how many there are
		}
		if len(s.Cards) > 0 {
			v.Stacks = append(v.Stacks, s)
		}
	}
	if z.Kind == rules.StockZone && z.Count > 0 && len(v.Stacks) == 0 {
		v.Stacks = []stack{{Cards: make([]card.Card, 1)}}
	}
	if z.Seat >= 0 && z.Seat < len(t.Seats) {
		v.Person = signs[z.Seat]
	}
	v.Empty = len(v.Stacks) == 0
	v.form(t, z, whole)
	v.Trump = trump(t, z)
	v.caption(z)
	if v.Form == "meld" && v.Person.Robot { // whose sign all robots have
		v.Says = shown.Name(t, z.Seat)
	}
	v.Aloud = aloud(v, z)
	return v
}

// side returns at which side of the felt a seat plays, as its owner sees it.
func side(t api.Table, seat int) string {
	switch n := len(t.Seats); (seat - max(t.Seat, 0) + n) % n {
	case 0:
		return "at-own"
	case 1:
		return "at-left"
	}
	return "at-right"
}

// trump says in words what the one card of a pile that nobody plays to means.
func trump(t api.Table, z rules.Zone) string {
	if t.View == nil || z.Kind != rules.PileZone || z.Play != "" || z.Count != 1 {
		return ""
	}
	for _, f := range t.View.Facts {
		switch f.Label {
		case "trump":
			return f.Value + " are trump"
		case "proposed":
			return f.Value + " proposed"
		}
	}
	return ""
}

// form sets how a zone is drawn.
func (v *zone) form(t api.Table, z rules.Zone, whole bool) {
	stock := z.Kind == rules.StockZone
	pile := z.Kind == rules.PileZone
	v.Form, v.Heap, v.Deep = "pile", pile && !whole || stock, (pile || stock) && z.Count > 1
	switch {
	case z.Kind == rules.TrickZone:
		v.Form, v.Key = "trick", string(z.Kind) // its label changes, so it cannot be the key
		v.Taken = t.View != nil && len(t.View.Moments) > 0
		v.Due = t.YourTurn && (!v.Taken || v.Empty)
	case z.Kind == rules.MeldZone && z.Seat >= 0:
		v.Form, v.Mini, v.Owner = "meld", true, true
	case z.Kind == rules.AsideZone:
		v.Form, v.Mini = "pile aside", true
		if !slices.ContainsFunc(shown.Cards(z), card.Card.Known) {
			v.Form += " shut"
		}
	}
	if v.Empty && (v.Mini || stock && z.Play == "") {
		v.Form = ""
	}
}

// caption sets what is written below a zone.
func (v *zone) caption(z rules.Zone) {
	switch {
	case v.Form == "trick" || v.Owner: // the felt says it elsewhere
	case z.Kind == rules.StockZone:
		v.Says = fmt.Sprintf("%d left", z.Count)
	case v.Trump != "":
		v.Says = v.Trump
	case z.Count > 1:
		v.Says = fmt.Sprintf("%s, %d", v.Label, z.Count)
	default:
		v.Says = v.Label
	}
	if z.Play != "" {
		v.Verb = template.HTML(template.HTMLEscapeString(say.Capital(z.Play)))
	}
}

// gain adds the top card of a pile to its verb if a move ends with that verb, because such a
// move takes the card.
func (v *zone) gain(moves []string) {
	ends := func(move string) bool { return move == v.Play || strings.HasSuffix(move, " "+v.Play) }
	if v.Kind != rules.PileZone || len(v.Stacks) == 0 || !slices.ContainsFunc(moves, ends) {
		return
	}
	cards := v.Stacks[len(v.Stacks)-1].Cards
	if top := cards[len(cards)-1]; top.Known() {
		v.Verb += template.HTML(" " + say.Printed(card.Sentence{{Card: top}}))
	}
}

// open returns the cards of another player's hand that everybody can see: they lie on the felt.
func open(s seat) zone {
	return zone{
		Kind: rules.HandZone, Form: "meld", Label: say.Name(s.Name) + "'s cards", Key: "open " + s.Name, Count: len(s.Seen),
		Says: say.Name(s.Name) + "’s cards", Owner: true, Person: s.Person, Mini: true, Stacks: []stack{{Cards: s.Seen}}, Marks: s.Marks,
	}
}

// aloud returns a zone as it is read aloud: a pile with its top card.
func aloud(v zone, z rules.Zone) string {
	text := fmt.Sprintf("%s, %s", v.Label, say.Count(v.Count, "card"))
	all := shown.Cards(z)
	if z.Kind == rules.PileZone && len(all) > 0 && all[len(all)-1].Known() {
		return text + ", " + cards.Named(v.Marks, all[len(all)-1]) + " on top"
	}
	return text
}

// standsFor says which cards the wild ones of a group stand for.
func standsFor(g rules.Group) template.HTML {
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
