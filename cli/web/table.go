package web

import (
	"context"
	"encoding/json"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"fives/cli/cards"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A tablePage is a table as a player at it sees it.
type tablePage struct {
	api.Table
	signs     []person // of the seats
	Heading   string
	Facts     []rules.Fact
	Notes     []shown.Note
	Opponents []seat
	Self      *seat
	News      []template.HTML // what the others have done since the player did
	Piles     []zone
	Trick     *zone
	Around    bool // its cards lie around the piles
	Melds     []zone
	Headline  string
	Prompt    template.HTML
	Yours     bool // the prompt is meant for the player
	Marks     []rules.Mark
	Hand      []held
	Size      int // of the hand, at most the largest that the style knows
	Wide      int // how many piles lie side by side
	Deal      int // the number of the hand being dealt
	Orders    string
	Order     string // the order in which the hand is drawn
	Sorts     []string
	Moves     []move
	Handless  bool
	Lead      []shown.Deed // what the moment asks for
	Over      bool
	Podium    []placed // the first three places of a game that is over
	Others    []placed // and the rest
	Ending    ending
	Running   bool    // a hand is being played, and the player has a seat in it
	Ended     string  // "won" if the game is over, and the player has won it
	Wanted    string  // what others call for
	Caller    *person // who has called for it
	Wishes    []wish  // handovers
	Settled   int     // the number of settled hands
	Lesson    *course // the lesson, if this is its table
	Alone     bool    // no other device at the table is heard
	Admits    bool    // the player may let others watch
}

// A seat is a player around the felt.
type seat struct {
	shown.Seat
	Person person
	State  string // the class that draws it: away, covered, out; "" for one who plays
	What   string // what else there is to know
	Deals  bool
	Open   bool // all its cards can be seen
	Did    template.HTML
	Told   string // the same in words
	Latest bool   // this seat was the last to act
	Absent string
	Marks  []rules.Mark
}

// A held card is one of the player's.
type held struct {
	Card  card.Card
	Place int  // in the order received
	Gap   bool // there is a gap before it
	Idle  bool // no legal move uses it
}

// A move is one that the player can tap.
type move struct {
	At    int // its index in the list
	Text  string
	Said  template.HTML
	Aloud string
	Cards string // the cards that it uses, as in "7h 7s"
	Final bool   // the page asks for it twice
	Brief string // a few words for a move of many cards, "" for the others
	Offer bool   // the game offers it, whatever is chosen
	More  string // where the moves that exceed it are in the list: "0 7"
	Long  string // where those are that do the same with more cards
}

// How often, and after which pause, a page asks again for a table that begins at this moment.
const (
	beginTries = 20
	beginPause = 100 * time.Millisecond
)

func (s *site) table(ctx context.Context, r *http.Request) (string, any, error) {
	id := r.PathValue("table")
	at := s.at(id)
	t, err := at.Table(ctx, id)
	for tries := 0; api.ErrorIn(err).Reason == api.ReasonNotBegun; tries++ {
		name, page, failed := s.waiting(ctx, r, id, err)
		if api.ErrorIn(failed).Reason != api.ReasonNotBegun || tries == beginTries {
			return name, page, failed
		}
		// Its seats are no longer offered: it begins at this moment.
		select {
		case <-ctx.Done():
			return "", nil, ctx.Err()
		case <-time.After(beginPause):
		}
		t, err = at.Table(ctx, id)
	}
	if err != nil {
		return "", nil, err
	}
	var m api.Moves
	if t.YourTurn {
		if m, err = at.Moves(ctx, id); err != nil {
			return "", nil, err
		}
	}
	p := newTablePage(t, m, s.draws(ctx))
	if learner, is := at.(pupil); is {
		p.Lesson = courseOf(learner.Desk)
		p.Prompt = p.Lesson.Task // the task stands beside the hand, too
	}
	return "table", p, nil
}

func newTablePage(t api.Table, m api.Moves, draw drawer) tablePage {
	x := shown.Of(t, time.Now())
	t.YourTurn = x.Yours
	p := tablePage{
		Table: t, Heading: t.Title, Headline: x.Headline, Yours: x.Yours, Facts: x.Facts, Notes: x.Notes,
		Over: t.Phase == api.PhaseOver, Settled: len(t.Hands), Alone: shown.Alone(t), Wishes: wishes(t), signs: draw(t.Seats),
	}
	if t.View != nil {
		p.Marks = t.View.Marks
	}
	p.Prompt = cards.Sentence(p.Marks, say.Full(x.Task))
	p.Running = t.Phase == api.PhasePlaying && t.Seat >= 0
	if p.Over && t.Seat >= 0 && t.Seat < len(t.Seats) && slices.Contains(t.Winners, t.Seats[t.Seat].Name) {
		p.Ended = "won"
	}
	p.Lead, _ = shown.Apart(t)
	_, p.Admits = shown.Find(shown.Deeds(t), shown.ActAdmit)
	if t.Call != nil {
		p.Wanted = say.Sentence(say.Wanted(*t.Call))
		if i := slices.IndexFunc(t.Seats, func(s api.Seat) bool { return s.Name == t.Call.By }); i >= 0 {
			p.Caller = &p.signs[i]
		}
	}
	if t.View != nil {
		p.view(*t.View)
	}
	p.seats()
	p.Wide = p.wide()
	if p.Over {
		p.podium()
	}
	for i := range p.Piles {
		p.Piles[i].gain(m.Moves)
	}
	p.hand(m)
	return p
}

// view takes what the rule set shows.
func (p *tablePage) view(v rules.View) {
	p.Deal = v.Hand
	p.Handless = shown.Handless(p.Table)
	tricks := slices.ContainsFunc(v.Zones, func(z rules.Zone) bool { return z.Kind == rules.TrickZone })
	for _, z := range v.Zones {
		if z.Kind == rules.HandZone || tricks && z.Kind == rules.StockZone && z.Play == "" {
			continue
		}
		switch x := newZone(p.Table, z, p.Handless, p.signs); x.Form {
		case "":
		case "meld":
			p.Melds = append(p.Melds, x)
		case "trick":
			p.Trick = &x
		default:
			p.Piles = append(p.Piles, x)
		}
	}
	shut := func(z zone) bool { return strings.HasSuffix(z.Form, " shut") }
	p.Around = p.Trick != nil && slices.ContainsFunc(p.Piles, func(z zone) bool { return !shut(z) })
	if p.Trick != nil && !p.Trick.Empty && !p.Around {
		p.Trick.Due = false // a card goes on the others, and not beside them
	}
}

// wide returns how many piles the felt has room for side by side: the fewer there are, the
// larger they are drawn.
func (p *tablePage) wide() int {
	n := 0
	for _, z := range p.Piles {
		for _, s := range z.Stacks {
			if n += 100; !z.Heap {
				n += 34 * (len(s.Cards) - 1) // so much of a card is visible below the next one
			}
		}
		if len(z.Stacks) == 0 {
			n += 100
		}
	}
	return min(max((n+99)/100, 2), 7)
}

// seats sets the others around the felt.
func (p *tablePage) seats() {
	for _, o := range shown.Opponents(p.Table) {
		s := p.seat(o)
		p.Opponents = append(p.Opponents, s)
		if s.Open {
			p.Melds = append(p.Melds, open(s))
		}
	}
	all := shown.Seats(p.Table)
	if p.Seat >= 0 && p.Seat < len(all) {
		s := p.seat(all[p.Seat])
		p.Self = &s
	}
	p.round(all)
}

func (p *tablePage) seat(o shown.Seat) seat {
	s := seat{Seat: o, Marks: p.Marks, Person: p.signs[p.number(o.Seat)]}
	s.Notes = nil
	for _, n := range o.Notes {
		if n == "dealer" {
			s.Deals = true
		} else {
			s.Notes = append(s.Notes, n)
		}
	}
	s.Seen = slices.DeleteFunc(slices.Clone(o.Seen), func(c card.Card) bool { return !c.Known() })
	s.Open = len(s.Seen) > 0 && len(s.Seen) == len(o.Seen)
	s.Absent = shown.Absence(p.Table, o.Seat)
	s.What = s.about()
	switch {
	case s.Absent == shown.OthersPlay:
		s.State = "covered"
	case s.Absent != "":
		s.State = "away"
	case o.Out:
		s.State, s.Unit = "out", "" // its points matter to nobody any more
	}
	did, latest := shown.Did(p.Table, o)
	s.Did, s.Told, s.Latest = cards.Sentence(p.Marks, did), cards.Aloud(did), latest
	return s
}

// round says what has been done since the player did something, a line for each who did. Where
// everybody's card lies at its place around the felt, the last line is enough.
func (p *tablePage) round(all []shown.Seat) {
	names := shown.MovedSince(p.Table)
	if p.Around {
		names = names[max(0, len(names)-1):]
		if name, is := shown.NewTaker(p.Table); is {
			names = []string{name}
		}
	}
	for _, name := range names {
		i := slices.IndexFunc(all, func(s shown.Seat) bool { return s.Name == name })
		if i < 0 {
			continue
		}
		if did, _ := shown.Did(p.Table, all[i]); len(did) > 0 {
			p.News = append(p.News, template.HTML(`<b><bdi translate="no">`+template.HTMLEscapeString(whoever(all[i].Seat))+"</bdi></b> ")+cards.Sentence(p.Marks, did))
		}
	}
}

// number returns the number of a seat at the table.
func (p *tablePage) number(s api.Seat) int {
	return max(0, slices.IndexFunc(p.Seats, func(x api.Seat) bool { return x.Fingerprint == s.Fingerprint && x.Name == s.Name }))
}

// hand sets the player's cards and what can be played.
func (p *tablePage) hand(m api.Moves) {
	z, _ := shown.HandOf(p.Table, p.Seat)
	if p.Seat < 0 || p.Over { // it is shown with the others'
		z = rules.Zone{}
	}
	own := shown.Cards(z)
	order := shown.Order(z.Orders, len(own), func(rules.Order) bool { return false })
	options := shown.Choices(m.Moves, own)
	useful := shown.Useful(options)
	for at, i := range order.Index {
		p.Hand = append(p.Hand, held{Card: own[i], Place: i, Gap: slices.Contains(order.Breaks, at), Idle: p.YourTurn && useful != nil && !slices.Contains(useful, own[i])})
	}
	p.Size = min(len(own), largest)
	b, _ := json.Marshal(z.Orders)
	p.Orders = string(b)
	for _, o := range z.Orders {
		p.Sorts = append(p.Sorts, o.Name)
	}
	p.Order = order.Name
	offer := ""
	if p.View != nil {
		offer = p.View.Offer
	}
	shown.SortChoices(options, offer, false, func(cards []card.Card) []int { return shown.PlacesOf(cards, own, order.Index) })
	for i, o := range options {
		x := newMove(i, p.Table, o, shown.Final(o, len(options), len(own), piles(p.Table)))
		x.Offer = o.Text == offer
		x.More, x.Long = among(options, shown.Exceeding(options, o)), among(options, shown.Lengthening(options, o))
		p.Moves = append(p.Moves, x)
	}
}

// among returns where some moves are in a list.
func among(all, some []shown.Choice) string {
	var at []string
	for _, o := range some {
		at = append(at, strconv.Itoa(slices.IndexFunc(all, func(x shown.Choice) bool { return x.Text == o.Text })))
	}
	return strings.Join(at, " ")
}

func newMove(at int, t api.Table, o shown.Choice, final bool) move {
	says := say.Upper(say.Do(t.Game, o.Text))
	if n, ends := t.View.Ends[o.Text]; ends {
		says = says.Text(", " + rules.Points(n))
	}
	if slices.Contains(t.View.Takes, o.Text) {
		says = says.Text(" and win the trick")
	}
	return move{At: at, Text: o.Text, Said: cards.Sentence(t.View.Marks, says), Aloud: cards.Aloud(says), Cards: card.Join(o.Cards), Final: final, Brief: say.Capital(say.Briefly(t.Game, o.Text))}
}

// largest is the largest hand for which the style has a size; a larger hand takes more rows.
const largest = 14

// many stands for the number of moves if all that is known is that there is a choice.
const many = 2

// piles lists the words with which moves name a pile.
func piles(t api.Table) []string {
	var list []string
	for _, z := range t.View.Zones {
		if z.Play != "" {
			list = append(list, z.Play)
		}
	}
	return list
}

// about says what there is to know about a seat, including since when it is this player's if it
// was another's before.
func (s seat) about() string {
	notes := s.Notes
	if since := say.Since(s.Seat.Seat); since != "" {
		notes = append(slices.Clone(notes), since)
	}
	return strings.Join(notes, ", ")
}
