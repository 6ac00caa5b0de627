package command

import (
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/failure"
	"fives/cli/flags"
)

// Say is the command say.
func Say(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "say",
		Usage:     "say something to those at the table",
		ArgsUsage: "TEXT…",
		Flags:     []cli.Flag{flags.Table(), flags.Home()},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return failure.Usage("as in: fives say well played", "there is nothing to say")
			}
			client, err := flags.Dial(s, c)
			if err != nil {
				return err
			}
			return client.Say(c.Context, c.String("table"), strings.Join(c.Args().Slice(), " "))
		},
	}
}
