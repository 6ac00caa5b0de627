package games

import (
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/failure"
	"fives/cli/flags"
	"fives/cli/setup"
)

// Rules is the command rules.
func Rules(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "rules",
		Usage:     "print the rules of a game",
		ArgsUsage: "GAME",
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
			s.Printf("%s\n", strings.TrimSpace(rs.Rules))
			return nil
		},
	}
}
