package cli

import "github.com/urfave/cli/v2"

func statusCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:     "status",
		Usage:    "say who you are, where your node can be reached, and what is wrong",
		Category: groupNode,
		Flags:    daemonFlags(),
		Action: func(c *cli.Context) error {
			if err := noOperands(c); err != nil {
				return err
			}
			client, err := s.dial(c)
			if err != nil {
				return err
			}
			st, err := client.Status(c.Context)
			if err != nil {
				return err
			}
			return s.printStatus(c, st)
		},
	}
}
