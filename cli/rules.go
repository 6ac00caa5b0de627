package cli

import (
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/failure"
)

func rulesCommand(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "rules",
		Usage:     "print the rules of a game",
		ArgsUsage: "GAME",
		Category:  groupGames,
		Action: func(c *cli.Context) error {
			name, err := operand(c, "game")
			if err != nil {
				return err
			}
			if name == "" {
				return failure.Usage("fives games lists them", "rules needs the name of a game")
			}
			rs, err := findGame(name)
			if err != nil {
				return err
			}
			s.Printf("%s\n", strings.TrimSpace(rs.Rules))
			return nil
		},
	}
}
