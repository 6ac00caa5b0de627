package cli

import (
	"github.com/urfave/cli/v2"

	"fives/cli/words"
	"fives/p2p/control"
)

func joinCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "join",
		Usage:     "sit down at an open table",
		ArgsUsage: "[TABLE]",
		Category:  groupSeats,
		Flags: daemonFlags(flagTable(),
			&cli.StringFlag{Name: "code", Usage: "the `CODE` of a private table"},
			flagPlay(),
		),
		Action: func(c *cli.Context) error {
			client, id, err := s.dialFor(c)
			if err != nil {
				return err
			}
			o, err := client.Join(c.Context, control.JoinRequest{Table: id, Code: c.String("code"), Play: c.String("play")})
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.json(o)
			}
			s.printf("you have a seat at table %s: %s\n", words.Short(words.Clean(o.ID)), describeOffer(o))
			for _, w := range o.Warnings {
				s.printf("%s\n", s.style(false).Warning(words.Clean(w)))
			}
			s.noteWarnings(len(o.Warnings) > 0)
			return nil
		},
	}
}
