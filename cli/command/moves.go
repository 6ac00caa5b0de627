package command

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/prefs"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Moves is the command moves.
func Moves(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:        "moves",
		Usage:       "list your legal moves, numbered",
		ArgsUsage:   "[TABLE]",
		Description: "fives play takes a move, or its number in this list.",
		Flags:       console.AndJSON(waitFlag("wait until it is your turn")),
		Action: onTable(s, func(c *cli.Context, client *control.Client, id string, p prefs.Prefs) error {
			return listMoves(s, c, client, id, p)
		}),
	}
}

// listMoves prints the moves of the player at a table.
func listMoves(s *console.Streams, c *cli.Context, client *control.Client, id string, p prefs.Prefs) error {
	id, err := whenMine(s, c, client, id)
	if err != nil {
		return err
	}
	m, err := client.Moves(c.Context, id)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return s.JSON(m)
	}
	if !m.YourTurn {
		return notYourTurn(c, client, id)
	}
	style := styleOf(p, s, c)
	for i, move := range m.Moves {
		s.Printf("%s  %s\n", style.Weak(fmt.Sprintf("%3d", i+1)), draw.Move(style, move))
	}
	return nil
}

func notYourTurn(c *cli.Context, client *control.Client, id string) error {
	t, err := client.Table(c.Context, id)
	if err != nil {
		return err
	}
	if t.Phase == api.PhaseOver {
		return endedError(t)
	}
	return api.Fail(api.ReasonNotYourTurn, api.Data{Table: t.ID, Waiting: &t.Waiting})
}
