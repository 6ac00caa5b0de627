package command

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/shown"
)

// Seat is the command seat.
func Seat(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:        "seat",
		Usage:       "give your seat to somebody else, or agree that a seat changes hands",
		ArgsUsage:   "give WHO | agree [WHO]",
		Description: "fives join --seat asks for a seat of somebody else.",
		Subcommands: []*cli.Command{give(s), agree(s)},
	}
}

// give is the command seat give.
func give(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "give",
		Usage:     "hand your seat to somebody who is here, or to a computer player",
		ArgsUsage: "WHO",
		Description: "WHO is a name, a fingerprint or at least 12 digits of its beginning, as fives peers shows\n" +
			"them. With --computer, a computer player of theirs is to take the seat. WHO says yes with\n" +
			"fives join --seat, or for a computer player with fives seat agree; so does everybody who plays.\n" +
			"Then the seat changes hands with its points, from the next hand on. Your computer players\n" +
			"leave with you, unless their seats are handed over, too.",
		Flags: console.AndJSON(console.TableFlag(),
			&cli.StringFlag{Name: "seat", Usage: "the seat of a computer player of yours, by its `NAME`", DefaultText: "your own"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "computer", Usage: "to a computer player of WHO's"},
			nowFlag(), notFlag(),
		),
		Action: func(c *cli.Context) error {
			who, err := console.NeededOperand(c, "newcomer", "who is to take the seat", "fives peers lists who is there")
			if err != nil {
				return err
			}
			return handsOver(s, c, shown.Deed{Act: shown.ActGive, With: shown.With{To: who, Bot: c.Bool("computer"), Now: c.Bool("now"), Not: c.Bool("not")}})
		},
	}
}

// agree is the command seat agree.
func agree(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "agree",
		Usage:     "agree that a seat changes hands",
		ArgsUsage: "[WHO]",
		Description: "WHO is the newcomer, by name or fingerprint. It may be left out if only one seat is to change\n" +
			"hands, or if --seat says which. fives show says who would take which seat. Whoever does not\n" +
			"answer is asked again after the next hand, and nobody waits. With --later you say \"not now\" to\n" +
			"those who ask for a seat: for ten minutes you read of none, and none can ask at your node.",
		Flags: console.AndJSON(console.TableFlag(),
			&cli.StringFlag{Name: "seat", Usage: "the seat of the player of this `NAME`"},
			yesFlag(),
			&cli.StringFlag{Name: "strength", Usage: "`STRENGTH` of the computer player, if it is one of yours that takes the seat", DefaultText: "good"},
			notFlag(),
			&cli.BoolFlag{DisableDefaultText: true, Name: "later", Usage: "not now"},
		),
		Action: func(c *cli.Context) error {
			who, err := console.Operand(c, "newcomer")
			if err != nil {
				return err
			}
			return handsOver(s, c, shown.Deed{Act: shown.ActAgree, With: shown.With{To: who, Strength: c.String("strength"), Not: c.Bool("not"), Later: c.Bool("later")}})
		},
	}
}

// handsOver does a deed about the seat that --table and --seat name.
func handsOver(s *console.Streams, c *cli.Context, d shown.Deed) error {
	client, err := console.Dial(s, c)
	if err != nil {
		return err
	}
	d.With.Table = c.String("table")
	if d.With.Seat, err = seatNamed(c, client, d.With.Table, ownPlayers); err != nil {
		return err
	}
	return s.Do(c, client, d, c.Bool("yes"))
}

// notFlag is --not, which takes a word back.
func notFlag() cli.Flag {
	return &cli.BoolFlag{DisableDefaultText: true, Name: "not", Usage: "take that back"}
}
