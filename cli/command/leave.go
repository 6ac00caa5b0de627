package command

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Leave is the command leave.
func Leave(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "leave",
		Usage:     "leave a game, withdraw your open table, give back a seat or a wish",
		ArgsUsage: "[TABLE]",
		Description: "Before the game begins nothing remains of it, nor of a wish for a seat of one that is\n" +
			"played. Who leaves a game tells the others by a signed note, and the running hand cannot be\n" +
			"finished, unless the others play on (fives host --cover). fives hand-over gives the seat to\n" +
			"somebody else, and the game goes on.",
		Flags: console.DaemonFlags(console.TableFlag()),
		Action: console.OnTable(s, func(c *cli.Context, client *control.Client, id string) error {
			done, err := client.Leave(c.Context, id)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(api.LeaveAnswer{Done: done})
			}
			s.Printf("%s\n", say.Leaving(done))
			return nil
		}),
	}
}
