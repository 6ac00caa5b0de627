package cli

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/flags"
)

func statusCommand(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:     "status",
		Usage:    "say who you are, where your node can be reached, and what is wrong",
		Category: groupNode,
		Flags:    flags.Daemon(),
		Action: func(c *cli.Context) error {
			if err := flags.NoOperands(c); err != nil {
				return err
			}
			client, err := flags.Dial(s, c)
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
