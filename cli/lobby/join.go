package lobby

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/flags"
	"fives/cli/phrase"
	"fives/cli/words"
	"fives/p2p/control"
)

// Join is the command join.
func Join(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "join",
		Usage:     "sit down at an open table",
		ArgsUsage: "[TABLE]",
		Flags: flags.Daemon(flags.Table(),
			&cli.StringFlag{Name: "code", Usage: "the `CODE` of a private table"},
			playFlag(),
		),
		Action: flags.OnTable(s, func(c *cli.Context, client *control.Client, id string) error {
			o, err := client.Join(c.Context, control.JoinRequest{Table: id, Code: c.String("code"), Play: c.String("play")})
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(o)
			}
			s.Printf("you have a seat at table %s: %s\n", phrase.Short(o.ID), words.Offer(o))
			if price := words.Price(o); price != "" {
				s.Note("%s; fives leave gives the seat back", price)
			}
			for _, w := range o.Warnings {
				s.Printf("%s\n", s.Style(false).Warning(words.Warning(w)))
			}
			if len(o.Warnings) > 0 {
				s.Note("%s", words.HowToTrust)
			}
			return nil
		}),
	}
}
