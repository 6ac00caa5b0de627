package web

import (
	"context"
	"html/template"
	"net/http"
	"net/url"

	"fives/cli/cards"
	"fives/cli/learn"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/games"
	"fives/p2p/api"
	"fives/p2p/control"
)

// A host holds tables: the node, or a lesson.
type host interface {
	shown.Doer
	Moves(ctx context.Context, id string) (api.Moves, error)
	Hint(ctx context.Context, id string) (api.HintAnswer, error)
	Play(ctx context.Context, id, move string, step ...uint64) error
}

// A pupil is the host of a lesson's table. It asks nobody about that.
type pupil struct {
	learn.Node
	others
}

type others struct{ *control.Client }

// at returns whom to ask about a table.
func (s *site) at(id string) host {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id == learn.Table && s.desk != nil {
		return pupil{learn.Node{Desk: s.desk}, others{s.client}}
	}
	return s.client
}

// games asks which game the player wants to learn; the lesson of one may be running.
func (s *site) games(context.Context, *http.Request) (string, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return "learn", shown.Lessons(s.desk), nil
}

// learn begins the lesson of a game.
func (s *site) learn(ctx context.Context, _ string, q url.Values) (answer, error) {
	rs, err := games.Find(q.Get("game"))
	if err != nil {
		return answer{}, api.Fail(api.ReasonNoGame, api.Data{Name: q.Get("game")})
	}
	st, err := s.client.Status(ctx)
	if err != nil {
		return answer{}, err
	}
	return s.sit(learn.Sit(rs, st.Name))
}

// sit goes to the desk of a lesson.
func (s *site) sit(desk *learn.Desk, err error) (answer, error) {
	if err != nil {
		return answer{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.desk = desk
	return answer{Go: toTable + learn.Table}, nil
}

// A course is what the lesson says beside its table.
type course struct {
	Title   string
	Text    template.HTML
	Task    template.HTML // what to play now
	Choices []explained
}

// An explained line has the moves with one explanation.
type explained struct {
	Moves []template.HTML
	Says  template.HTML
}

func courseOf(d *learn.Desk) *course {
	p := d.Page()
	game := d.Table().Game
	c := &course{Title: p.Title, Text: linkRules(game, lessonText(p)), Task: cards.Sentence(nil, p.Wanted())}
	for i, x := range p.Choices {
		if i == 0 || p.Choices[i-1].Says != x.Says {
			c.Choices = append(c.Choices, explained{Says: linkRules(game, set(x.Says))})
		}
		with := &c.Choices[len(c.Choices)-1]
		with.Moves = append(with.Moves, cards.Sentence(nil, card.Spelled(x.Move)))
	}
	return c
}

// lessonText is what a page of a lesson says before its task.
func lessonText(p learn.Page) template.HTML {
	text := set(p.About)
	for _, n := range p.News {
		text += "<p><strong>" + template.HTML(template.HTMLEscapeString(n.Name)) + "</strong> " + cards.Sentence(nil, n.Move) + "</p>" + set(n.Say)
	}
	return text + set(p.Say)
}
