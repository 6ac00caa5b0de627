package cli

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
)

func statusCommand(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:     "status",
		Usage:    "say who you are, where your node can be reached, and what is wrong",
		Category: groupNode,
		Flags:    daemonFlags(),
		Action: func(c *cli.Context) error {
			if err := noOperands(c); err != nil {
				return err
			}
			client, err := dial(s, c)
			if err != nil {
				return err
			}
			st, err := client.Status(c.Context)
			if err != nil {
				return err
			}
			return printStatus(s, c, st)
		},
	}
}
