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
			client, err := console.Dial(s, c)
			if err != nil {
				return err
			}
			return s.Do(c, client, shown.Deed{Act: shown.ActSay, With: shown.With{Table: c.String("table"), Text: strings.Join(c.Args().Slice(), " ")}}, false)
		},
	}
}
