package web

import (
	"context"
	"slices"

	"fives/cli/shown"
	"fives/p2p/api"
)

// A person is the sign of a player.
type person = shown.Sign

// A drawer returns the signs of players, in the order of the list.
type drawer func(list []api.Seat) []person

// draws has the node of this site say how people look.
func (s *site) draws(ctx context.Context) drawer {
	return func(list []api.Seat) []person { return shown.SignsOf(list, s.numbers(ctx)) }
}

func (s *site) numbers(ctx context.Context) shown.Numbers { return shown.NumbersFrom(ctx, s.client) }

// drawsAll is draws, and asks for the people of some lists at once, so that none of these asks again.
func (s *site) drawsAll(ctx context.Context, lists ...[]api.Seat) drawer {
	people := make([][]api.Person, len(lists))
	for i, list := range lists {
		people[i] = shown.PeopleIn(list)
	}
	known, err := s.client.Faces(ctx, people...)
	return func(list []api.Seat) []person {
		asked := shown.PeopleIn(list)
		i := slices.IndexFunc(people, func(p []api.Person) bool { return slices.Equal(p, asked) })
		switch {
		case i < 0:
			return s.draws(ctx)(list)
		case err != nil:
			return shown.SignsOf(list, nil)
		}
		return shown.SignsOf(list, func([]api.Person) ([]int, error) { return known[i], nil })
	}
}
