package command

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/prefs"
	"fives/p2p/control"
)

// Hint is the command hint.
func Hint(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:  "hint",
		Usage: "say what a good computer player would do in your place",
		Description: "The move alone goes to standard output, and why to standard error:\n" +
			"fives play $(fives hint) plays it.",
		ArgsUsage: "[TABLE]",
		Flags:     []cli.Flag{console.JSONFlag()},
		Action: onTable(s, func(c *cli.Context, client *control.Client, id string, p prefs.Prefs) error {
			hint, err := client.Hint(c.Context, id)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(hint)
			}
			style := styleOf(p, s, c)
			s.Printf("%s\n", draw.Move(style, hint.Move)) // nothing else, so that fives play $(fives hint) plays it
			if hint.Why != "" {
				style.Colour = false // notes are cleaned of the codes that colours are made of
				s.Note("%s", draw.Move(style, hint.Why))
			}
			return nil
		}),
	}
}
