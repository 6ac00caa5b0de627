package web

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// A standingsPage counts the games that this node has played to their end.
type standingsPage struct {
	Tonight *tonight
	Match   string
	Matches []string  // those that can be chosen
	Games   []ranking // the last one is for all games
	Months  []ranking // if there are several
}

type ranking struct {
	Title string
	Game  string // "" for all games
	Rows  []ranked
}

type ranked struct {
	Who                    string
	Games, Wins            int
	Share, Points, Average string
	Absent                 string
	Person                 person

	seat api.Seat
}

// sign gives the players of a ranking their signs.
func (r *ranking) sign(draw drawer) {
	list := make([]api.Seat, len(r.Rows))
	for i, x := range r.Rows {
		list[i] = x.seat
	}
	for i, p := range draw(list) {
		r.Rows[i].Person = p
	}
}

// seatOf returns a player of the standings as a table would list them.
func seatOf(st shown.Standing) api.Seat {
	return api.Seat{Name: st.Name, Fingerprint: st.Fingerprint, BotOf: st.BotOf}
}

func (s *site) standings(ctx context.Context, r *http.Request) (string, any, error) {
	all, err := s.client.Mine(ctx)
	if err != nil {
		return "", nil, err
	}
	finished := shown.Finished(all.Mine)
	list := shown.Tally(finished)
	same := shown.Namesakes(list)
	match := s.match(r)
	draw := s.draws(ctx)
	p := standingsPage{Match: string(match), Tonight: newTonight(all.Mine, match, false, draw)}
	for _, m := range shown.Matches {
		p.Matches = append(p.Matches, string(m))
	}
	for _, st := range list {
		title := say.Title(st.Game)
		if n := len(p.Games); n == 0 || p.Games[n-1].Title != title {
			p.Games = append(p.Games, ranking{Title: title, Game: st.Game})
		}
		g := &p.Games[len(p.Games)-1]
		g.Rows = append(g.Rows, rankedOf(st, same, true))
	}
	if len(p.Games) > 1 {
		p.Games = append(p.Games, overall("All games", list))
	}
	if months := shown.League(finished, time.Now()); len(months) > 1 {
		for _, m := range months {
			p.Months = append(p.Months, overall(m.Title(), m.List))
		}
	}
	for i := range p.Games {
		p.Games[i].sign(draw)
	}
	for i := range p.Months {
		p.Months[i].sign(draw)
	}
	return "standings", p, nil
}

// overall adds up how players have done in several games.
func overall(title string, list []shown.Standing) ranking {
	sum, same := ranking{Title: title}, shown.Namesakes(list)
	for _, st := range shown.Overall(list) {
		sum.Rows = append(sum.Rows, rankedOf(st, same, false))
	}
	return sum
}

func rankedOf(st shown.Standing, same map[string]int, points bool) ranked {
	r := ranked{Who: st.Label(same), Games: st.Games, Wins: st.Wins, Share: fmt.Sprintf("%d %%", 100*st.Wins/max(1, st.Games)), Absent: st.Absent(), seat: seatOf(st)}
	if points {
		r.Points, r.Average = fmt.Sprint(st.Points), fmt.Sprintf("%.1f", st.Average)
	}
	return r
}
