package command

import (
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/rules"
)

// widestPage is the greatest width at which lines are easy to read.
const widestPage = 88

// Rules is the command rules.
func Rules(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "rules",
		Usage:     "teach a game: how to play, an example, options, moves, rules",
		ArgsUsage: "GAME",
		Flags: []cli.Flag{console.ASCIIFlag(), console.HomeFlag(),
			&cli.BoolFlag{DisableDefaultText: true, Name: "full", Usage: "print the rule page as it is written, with what a second implementation needs"},
			&cli.StringFlag{Name: "rule", Usage: "print only the rule of this `NUMBER`, as score sheets name it"},
		},
		Action: func(c *cli.Context) error {
			rs, err := gameOf(c)
			if err != nil {
				return err
			}
			if c.Bool("full") {
				s.Printf("%s\n", strings.TrimSpace(rs.Rules))
				return nil
			}
			p, err := preferences(c)
			if err != nil {
				return err
			}
			style := styleOf(p, s, c)
			look := draw.Look{Pen: style, Columns: min(style.Width, widestPage), ASCII: style.ASCII}
			if c.IsSet("rule") {
				return printRule(s, look, rs, c.String("rule"))
			}
			for _, line := range look.Rules(rs) {
				s.Printf("%s\n", line)
			}
			return nil
		},
	}
}

func printRule(s *console.Streams, look draw.Look, rs *rules.RuleSet, number string) error {
	text := shown.Rule(rs, number)
	if text == "" {
		return console.No("fives rules "+rs.Name+" has all of them", "%s has no rule %s", rs.Title, say.Clean(number))
	}
	for _, line := range look.Markdown(text) {
		s.Printf("%s\n", line)
	}
	return nil
}

// gameOf returns the game that a command needs.
func gameOf(c *cli.Context) (*rules.RuleSet, error) {
	name, err := console.NeededOperand(c, "game", "the name of a game", "fives games lists them")
	if err != nil {
		return nil, err
	}
	return findGame(name)
}
