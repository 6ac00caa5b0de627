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
	"fives/p2p/api"
)

// A waitingPage is a table that has not begun, for somebody who has a seat at it.
type waitingPage struct {
	row
	Heading string
	Chairs  []chair
	Free    []struct{} // empty chairs
	Taken   string     // how many chairs are taken
	Agreed  string     // what all who sit down agree on, "" if all is as usual
	Round   int        // the number of chairs if they stand around the table, 0 if there are too many
	Invites bool       // guests can be invited here
	Tonight *tonight
}

// A chair is a seat that is taken.
type chair struct {
	present
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
	o := tables.Open[i]
	free := max(0, o.Seats-len(o.Taken))
	p := waitingPage{row: newRow(shown.OpenRow(o)), Heading: waitsForMore(free), Invites: s.invited != nil, Free: make([]struct{}, free), Agreed: say.Capital(strings.Join(say.Agreement(o), ", ")), Tonight: newTonight(tables.Mine, s.match(r), false)}
	p.Taken = fmt.Sprintf("%d of %d", len(o.Taken), o.Seats)
	if o.Seats <= mostAround {
		p.Round = o.Seats
	}
	for i, name := range o.Taken {
		c := chair{present: present{p.People[i], say.Name(name)}}
		for _, d := range shown.SendingAway(o) {
			if d.With.To == o.Fingerprints[i] {
				c.Away = append(c.Away, d)
			}
		}
		p.Chairs = append(p.Chairs, c)
	}
	return "waiting", p, nil
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
	return "looking", lookingPage{Host: st.GuestOf.Name, Name: st.Name, Me: byName([]string{st.Name})[0]}, err
}
