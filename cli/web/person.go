package web

import (
	"cmp"
	"context"
	"slices"

	"fives/cli/shown"
	"fives/p2p/api"
)

// A person is the sign of a player.
type person = shown.Sign

// faces are the signs of those whom the node of this program has met.
var faces shown.Faces

// people returns the signs of players, in the order of the list.
func people(list []api.Seat) []person { return faces.Of(list) }

// meets has the signs of this node's person and of those with whom it has played, the first ones
// first: so they are the same after a restart.
func (s *site) meets(ctx context.Context) {
	if s.met.Load() {
		return
	}
	st, err := s.client.Status(ctx)
	if err != nil {
		return // the page says so
	}
	tables, err := s.client.Mine(ctx)
	if err != nil {
		return
	}
	people([]api.Seat{{Name: st.Name, Fingerprint: st.Fingerprint}})
	slices.SortStableFunc(tables.Mine, func(a, b api.Summary) int { return cmp.Compare(a.Time, b.Time) })
	for _, t := range tables.Mine {
		people(t.Seats)
	}
	s.met.Store(true)
}

// sitting lists who has a seat at an offered table, as far as the offer says.
func sitting(o api.Offer) []api.Seat {
	list := make([]api.Seat, len(o.Taken))
	for i, name := range o.Taken {
		list[i].Name = name
		if i < len(o.Fingerprints) {
			list[i].Fingerprint = o.Fingerprints[i]
		}
		if i > 0 && i <= o.Bots {
			list[i].BotOf = o.Taken[0]
		}
		for _, s := range o.OpenSeats {
			if s.Name == name {
				list[i].BotOf = s.BotOf
			}
		}
	}
	return list
}

// byName returns the signs of people of whom only the names are known.
func byName(names []string) []person {
	list := make([]api.Seat, len(names))
	for i, name := range names {
		list[i].Name = name
	}
	return people(list)
}
