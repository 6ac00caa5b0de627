package command

import (
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
)

// Say is the command say.
func Say(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "say",
		Usage:     "say something to those at the table",
		ArgsUsage: "TEXT…",
		Flags:     []cli.Flag{console.TableFlag()},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return console.Usage("as in: fives say well played", "there is nothing to say")
			}
			if err := console.Filled(c, "table"); err != nil {
				return err
			}
			client, err := console.Dial(s, c)
			if err != nil {
				return err
			}
			return client.Say(c.Context, c.String("table"), strings.Join(c.Args().Slice(), " "))
		},
	}
}
