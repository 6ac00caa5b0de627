package command

import (
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/shown"
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
			table := c.String("table")
			if err := client.Say(c.Context, table, strings.Join(c.Args().Slice(), " ")); err != nil {
				return err
			}
			if who := shown.Unheard(c.Context, client, table); who != "" {
				s.Note("%s", who)
			}
			return nil
		},
	}
}
