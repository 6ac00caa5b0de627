package web

import (
	"context"

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

func (s *site) numbers(ctx context.Context) shown.Numbers {
	return func(people []api.Person) ([]int, error) { return s.client.Faces(ctx, people) }
}
