package table

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/flags"
	"fives/p2p/control"
)

// Hint is the command hint.
func Hint(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "hint",
		Usage:     "say what the strongest computer player would do in your place",
		ArgsUsage: "[TABLE]",
		Flags:     flags.Daemon(flags.Table(), flags.ASCII()),
		Action: func(c *cli.Context) error {
			client, id, err := flags.DialTable(s, c)
			if err != nil {
				return err
			}
			move, err := client.Hint(c.Context, id)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(control.HintAnswer{Move: move})
			}
			s.Printf("%s\n", s.Style(c.Bool("ascii")).Move(move))
			return nil
		},
	}
}
