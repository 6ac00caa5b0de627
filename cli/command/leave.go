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
		Usage:     "withdraw your open table, give back a seat, or leave a game",
		ArgsUsage: "[TABLE]",
		Description: "Before the game begins nothing remains of it. Afterwards a signed note tells the others,\n" +
			"and the running hand cannot be finished.",
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
