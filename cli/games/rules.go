package games

import (
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/failure"
	"fives/cli/flags"
	"fives/cli/setup"
)

// widestPage is as wide as lines are read with ease.
const widestPage = 88

// Rules is the command rules.
func Rules(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "rules",
		Usage:     "teach a game: how to play, an example, options, moves, rules",
		ArgsUsage: "GAME",
		Flags: []cli.Flag{flags.ASCII(),
			&cli.BoolFlag{DisableDefaultText: true, Name: "full", Usage: "print the rule page as it is written, with what a second implementation needs"},
		},
		Action: func(c *cli.Context) error {
			name, err := flags.Operand(c, "game")
			if err != nil {
				return err
			}
			if name == "" {
				return failure.Usage("fives games lists them", "rules needs the name of a game")
			}
			rs, err := setup.Game(name)
			if err != nil {
				return err
			}
			if c.Bool("full") {
				s.Printf("%s\n", strings.TrimSpace(rs.Rules))
				return nil
			}
			style := s.Style(c.Bool("ascii"))
			look := draw.Look{Pen: style, Columns: min(style.Width, widestPage), ASCII: style.ASCII}
			for _, line := range look.Rules(rs) {
				s.Printf("%s\n", line)
			}
			return nil
		},
	}
}
