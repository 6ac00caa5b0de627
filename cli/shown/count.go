package shown

import (
	"cmp"
	"fmt"
	"slices"

	"fives/cli/learn"
	"fives/cli/say"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A Count is what a settled hand brought everybody.
type Count struct {
	Game     string
	Headline string   // how the hand ended, in a few words
	Under    string   // what matters next, a sentence
	Over     bool     // the game has ended with it
	Results  []Result // in clockwise order
	Ranked   []Stand  // the best first
	Full     int      // the total of a full bar, 0 where no bars can be drawn
	Breaches []string // the rules that were broken, and by whom
	Goal     string   // of the game, a sentence
	Marks    []rules.Mark
}

// A Stand is how a player stands after a hand.
type Stand struct {
	Result
	Place int // from 1, and the same for equal totals
	Bar   int // percent of the total to which the game runs, or of the largest one; less than 0 where no bar can be drawn
}

// Sign notes how the players look, as draw says of a list of seats in its order. A nil Count has
// none.
func (c *Count) Sign(draw func([]api.Seat) []Sign) {
	if c == nil {
		return
	}
	seats := make([]api.Seat, len(c.Results))
	for i, r := range c.Results {
		seats[i] = r.Seat
	}
	signs := map[[2]string]Sign{}
	for i, s := range draw(seats) {
		c.Results[i].Sign = s
		signs[[2]string{seats[i].Name, seats[i].Fingerprint}] = s
	}
	for i := range c.Ranked {
		c.Ranked[i].Sign = signs[[2]string{c.Ranked[i].Name, c.Ranked[i].Fingerprint}]
	}
}

// CountOf returns what the nth settled hand of a table brought, from 1.
func CountOf(t api.Table, n int) *Count {
	h := t.Hands[n-1]
	c := &Count{Game: t.Game, Headline: endedBy(h, t.Me()), Over: t.Phase == api.PhaseOver && n == len(t.Hands) && t.ID != learn.Table, Results: Results(t, h), Goal: say.Sentence(say.Goal(t.Game)), Marks: h.Marks}
	c.rank(Limit(t))
	switch {
	case c.Over:
		c.Under = say.Sentence(say.Over(t.Winners, t.Me()))
	case h.Void:
		c.Under = "Nobody scores. " + c.leader()
	default:
		c.Under = c.leader()
	}
	for _, b := range h.Violations {
		c.Breaches = append(c.Breaches, say.Violation(b))
	}
	return c
}

// rank orders the players by their totals.
func (c *Count) rank(limit int) {
	rs, err := games.Find(c.Game)
	high := err == nil && rs.HighWins
	for _, r := range c.Results {
		c.Ranked = append(c.Ranked, Stand{Result: r})
	}
	total := func(a, b Stand) int { return cmp.Compare(a.Total, b.Total) }
	if len(c.Ranked) > 0 {
		limit = max(cmp.Or(limit, slices.MaxFunc(c.Ranked, total).Total), 0)
		if slices.MinFunc(c.Ranked, total).Total < 0 {
			limit = 0
		}
	}
	slices.SortStableFunc(c.Ranked, func(a, b Stand) int {
		if high {
			a, b = b, a
		}
		return total(a, b)
	})
	c.Full = limit
	for i := range c.Ranked {
		s := &c.Ranked[i]
		s.Place, s.Bar = i+1, -1
		if i > 0 && s.Total == c.Ranked[i-1].Total {
			s.Place = c.Ranked[i-1].Place
		}
		if limit > 0 {
			s.Bar = min(100, 100*s.Total/limit)
		}
	}
}

// leader says who leads, and how far behind the player at this node is.
func (c *Count) leader() string {
	if len(c.Ranked) == 0 {
		return ""
	}
	first := c.Ranked[0]
	lead := fmt.Sprintf("%s leads with %d.", say.Name(first.Name), first.Total)
	switch {
	case len(c.Ranked) > 1 && c.Ranked[1].Total == first.Total:
		lead = fmt.Sprintf("It is level at the top, with %d.", first.Total)
	case first.You:
		lead = fmt.Sprintf("You lead with %d.", first.Total)
	}
	i := slices.IndexFunc(c.Ranked, func(s Stand) bool { return s.You })
	if i < 0 || c.Ranked[i].Total == first.Total {
		return lead
	}
	behind := first.Total - c.Ranked[i].Total
	return fmt.Sprintf("%s You are %d behind.", lead, max(behind, -behind))
}

// Settled is the sheet with what the nth settled hand of a table brought, from 1. Somebody who comes
// back, and has seen the first hands only, is told what they have missed.
func Settled(t api.Table, n, seen int) Sheet {
	h := t.Hands[n-1]
	s := Sheet{Table: t.ID, Title: say.Capital(say.Hand(h.Number)), Count: CountOf(t, n), No: "go on"}
	if seen >= 0 && seen < n && t.Me() != "" {
		s.Title, s.Says = "While you were away", missed(t, t.Hands[seen:n])
	}
	if d, ok := Find(Deeds(t), ActRematch); s.Count.Over && ok {
		s.Choices = append(s.Choices, d)
	}
	if !h.Void && t.ID != learn.Table {
		s.Choices = append(s.Choices, lookBack(t.ID, h.Number, len(h.Items[t.Me()]) > 0))
	}
	switch {
	case s.Count.Over && s.Says == nil:
		s.Title, s.No = "The game is over", "to the table"
	case n == len(t.Hands) && t.Phase == api.PhasePlaying && s.Says == nil:
		s.No = "next hand"
	}
	return s
}

// missed tells a player who comes back how the hands went that have ended meanwhile, what was played
// in their place, and whose turn it is.
func missed(t api.Table, hands []api.Hand) []string {
	points := 0
	for _, h := range hands {
		points += h.Points[t.Me()]
	}
	last := hands[len(hands)-1]
	all := []string{fmt.Sprintf("%s ended: %s for you, and you have %d.", say.Count(len(hands), "hand"), say.Points(points), last.Scores[t.Me()])}
	for _, x := range Missing(t) {
		all = append(all, say.Printed(say.Full(x.Says)))
	}
	if turn := say.Turn(t.Summary); turn != "" {
		all = append(all, say.Sentence("now it is "+turn))
	}
	return all
}
