package command

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/learn"
	"fives/cli/tui"
)

// Learn is the command learn.
func Learn(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "learn",
		Usage:     "play a first hand of a game, with a word on each move",
		ArgsUsage: "GAME",
		Description: "The cards are stacked, so that the important situations come up; the others are\n" +
			"computer players. It needs no daemon and no network. Where there is no terminal, or\n" +
			"with --plain, it is a dialogue of lines.",
		Flags: []cli.Flag{console.ASCIIFlag(), console.HomeFlag(),
			&cli.BoolFlag{DisableDefaultText: true, Name: "plain", Usage: "read a line for each move"},
		},
		Action: func(c *cli.Context) error {
			p, err := preferences(c)
			if err != nil {
				return err
			}
			rs, err := gameOf(c)
			if err != nil {
				return err
			}
			desk, err := learn.Sit(rs, "")
			if err != nil {
				return err
			}
			if !c.Bool("plain") && s.Interactive() {
				screen := screenOf(s, c, p)
				screen.Lesson = desk
				return tui.Run(c.Context, screen)
			}
			return takeByLines(desk, s.In, s.Out, styleOf(p, s, c))
		},
	}
}
