package cli

import (
	"errors"

	"github.com/urfave/cli/v2"

	"fives/cli/draw"
	"fives/p2p/control"
)

func showCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "draw the table as you see it",
		ArgsUsage: "[TABLE]",
		Category:  groupTable,
		Flags: daemonFlags(flagTable(), flagASCII(),
			&cli.StringFlag{Name: "sort", Usage: "`ORDER` of your cards, as in received, rank, suit"},
			flagWait("wait until it is your turn"),
		),
		Action: func(c *cli.Context) error {
			id, err := tableOf(c)
			if err != nil {
				return err
			}
			client, err := s.dial(c)
			if err != nil {
				return err
			}
			t, err := s.look(c, client, id)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return errors.Join(s.json(t), waited(c, t))
			}
			s.printf("%s", draw.Table(t, s.style(c.Bool("ascii")), draw.Sort(c.String("sort"))))
			if t.YourTurn {
				s.note("fives moves lists what you can do, fives play does it")
			}
			return waited(c, t)
		},
	}
}

// look asks for a table, with --wait when it is one's turn.
func (s *streams) look(c *cli.Context, client *control.Client, id string) (control.Table, error) {
	if c.Bool("wait") {
		return s.turn(c.Context, client, id)
	}
	return client.Table(c.Context, id)
}

// waited is the answer to --wait: whether one's turn has come.
func waited(c *cli.Context, t control.Table) error {
	if c.Bool("wait") {
		return ended(t)
	}
	return nil
}
