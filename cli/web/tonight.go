package web

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// Tonight is an evening as a page shows it.
type tonight struct {
	Headline, Line string
	Under          string // what else there is to know
	First          *person
	Stands         []nightly
	Ended          []ended
}

// Nightly is how a player has done in an evening.
type nightly struct {
	Place, Wins int
	Person      person
	Label, Why  string
	You, Best   bool
	Bar         int // percent of the wins that the match takes, or of the most wins
}

// An ended game.
type ended struct {
	Game, Badge, Title string
	Who, Finals, At    string
}

// match returns what decides the evening: what the page has chosen or, without a choice, what
// the preferences say.
func (s *site) match(r *http.Request) shown.Match {
	if q := r.URL.Query(); q.Has("evening") {
		return shown.MatchOf(q.Get("evening"))
	}
	return s.evening
}

// newTonight returns the evening of a node's tables, nil before its first game has ended. If
// public, nobody is called "You".
func newTonight(all []api.Summary, m shown.Match, public bool, draw drawer) *tonight {
	e := shown.Tonight(all, m, time.Now())
	if len(e.Games) == 0 {
		return nil
	}
	for i := range e.Rows {
		e.Rows[i].You = e.Rows[i].You && !public
	}
	p := &tonight{Headline: e.Headline(), Line: say.Sentence(e.Line())}
	first := e.Games[len(e.Games)-1]
	p.Under = fmt.Sprintf("%s since %s", say.Count(len(e.Games), "game"), time.Unix(int64(first.Time), 0).Format("15:04"))
	if m != "" {
		p.Under = say.Capital(string(m)) + ", " + p.Under
	}
	p.stands(e, public, draw)
	for _, g := range e.Games {
		p.Ended = append(p.Ended, newEnded(g, public))
	}
	return p
}

// stands lists the players.
func (p *tonight) stands(e shown.Evening, public bool, draw drawer) {
	list := make([]api.Seat, len(e.Rows))
	for i, st := range e.Rows {
		list[i] = seatOf(st)
	}
	signs, same := draw(list), shown.Namesakes(e.Rows)
	most := max(1, e.Match.Goal(), e.Rows[0].Wins)
	for i, st := range e.Rows {
		x := nightly{Place: e.Place(i), Wins: st.Wins, Person: signs[i], Label: st.Label(same), You: st.You, Bar: 100 * st.Wins / most}
		if st.Games < len(e.Games) {
			x.Why = say.Count(st.Games, "game")
		}
		switch {
		case st.You:
			x.Label = "You"
		case public && st.BotOf != "": // its sign says that it is one
			x.Label = say.Name(st.Name)
		}
		x.Best = x.Place == 1 && st.Wins > 0
		p.Stands = append(p.Stands, x)
	}
	if first := e.Leaders(); len(first) == 1 {
		p.First = &p.Stands[first[0]].Person
	}
}

func newEnded(g api.Summary, public bool) ended {
	title, who := say.Title(g.Game), "Nobody"
	if len(g.Winners) > 0 {
		who = say.Names(g.Winners, " and ")
	}
	if others := slices.DeleteFunc(slices.Clone(g.Winners), func(n string) bool { return n == g.Me() }); len(others) < len(g.Winners) && !public {
		who = "You"
		if len(others) > 0 {
			who += " and " + say.Names(others, " and ")
		}
	}
	x := ended{Game: g.Game, Badge: badge(title), Title: title, Who: who, Finals: say.Finals(g)}
	if g.Time != 0 {
		x.At = time.Unix(int64(g.Time), 0).Format("15:04")
	}
	return x
}
