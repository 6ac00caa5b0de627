package web

import (
	"context"
	"encoding/json"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"fives/cli/phrase"
	"fives/cli/shown"
	"fives/cli/words"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A tablePage is a table as one sits at it.
type tablePage struct {
	api.Table
	Heading   string
	Turn      string // whose it is, or how the table stands
	Facts     []rules.Fact
	Troubles  []shown.Trouble
	Opponents []seat
	Side      int // how many of them sit at each side
	Opposite  int // and opposite
	Self      *seat
	News      template.HTML // what has just happened
	Zones     []zone
	Prompt    template.HTML
	Yours     bool // the prompt is for the player
	Marks     []rules.Mark
	Hand      []held
	Deal      int // the number of the hand that is dealt
	Orders    string
	Order     string // in which the hand is drawn
	Sorts     []string
	Moves     []move
	Handless  bool
	Stuck     bool
	Over      bool
	Running   bool    // a hand, in which the player has a seat
	Ended     string  // "won" if the game is over, and the player has won it
	Wanted    string  // what others have called for
	Wishes    []wish  // handovers
	Settled   int     // hands
	Lesson    *course // if one is taken here
}

// A seat is a player around the felt.
type seat struct {
	shown.Seat
	Look   int // colour and sign
	Place  string
	At     int // number there: at the left from below, else clockwise, from 1
	Did    template.HTML
	Latest bool // it was the last to do something
	Backs  []struct{}
	Absent string
	Marks  []rules.Mark
}

// A held card is one of the player's.
type held struct {
	Card  card.Card
	Place int  // in the order received
	Gap   bool // before it
	Idle  bool // no legal move uses it
}

// A move is one that can be tapped.
type move struct {
	At    int // in the list
	Text  string
	Said  template.HTML
	Aloud string
	Cards string // that it uses, as in "7h 7s"
	Final bool   // it is asked for twice
}

// signs of seats, each with a colour, are different.
const signs = 8

func (s *site) table(ctx context.Context, r *http.Request) (string, any, error) {
	id := r.PathValue("table")
	at := s.at(id)
	t, err := at.Table(ctx, id)
	if err != nil {
		return "", nil, err
	}
	var m api.Moves
	if t.YourTurn {
		if m, err = at.Moves(ctx, id); err != nil {
			return "", nil, err
		}
	}
	p := newTablePage(t, m)
	if learner, is := at.(pupil); is {
		p.Lesson = courseOf(learner.desk)
		p.Prompt = p.Lesson.Task // beside the hand, too
	}
	return "table", p, nil
}

func newTablePage(t api.Table, m api.Moves) tablePage {
	p := tablePage{
		Table: t, Turn: words.Capital(string(t.Phase)), Troubles: shown.Troubles(t, time.Now()), Stuck: shown.Stuck(t),
		Over: t.Phase == api.PhaseOver, Settled: len(t.Hands), Wishes: wishes(t),
	}
	p.Running = t.Phase == api.PhasePlaying && t.You >= 0
	if p.Over && t.You >= 0 && t.You < len(t.Seats) && slices.Contains(t.Winners, t.Seats[t.You].Name) {
		p.Ended = "won"
	}
	p.Heading = t.Title
	if turn := words.Turn(t.Summary); turn != "" && shown.Turn(t) >= 0 {
		p.Turn = words.Capital(turn)
	}
	if t.Call != nil {
		p.Wanted = words.Sentence(words.Wanted(*t.Call))
	}
	if t.View != nil {
		p.view(*t.View)
	}
	p.Prompt, p.Yours = prompt(t)
	p.seats()
	p.hand(m)
	return p
}

// view takes up what the rule set shows.
func (p *tablePage) view(v rules.View) {
	p.Marks, p.Deal = v.Marks, v.Hand
	if f, ok := shown.HandFact(v); ok {
		p.Facts = append(p.Facts, f)
	}
	p.Facts = append(p.Facts, shown.Facts(v)...)
	switch {
	case p.Table.Cover && p.Table.NoCover == api.FewNodes:
		p.Facts = append(p.Facts, rules.Fact{Label: phrase.CoverAsked, Value: phrase.CoverWaits + ": " + phrase.CoverFew})
	case p.Table.Cover:
		p.Facts = append(p.Facts, rules.Fact{Label: phrase.CoverAsked, Value: phrase.CoverGoesOn})
	}
	_, hands := shown.HandOf(p.Table, 0)
	p.Handless = !hands
	for _, z := range v.Zones {
		if z.Kind != rules.HandZone {
			p.Zones = append(p.Zones, newZone(p.Table, z, p.Handless))
		}
	}
}

// seats sets the others around the felt: some at each side, the rest opposite.
func (p *tablePage) seats() {
	others := shown.Opponents(p.Table)
	n := len(others)
	p.Side = min(1, n/2)
	if n > 8 {
		p.Side = 3
	} else if n > 4 {
		p.Side = 2
	}
	p.Opposite = n - 2*p.Side
	for i, o := range others {
		s := p.seat(o)
		switch {
		case i < p.Side:
			s.Place, s.At = "left", i+1
		case i < n-p.Side:
			s.Place, s.At = "opposite", i-p.Side+1
		default:
			s.Place, s.At = "right", i-n+p.Side+1
		}
		p.Opponents = append(p.Opponents, s)
	}
	if all := shown.Seats(p.Table); p.You >= 0 && p.You < len(all) {
		s := p.seat(all[p.You])
		p.Self = &s
	}
}

// mostBacks is how many cards of a hand are drawn face down.
const mostBacks = 7

func (p *tablePage) seat(o shown.Seat) seat {
	s := seat{Seat: o, Marks: p.Marks, Look: p.look(o.Seat)}
	if o.Hands && !slices.ContainsFunc(o.Seen, card.Card.Known) {
		s.Backs = make([]struct{}, min(o.Hand.Count, mostBacks))
	}
	s.Seen = slices.DeleteFunc(slices.Clone(o.Seen), func(c card.Card) bool { return !c.Known() })
	if s.Absent = shown.Absence(o.Seat); p.Over && !o.Left || shown.Onward(p.Table) {
		s.Absent = ""
	}
	s.Did, s.Latest = p.did(o)
	if s.Latest && s.Did != "" {
		p.News = template.HTML("<b><bdi>"+template.HTMLEscapeString(words.Name(s.Name))+"</bdi></b> ") + s.Did
	}
	return s
}

// look is the colour and the sign of a seat.
func (p *tablePage) look(s api.Seat) int {
	return slices.IndexFunc(p.Seats, func(x api.Seat) bool { return x.Fingerprint == s.Fingerprint && x.Name == s.Name }) % signs
}

// did is what a seat has done last in the running hand, and whether it was the last of
// all to do something.
func (p *tablePage) did(s shown.Seat) (did template.HTML, latest bool) {
	text, latest := shown.Did(p.Table, s, func(m api.Played) string {
		return string(line(p.Marks, phrase.Move(p.Game, m.Move))) + template.HTMLEscapeString(words.Late(m.Late))
	}, pen{p.Marks}.Card)
	return template.HTML(text), latest
}

// prompt says what the player may do, or for what the table waits.
func prompt(t api.Table) (html template.HTML, yours bool) {
	text, yours := shown.Prompt(t)
	if yours {
		return line(t.View.Marks, words.Sentence(text)), true
	}
	return line(nil, words.Sentence(text)), false
}

// hand is the player's cards and what can be played.
func (p *tablePage) hand(m api.Moves) {
	z, _ := shown.HandOf(p.Table, p.You)
	if p.You < 0 || p.Over { // then it is shown with the others'
		z = rules.Zone{}
	}
	own := shown.Cards(z)
	index, gaps := order(z, len(own))
	options := shown.Choices(m.Moves, own)
	useful := shown.Useful(options)
	for at, i := range index {
		p.Hand = append(p.Hand, held{Card: own[i], Place: i, Gap: slices.Contains(gaps, at), Idle: p.YourTurn && useful != nil && !slices.Contains(useful, own[i])})
	}
	b, _ := json.Marshal(z.Orders)
	p.Orders = string(b)
	for _, o := range z.Orders {
		p.Sorts = append(p.Sorts, o.Name)
	}
	p.Order = shown.Order(z.Orders, func(rules.Order) bool { return false }).Name
	shown.SortChoices(options, false, func(cards []card.Card) []int { return places(cards, own, index) })
	for i, o := range options {
		p.Moves = append(p.Moves, newMove(i, o, p.Marks, shown.Final(o, len(options), len(own), piles(p.Table))))
	}
}

func newMove(at int, o shown.Choice, marks []rules.Mark, final bool) move {
	return move{At: at, Text: o.Text, Said: line(marks, o.Text), Aloud: spoken(o.Text), Cards: card.Join(o.Cards), Final: final}
}

// many is a number of moves where it is only known that there is a choice.
const many = 2

// piles are what moves have that use one.
func piles(t api.Table) []string {
	var list []string
	for _, z := range t.View.Zones {
		if z.Play != "" {
			list = append(list, z.Play)
		}
	}
	return list
}

// order is that in which a hand of n cards is drawn, and where gaps are left.
func order(z rules.Zone, n int) (index, gaps []int) {
	o := shown.Order(z.Orders, func(rules.Order) bool { return false })
	if len(o.Index) == n && !slices.ContainsFunc(o.Index, func(i int) bool { return i < 0 || i >= n }) {
		return o.Index, o.Breaks
	}
	index = make([]int, n)
	for i := range index {
		index[i] = i
	}
	return index, nil
}

// places are those of cards in the order in which the hand is drawn.
func places(some, own []card.Card, index []int) []int {
	var list []int
	for _, c := range some {
		for at, i := range index {
			if own[i] == c && !slices.Contains(list, at) {
				list = append(list, at)
				break
			}
		}
	}
	return list
}

// A pen draws cards in a text as HTML.
type pen struct{ marks []rules.Mark }

// Card draws a card.
func (p pen) Card(c card.Card) string { return string(chip(p.marks, c)) }

// holds is how many cards a seat has, "" in a game without hands.
func (s seat) holds() string {
	if !s.Hands {
		return ""
	}
	return phrase.Count(s.Hand.Count, "card")
}

// about is what is so of a seat, and since when it is this player's if it was another's before.
func (s seat) about() string {
	notes := s.Notes
	if since := words.Since(s.Seat.Seat); since != "" {
		notes = append(slices.Clone(notes), since)
	}
	return strings.Join(notes, ", ")
}
