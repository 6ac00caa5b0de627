package command

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/say"
	"fives/p2p/control"
)

// Cover is the command cover.
func Cover(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "cover",
		Usage:     "stop waiting for whoever is away: the others play on",
		ArgsUsage: "[TABLE]",
		Description: "At a table with cover (fives host … --cover) the others play for a player whose device has\n" +
			"been silent for 20 s, and deal without one that has been silent for 60 s. With this command\n" +
			"6 s are enough, if the other devices have heard nothing of that device either. Whoever comes\n" +
			"back plays on. Without TABLE it is the one where somebody is away.",
		Flags: console.DaemonFlags(console.TableFlag()),
		Action: console.OnTable(s, func(c *cli.Context, client *control.Client, id string) error {
			answer, err := client.Cover(c.Context, id)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(answer)
			}
			s.Printf("%s\n", say.NotWaiting(answer.Names))
			return nil
		}),
	}
}
