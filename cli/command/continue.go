package command

import (
	"context"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/shown"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Continue is the command continue.
func Continue(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "continue",
		Usage:     "go on when somebody is missing",
		ArgsUsage: "[TABLE]",
		Description: "At a table with cover (fives host … --cover) the others play for a player whose device has\n" +
			"been silent for 20 s, and deal without one that has been silent for 60 s. With this command\n" +
			"6 s are enough, if the other devices have heard nothing of that device either. Whoever comes\n" +
			"back plays on.\n\n" +
			"At any other table, or if nobody can be covered, it calls for a table of those who are there,\n" +
			"which goes on from the last hand whose points were counted, and accepts it if others have\n" +
			"called for the same; everybody decides alone. So does --without, at any table. What somebody\n" +
			"else has called for is accepted by its own ID, which fives watch and fives tables show.\n\n" +
			"Without TABLE it is the one that waits for somebody.",
		Flags: console.AndJSON(yesFlag(),
			&cli.StringSliceFlag{Name: "without", Usage: "go on without the player of this `NAME` for good; of two called pi, the first is pi~1; may be given several times"}),
		Action: console.OnTable(s, func(c *cli.Context, client *control.Client, id string) error {
			if !c.IsSet("without") {
				err := s.Do(c, client, shown.Deed{Act: shown.ActCover, With: shown.With{Table: id}}, false)
				if err == nil || api.ErrorIn(err).Reason == api.ReasonNoVote {
					return err
				}
			} // nobody can be covered, so the question is whether to go on without them
			without, err := leaveOut(c.Context, client, id, c.StringSlice("without"))
			if err != nil {
				return err
			}
			return s.Do(c, client, shown.Deed{Act: shown.ActContinue, With: shown.With{Table: id, Without: without}}, c.Bool("yes"))
		}),
	}
}

// leaveOut returns the labels of the players whom the user names with --without, at a table or, with
// id "", at any of theirs.
func leaveOut(ctx context.Context, client *control.Client, id string, typed []string) ([]string, error) {
	if len(typed) == 0 {
		return nil, nil
	}
	tables, err := ownPlayers(ctx, client, id)
	if err != nil {
		return nil, err
	}
	return labelsOf(tables, "--without", typed)
}

// Rematch is the command rematch.
func Rematch(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "rematch",
		Usage:     "play again with the same people, everybody one seat further",
		ArgsUsage: "[TABLE]",
		Description: "Without TABLE it is the game played last. It begins when all have agreed; who is away is\n" +
			"asked when their daemon is back.",
		Flags: []cli.Flag{console.JSONFlag()},
		Action: console.OnTable(s, func(c *cli.Context, client *control.Client, id string) error {
			return s.Do(c, client, shown.Deed{Act: shown.ActRematch, With: shown.With{Table: id}}, false)
		}),
	}
}
