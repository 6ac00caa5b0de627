package web

import (
	"encoding/json"
	"strconv"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// A placed person is a player and their place in the game.
type placed struct {
	shown.Rank
	Person person
	Label  string
}

// A turning is a hand that decided a game.
type turning struct{ Hand, Text string }

// An ending is what there is to say about a game that is over, beside the places.
type ending struct {
	Moments []turning
	Debts   []string // chips that one player owes another
	Picture string   // what the picture of the game shows, as JSON
}

// steps is how many places there are on a podium.
const steps = 3

// podium puts the players of a game that is over on the podium, and lists those who have no
// place on it.
func (p *tablePage) podium() {
	var list []placed
	for _, r := range shown.Ranks(p.Table) {
		x := placed{r, p.signs[p.number(r.Seat)], say.Name(r.Name)}
		if r.You {
			x.Label = "You"
		}
		list = append(list, x)
	}
	n := min(len(list), steps)
	p.Podium, p.Others = list[:n], list[n:]
	p.Ending.Picture = picture(p.Table, list)
	for _, s := range shown.Swings(p.Table) {
		by, of, n := s.Winner, s.Other, s.By
		if n < 0 {
			by, of, n = of, by, -n
		}
		p.Ending.Moments = append(p.Ending.Moments, turning{say.Capital(say.Hand(s.Hand)), does(by, "gain") + " " + strconv.Itoa(n) + " on " + object(of)})
	}
	for _, d := range shown.Payments(p.Table) {
		p.Ending.Debts = append(p.Ending.Debts, does(d.From, "pay")+" "+object(d.To)+" "+strconv.Itoa(d.Chips))
	}
}

// does writes a player with a verb; object, one to whom something is done.
func does(s api.Seat, verb string) string {
	if s.You {
		return "You " + verb
	}
	return say.Name(s.Name) + " " + verb + "s"
}

func object(s api.Seat) string {
	if s.You {
		return "you"
	}
	return say.Name(s.Name)
}

// A pictured player is one on the picture of a game (static/picture.js). Nobody is called "You"
// there, because others see it too.
type pictured struct {
	Place   int    `json:"place"`
	Name    string `json:"name"`
	Total   int    `json:"total"`
	Won     bool   `json:"won"`
	Shape   int    `json:"shape"` // -1 for a computer player
	Colour  int    `json:"colour"`
	Letters string `json:"letters"`
}

func picture(t api.Table, list []placed) string {
	title := t.Title
	switch len(t.Winners) {
	case 0:
	case 1:
		title = say.Name(t.Winners[0]) + " wins " + t.Title
	default:
		title = say.Names(t.Winners, " and ") + " win " + t.Title
	}
	all := make([]pictured, len(list))
	for i, x := range list {
		all[i] = pictured{x.Place, say.Name(x.Name), x.Total, x.Won, x.Person.Shape, x.Person.Colour, x.Person.Letters}
		if x.Person.Robot {
			all[i].Shape = -1
		}
	}
	b, _ := json.Marshal(map[string]any{"title": title, "hands": say.Count(len(t.Hands), "hand"), "time": t.Time, "head": t.Head, "people": all})
	return string(b)
}
