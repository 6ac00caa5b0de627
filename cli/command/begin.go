package command

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/shown"
)

// Begin is the command begin.
func Begin(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "begin",
		Usage:     "begin your open table without waiting for the free seats",
		ArgsUsage: "[TABLE]",
		Description: "It begins with those who are there, if the game can be played by so many; they need not\n" +
			"do anything. With --fill, computer players of yours take the free seats.",
		Flags: console.AndJSON(
			&cli.BoolFlag{DisableDefaultText: true, Name: "fill", Usage: "give the free seats to computer players"},
			&cli.StringFlag{Name: "strength", Usage: "`STRENGTH` of those computer players", DefaultText: "good"},
		),
		Action: func(c *cli.Context) error {
			if c.IsSet("strength") && !c.Bool("fill") {
				return console.Usage("add --fill", "--strength is for computer players")
			}
			client, id, err := console.DialTable(s, c)
			if err != nil {
				return err
			}
			return s.Do(c, client, shown.Deed{Act: shown.ActBegin, With: shown.With{Table: id, Fill: c.Bool("fill"), Strength: c.String("strength")}}, false)
		},
	}
}
