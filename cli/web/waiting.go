package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/games"
	"fives/p2p/api"
)

// A waitingPage is a table that has not begun, for somebody who has a seat at it.
type waitingPage struct {
	row
	Heading string
	Chairs  []chair
	Free    []struct{} // empty chairs
	Taken   string     // how many chairs are taken
	About   string     // how long such a game takes, and what all who sit down agree on
	Round   int        // the number of chairs if they stand around the table, 0 if there are too many
	Invites bool       // guests can be invited here
	Tonight *tonight

	Reactions []shown.Reaction
}

// A chair is a seat that is taken.
type chair struct {
	present
	Name string
	What string       // what there is to know about who sits there
	Away []shown.Deed // sends whoever sits there away
}

// mostAround is how many chairs stand around the table of a waiting room; more stand in rows.
const mostAround = 7

// waiting shows a table that has not begun to somebody who has a seat at it. To others it says
// why there is nothing to see.
func (s *site) waiting(ctx context.Context, r *http.Request, id string, why error) (string, any, error) {
	tables, err := s.client.Tables(ctx)
	if err != nil {
		return "", nil, err
	}
	i := slices.IndexFunc(tables.Open, func(o api.Offer) bool { return o.ID == id && (o.Mine || o.Joined) })
	if i < 0 {
		return "", nil, why
	}
	st, err := s.client.Status(ctx)
	if err != nil {
		return "", nil, err
	}
	o := tables.Open[i]
	free := max(0, o.Seats-len(o.Taken))
	draw := s.draws(ctx)
	p := waitingPage{row: newRow(shown.OpenRow(o), draw), Heading: waitsForMore(free), Invites: s.invited != nil, Free: make([]struct{}, free), About: about(o, tables.Mine), Tonight: newTonight(tables.Mine, s.match(r), false, draw), Reactions: shown.Reactions}
	p.Taken = fmt.Sprintf("%d of %d", len(o.Taken), o.Seats)
	if o.Seats <= mostAround {
		p.Round = o.Seats
	}
	you := 0
	if !o.Mine {
		you = slices.Index(o.Taken, st.Name)
	}
	for i, name := range o.Taken {
		c := chair{present: present{p.People[i], say.Name(name)}, Name: name}
		switch {
		case i == you:
			c.What = "you"
		case c.Person.Robot:
			c.What = "computer"
		}
		for _, d := range shown.SendingAway(o) {
			if i < len(o.Fingerprints) && d.With.To == o.Fingerprints[i] {
				c.Away = append(c.Away, d)
			}
		}
		p.Chairs = append(p.Chairs, c)
	}
	if you > 0 { // whoever looks sits in front
		p.Chairs = append(p.Chairs[you:], p.Chairs[:you]...)
	}
	return "waiting", p, nil
}

// about says how long a game at a table takes, at the pace of the games before, and what all who sit
// down agree on.
func about(o api.Offer, played []api.Summary) string {
	parts := say.Agreement(o)
	pace, _ := shown.Pace(played)
	if rs, err := games.Find(o.Game); err == nil {
		if n := rs.Minutes(o.Options, o.Seats, pace); n > 0 {
			parts = append([]string{"about " + say.Count(n, "minute")}, parts...)
		}
	}
	return say.Capital(strings.Join(parts, ", "))
}

// waitsForMore says how many people a table still waits for.
func waitsForMore(n int) string {
	switch {
	case n == 0:
		return "Everybody is here"
	case n == 1:
		return "Waiting for one more"
	}
	return "Waiting for " + strconv.Itoa(n) + " more"
}

// A lookingPage is for somebody invited to a table that this node has not found yet.
type lookingPage struct {
	Host string // whose table it is, "" if unknown
	Name string // of the person at the page
	Me   person
}

func (s *site) looking(ctx context.Context, _ *http.Request) (string, any, error) {
	st, err := s.client.Status(ctx)
	return "looking", lookingPage{Host: st.GuestOf.Name, Name: st.Name, Me: s.draws(ctx)([]api.Seat{{Name: st.Name, Fingerprint: st.Fingerprint}})[0]}, err
}
