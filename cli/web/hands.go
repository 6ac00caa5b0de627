package web

import (
	"context"
	"html/template"
	"net/http"
	"strconv"

	"fives/cli/learn"
	"fives/cli/phrase"
	"fives/cli/shown"
	"fives/cli/words"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A settlement is the result of a hand: what everybody got, and for what.
type settlement struct {
	ID       string
	Game     string
	Heading  string
	Void     bool
	Results  []result
	Goal     string
	Breaches []template.HTML
	Over     string // how the game has ended, if it has with this hand
	Number   int
	Last     int // hand that is settled
}

type result struct {
	shown.Result
	Lines []scored
	Cards []card.Card
	Marks []rules.Mark
}

// A scored line is one of a score sheet.
type scored struct {
	What   string
	Cards  []card.Card
	Rule   string
	Points string
	Marks  []rules.Mark
}

func (s *site) settled(ctx context.Context, r *http.Request) (string, any, error) {
	t, err := s.at(r.PathValue("table")).Table(ctx, r.PathValue("table"))
	if err != nil {
		return "", nil, err
	}
	n, err := strconv.Atoi(r.URL.Query().Get("n"))
	if err != nil || n < 1 || n > len(t.Hands) {
		n = len(t.Hands)
	}
	if n == 0 {
		return "history", historyPage{Table: t}, nil
	}
	return "settled", newSettlement(t, n), nil
}

// newSettlement is that of the nth settled hand, from 1.
func newSettlement(t api.Table, n int) settlement {
	h := t.Hands[n-1]
	p := settlement{ID: t.ID, Game: t.Game, Heading: words.Capital(phrase.Hand(h.Number)), Void: h.Void, Goal: words.Sentence(phrase.Goal(t.Game)), Number: n, Last: len(t.Hands)}
	for _, x := range shown.Results(t, h) {
		if !x.Played {
			continue
		}
		v := result{Result: x, Cards: parsed(h.Cards[x.Name]), Marks: h.Marks}
		for _, i := range x.Items {
			v.Lines = append(v.Lines, scored{words.Item(i), parsed(i.Cards), i.Rule, words.Points(i.Points), h.Marks})
		}
		p.Results = append(p.Results, v)
	}
	for _, b := range h.Violations {
		p.Breaches = append(p.Breaches, ruled(t.Game, template.HTML(template.HTMLEscapeString(words.Violation(b)))))
	}
	if t.Phase == api.PhaseOver && n == len(t.Hands) {
		p.Heading, p.Over = "The game is over", words.Sentence(phrase.Over(t.Winners, t.Summary.You))
	}
	return p
}

func parsed(texts []string) []card.Card {
	var list []card.Card
	for _, text := range texts {
		if c, err := card.Parse(text); err == nil {
			list = append(list, c)
		}
	}
	return list
}

// A historyPage is the course of the scores.
type historyPage struct {
	api.Table
	Rows []historyRow
	Goal string
}

type historyRow struct {
	Number int // of the hand
	At     int // its place among the settled ones, from 1
	Void   bool
	Broken bool // a rule
	Cells  []shown.Result
}

func (s *site) history(ctx context.Context, r *http.Request) (string, any, error) {
	t, err := s.at(r.PathValue("table")).Table(ctx, r.PathValue("table"))
	if err != nil {
		return "", nil, err
	}
	p := historyPage{Table: t, Goal: words.Sentence(phrase.Goal(t.Game))}
	for i, h := range t.Hands {
		p.Rows = append(p.Rows, historyRow{Number: h.Number, At: i + 1, Void: h.Void, Broken: len(h.Violations) > 0, Cells: shown.Results(t, h)})
	}
	return "history", p, nil
}

// A menuPage is what else can be done at a table.
type menuPage struct {
	api.Table
	Stuck   bool
	Playing bool
	Leave   row
	Lesson  bool
	Invites bool   // guests can be invited here
	Cover   string // what holds at a table with cover, and its price
	Door    bool   // one who looks on can ask for a seat
}

func (s *site) menu(ctx context.Context, r *http.Request) (string, any, error) {
	t, err := s.at(r.PathValue("table")).Table(ctx, r.PathValue("table"))
	if err != nil {
		return "", nil, err
	}
	p := menuPage{Table: t, Stuck: shown.Stuck(t), Playing: t.Phase == api.PhasePlaying, Leave: mine(t.Summary), Lesson: t.ID == learn.Table, Invites: s.invited != nil && t.ID != learn.Table}
	if t.Cover {
		p.Cover = words.Sentence(words.CoverTerm(t)) + " " + words.Sentence(words.Capital(phrase.CoverPrice))
	}
	if o, ok := s.running(ctx, t.ID); ok && t.You < 0 {
		p.Door = o.Handover == nil && doorOf(o, "").open()
	}
	return "menu", p, nil
}

// An onwardPage asks before the others are called to go on. It names those who are left
// out: one who comes back while it is answered is no reason to call for a new deal with
// everybody.
type onwardPage struct {
	api.Table
	Without [][]string // each a choice
	Wanted  string
}

func (s *site) onward(ctx context.Context, r *http.Request) (string, any, error) {
	t, err := s.at(r.PathValue("table")).Table(ctx, r.PathValue("table"))
	if err != nil {
		return "", nil, err
	}
	p := onwardPage{Table: t}
	if t.Call != nil {
		p.Wanted = words.Sentence(words.Wanted(*t.Call))
	}
	p.Without = shown.Leave(t)
	return "onward", p, nil
}
