package web

import (
	"context"
	"fmt"
	"net/http"

	"fives/cli/phrase"
	"fives/cli/shown"
)

// A standingsPage counts the games that this node has played to their end.
type standingsPage struct {
	Games []ranking // the last one is of all games
}

type ranking struct {
	Title string
	Game  string // "" for all
	Rows  []ranked
}

type ranked struct {
	Who                    string
	Games, Wins            int
	Share, Points, Average string
	Absent                 string
	Person                 person
}

// sign gives the players of a ranking their signs, in its order.
func (r *ranking) sign() {
	names := make([]string, len(r.Rows))
	for i, x := range r.Rows {
		names[i] = x.Who
	}
	for i, p := range byName(names) {
		r.Rows[i].Person = p
	}
}

func (s *site) standings(ctx context.Context, _ *http.Request) (string, any, error) {
	all, err := s.client.Mine(ctx)
	if err != nil {
		return "", nil, err
	}
	list := shown.Tally(shown.Finished(all.Mine))
	same := shown.Namesakes(list)
	var p standingsPage
	for _, st := range list {
		title := phrase.Title(st.Game)
		if n := len(p.Games); n == 0 || p.Games[n-1].Title != title {
			p.Games = append(p.Games, ranking{Title: title, Game: st.Game})
		}
		g := &p.Games[len(p.Games)-1]
		g.Rows = append(g.Rows, rankedOf(st, same, true))
	}
	if len(p.Games) > 1 {
		sum := ranking{Title: "All games"}
		for _, st := range shown.Overall(list) {
			sum.Rows = append(sum.Rows, rankedOf(st, same, false))
		}
		p.Games = append(p.Games, sum)
	}
	for i := range p.Games {
		p.Games[i].sign()
	}
	return "standings", p, nil
}

func rankedOf(st shown.Standing, same map[string]int, points bool) ranked {
	r := ranked{Who: st.Label(same), Games: st.Games, Wins: st.Wins, Share: fmt.Sprintf("%d %%", 100*st.Wins/max(1, st.Games)), Absent: st.Absent()}
	if points {
		r.Points, r.Average = fmt.Sprint(st.Points), fmt.Sprintf("%.1f", st.Average)
	}
	return r
}
