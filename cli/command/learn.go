package command

import (
	"slices"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/learn"
	"fives/cli/tui"
)

// Learn is the command learn.
func Learn(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "learn",
		Usage:     "play a first hand with a word on each move, or look back at a hand",
		ArgsUsage: "GAME|FILE…",
		Description: "The cards are stacked, so that the important situations come up; the others are\n" +
			"computer players. It needs no daemon and no network. Where there is no terminal, or\n" +
			"with --plain, it is a dialogue of lines.\n\n" +
			"With --hand, it looks back at a hand of an exported log instead: for each player the\n" +
			"move that cost most, by what could be seen then and with all hands known, and the moments\n" +
			"that decided the hand. Points are estimates, from playing on many times. A log that is\n" +
			"unfinished or bad is looked at as far as it is good; a move that was made for somebody\n" +
			"who was away is not judged.\n" +
			"With --again as well, it lets you play the hand from one of its moves on, against computer\n" +
			"players and with the same cards, as often as you like.",
		Flags: []cli.Flag{
			&cli.BoolFlag{DisableDefaultText: true, Name: "plain", Usage: "read a line for each move"},
			&cli.IntFlag{Name: "hand", Usage: "look back at the hand of this `NUMBER` in a log"},
			&cli.StringFlag{Name: "seat", Usage: "say only what the player of this `NAME` should have played", DefaultText: "everybody"},
			&cli.IntFlag{Name: "again", Usage: "play the hand again from its move of this `NUMBER` on"},
			&cli.IntFlag{Name: "playouts", Usage: "play on `NUMBER` times", DefaultText: "for about two seconds"},
			console.JSONFlag(),
		},
		Action: func(c *cli.Context) error {
			if slices.ContainsFunc(ofLog, c.IsSet) {
				return learnLog(s, c)
			}
			if c.Bool("json") {
				return console.Usage("as in fives learn game.jsonl --hand 3 --json", "--json is for a hand of a log")
			}
			rs, err := gameOf(c)
			if err != nil {
				return err
			}
			desk, err := learn.Sit(rs, "")
			if err != nil {
				return err
			}
			return take(s, c, desk)
		},
	}
}

// take takes a lesson on the full screen, or line by line.
func take(s *console.Streams, c *cli.Context, desk *learn.Desk) error {
	p, err := preferences(c)
	if err != nil {
		return err
	}
	if c.Bool("plain") || !s.Interactive() {
		return takeByLines(desk, s.In, s.Out, styleOf(p, s, c))
	}
	screen := screenOf(s, c, p)
	screen.Lesson = desk
	return tui.Run(c.Context, screen)
}
