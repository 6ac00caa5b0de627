package web

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"fives/cli/learn"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/rules"
	"fives/p2p/api"
)

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
	seen, err := strconv.Atoi(r.URL.Query().Get("back"))
	if err != nil {
		seen = n
	}
	return "sheet", signed(shown.Settled(t, n, seen), s.draws(ctx)), nil
}

// signed gives a sheet with the result of a hand the signs of its players.
func signed(s shown.Sheet, draw drawer) shown.Sheet {
	s.Count.Sign(draw)
	return s
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
	p := menuPage{Table: t, Lesson: t.ID == learn.Table, Facts: shown.Holds(t)}
	lead, rest := shown.Apart(t)
	p.Deeds = append(slices.DeleteFunc(lead, func(d shown.Deed) bool { return d.Act != shown.ActContinue }), rest...)
	p.Deeds = slices.DeleteFunc(p.Deeds, func(d shown.Deed) bool { return d.Act == shown.ActInvite && s.invited == nil })
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
