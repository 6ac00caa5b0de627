package web

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"

	"fives/cli/learn"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A settlement is the result of a hand: what everybody got, and for what.
type settlement struct {
	ID       string
	Game     string
	Heading  string
	Headline string // what matters most
	Under    string // what matters next
	Ranked   []stand
	Void     bool
	Results  []result
	Goal     string
	Breaches []template.HTML
	Back     []string // for a player who comes back: what they have missed
	Over     string   // how the game has ended, if it ended with this hand
	Number   int
	Last     int // the hand that is settled
	Teaches  int // the number of the hand by which it can be looked back at, 0 for none
}

type result struct {
	shown.Result
	Person person
	Marks  []rules.Mark // of the cards
}

// A stand is how somebody stands after a hand.
type stand struct {
	result
	Place int
	Label string
	Bars  bool // everybody has a bar
	Bar   int  // percent of what totals run up to, or of the largest one
}

func (s *site) showSettled(ctx context.Context, r *http.Request) (string, any, error) {
	t, err := s.at(r.PathValue("table")).Table(ctx, r.PathValue("table"))
	if err != nil {
		return "", nil, err
	}
	n, err := strconv.Atoi(r.URL.Query().Get("n"))
	if err != nil || n < 1 || n > len(t.Hands) {
		n = len(t.Hands)
	}
	if n == 0 {
		return "sheet", shown.Scores(t), nil
	}
	p := newSettlement(t, n)
	if seen, err := strconv.Atoi(r.URL.Query().Get("back")); err == nil && seen >= 0 && seen < n {
		p.Back = sayMissed(t, t.Hands[seen:n])
	}
	return "settled", p, nil
}

// sayMissed tells a player who comes back how the hands went that have ended meanwhile, what was
// played in their place, and whose turn it is. It returns nothing for somebody who only looks
// on.
func sayMissed(t api.Table, hands []api.Hand) []string {
	you, points := t.Me(), 0
	if you == "" {
		return nil
	}
	for _, h := range hands {
		points += h.Points[you]
	}
	last := hands[len(hands)-1]
	all := []string{fmt.Sprintf("%s ended: %s for you, and you have %d.", say.Count(len(hands), "hand"), say.Points(points), last.Scores[you])}
	for _, x := range shown.Missing(t) {
		all = append(all, say.Printed(say.Full(x.Says)))
	}
	if turn := say.Turn(t.Summary); turn != "" {
		all = append(all, say.Sentence("now it is "+turn))
	}
	return all
}

// newSettlement returns the settlement of the nth settled hand, from 1.
func newSettlement(t api.Table, n int) settlement {
	h := t.Hands[n-1]
	p := settlement{ID: t.ID, Game: t.Game, Heading: say.Capital(say.Hand(h.Number)), Void: h.Void, Goal: say.Sentence(say.Goal(t.Game)), Number: n, Last: len(t.Hands)}
	if !h.Void && t.ID != learn.Table {
		p.Teaches = h.Number
	}
	signs := people(t.Seats)
	for i, x := range shown.Results(t, h) {
		if x.Played {
			p.Results = append(p.Results, result{x, signs[i], h.Marks})
		}
	}
	for _, b := range h.Violations {
		p.Breaches = append(p.Breaches, linkRules(t.Game, template.HTML(template.HTMLEscapeString(say.Violation(b)))))
	}
	p.rank(t, h)
	if t.Phase == api.PhaseOver && n == len(t.Hands) {
		p.Heading, p.Over = "The game is over", say.Sentence(say.Over(t.Winners, t.Me()))
	}
	return p
}

// rank lists the players after a hand, the best first. It says how the hand ended, and who
// leads.
func (p *settlement) rank(t api.Table, h api.Hand) {
	high, signs, most := shown.HighWins(t.Game), people(t.Seats), 0
	for i, x := range shown.Results(t, h) {
		s := stand{result: result{Result: x, Person: signs[i]}, Label: whoever(x.Seat)}
		p.Ranked = append(p.Ranked, s)
		most = max(most, x.Total)
	}
	slices.SortStableFunc(p.Ranked, func(a, b stand) int {
		if high {
			a, b = b, a
		}
		return cmp.Compare(a.Total, b.Total)
	})
	if limit := shown.Limit(t); limit > 0 {
		most = limit
	}
	bars := most > 0 && !slices.ContainsFunc(p.Ranked, func(s stand) bool { return s.Total < 0 })
	for i := range p.Ranked {
		s := &p.Ranked[i]
		if s.Place = i + 1; i > 0 && s.Total == p.Ranked[i-1].Total {
			s.Place = p.Ranked[i-1].Place
		}
		if s.Bars = bars; bars {
			s.Bar = min(100, 100*s.Total/most)
		}
	}
	p.Headline, p.Under = shown.Ended(h, t.Me()), shown.Leader(t, h)
	if h.Void {
		p.Under = "Nobody scores. " + p.Under
	}
}

// whoever names a player as the player's own screen does.
func whoever(s api.Seat) string {
	if s.You {
		return "You"
	}
	return say.Name(s.Name)
}

// scores shows how the scores went, hand by hand.
func (s *site) scores(ctx context.Context, r *http.Request) (string, any, error) {
	t, err := s.at(r.PathValue("table")).Table(ctx, r.PathValue("table"))
	return "sheet", shown.Scores(t), err
}

// A menuPage shows what else can be done at a table.
type menuPage struct {
	api.Table
	Facts  []rules.Fact // what is agreed, and what is true now
	Lesson bool
	Cover  string // at a table with cover, what holds there and what it costs
	Deeds  []shown.Deed
}

func (s *site) menu(ctx context.Context, r *http.Request) (string, any, error) {
	t, err := s.at(r.PathValue("table")).Table(ctx, r.PathValue("table"))
	if err != nil {
		return "", nil, err
	}
	p := menuPage{Table: t, Lesson: t.ID == learn.Table}
	lead, rest := apart(t)
	p.Deeds = append(slices.DeleteFunc(lead, func(d shown.Deed) bool { return d.Act != shown.ActContinue }), rest...)
	p.Deeds = slices.DeleteFunc(p.Deeds, func(d shown.Deed) bool { return d.Act == shown.ActInvite && s.invited == nil })
	if t.View != nil {
		p.Facts = shown.Facts(*t.View)
	}
	if t.Cover {
		p.Cover = say.Sentence(say.CoverTerm(t)) + " " + say.Sentence(say.Capital(say.CoverPrice))
	}
	if o, ok := s.running(ctx, t.ID); ok && t.Seat < 0 {
		if d, ok := shown.Find(shown.OpenRow(o).Deeds, shown.ActJoin); ok {
			p.Deeds = append(p.Deeds, d)
		}
	}
	return "menu", p, nil
}
