package command

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/shown"
	"fives/p2p/control"
)

// Join is the command join.
func Join(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "join",
		Usage:     "sit down at an open table, or ask for a seat of one that is played",
		ArgsUsage: "[TABLE]",
		Description: "With --seat it asks for a seat of a table that is played already; fives tables lists them.\n" +
			"Everybody who plays there agrees once, and from the next hand on the seat is yours, with its\n" +
			"points. fives leave takes the wish back.",
		Flags: console.AndJSON(
			&cli.StringFlag{Name: "code", Usage: "the `CODE` of a private table"},
			playFlag(),
			&cli.StringFlag{Name: "seat", Usage: "ask for the seat of the player of this `NAME`, at a table that is played"},
			nowFlag(),
		),
		Action: console.OnTable(s, func(c *cli.Context, client *control.Client, id string) error {
			if c.Bool("now") && c.String("seat") == "" {
				return console.Usage("add --seat with the name of whoever has it", "--now is for a seat that changes hands")
			}
			seat, err := seatNamed(c, client, id, openPlayers)
			if err != nil {
				return err
			}
			return s.Do(c, client, shown.Deed{Act: shown.ActJoin, With: shown.With{Table: id, Code: c.String("code"), Play: c.String("play"), Seat: seat, Now: c.Bool("now")}}, false)
		}),
	}
}

// nowFlag is --now, which does not wait for the end of the running hand.
func nowFlag() cli.Flag {
	return &cli.BoolFlag{DisableDefaultText: true, Name: "now", Usage: "at once, giving up the running hand, and not from the next one on"}
}
