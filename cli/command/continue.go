package command

import (
	"context"
	"slices"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Continue is the command continue.
func Continue(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "continue",
		Usage:     "go on without those who are missing, from the last settled hand",
		ArgsUsage: "[TABLE]",
		Description: "It calls for a table of those who are there, and accepts it if others have called for\n" +
			"the same; everybody decides alone. Without TABLE it is the one that waits for somebody. What somebody else has called for is accepted by its\n" +
			"own ID, which fives watch and fives tables show.",
		Flags: console.DaemonFlags(console.TableFlag(), yesFlag(),
			&cli.StringSliceFlag{Name: "without", Usage: "leave out the player of this `NAME`, who is there and does nothing; of two called pi, the first is pi~1; may be given several times"}),
		Action: func(c *cli.Context) error {
			return goOn(s, c, func(client *control.Client, ctx context.Context, id string) (api.Summary, error) {
				without, err := leaveOut(ctx, client, id, c.StringSlice("without"))
				if err == nil {
					err = askToDealAnew(s, c, client, id)
				}
				if err != nil {
					return api.Summary{}, err
				}
				return client.Continue(ctx, id, without...)
			})
		},
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

// askToDealAnew asks before a running hand is dropped although nobody is missing. It does not
// ask if the command names no table, because the daemon then chooses one at which somebody is
// missing.
func askToDealAnew(s *console.Streams, c *cli.Context, client *control.Client, id string) error {
	if id == "" || c.Bool("yes") || len(c.StringSlice("without")) > 0 {
		return nil
	}
	t, err := client.Table(c.Context, id)
	if err != nil {
		return err
	}
	missing := func(seat api.Seat) bool { return !seat.Online || seat.Left }
	if t.Phase != api.PhasePlaying || !t.Dealt || slices.ContainsFunc(t.Seats, missing) {
		return nil
	}
	anew := "everybody is here, and the cards are dealt"
	var owe []string
	for _, seat := range t.Seats {
		if seat.Owes && !seat.You && !seat.Lacks {
			owe = append(owe, seat.Name)
		}
	}
	if len(owe) > 0 {
		anew += "; the hand waits for " + say.And(owe)
	}
	if !s.Interactive() {
		return console.No("add --yes to drop the running hand, if all agree", "%s", anew)
	}
	return s.Confirm(anew + ": drop the running hand, and deal it anew if all agree?")
}

// Rematch is the command rematch.
func Rematch(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "rematch",
		Usage:     "play again with the same people, everybody one seat further",
		ArgsUsage: "[TABLE]",
		Description: "Without TABLE it is the game played last. It begins when all have agreed; who is away is\n" +
			"asked when their daemon is back.",
		Flags: console.DaemonFlags(console.TableFlag()),
		Action: func(c *cli.Context) error {
			return goOn(s, c, (*control.Client).Rematch)
		},
	}
}

func goOn(s *console.Streams, c *cli.Context, call func(*control.Client, context.Context, string) (api.Summary, error)) error {
	client, id, err := console.DialTable(s, c)
	if err != nil {
		return err
	}
	sum, err := call(client, c.Context, id)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return s.JSON(sum)
	}
	s.Printf("table %s: %s\n", say.Short(sum.ID), say.Names(sum.Names(), ", "))
	if sum.Phase == api.PhaseOpen || sum.Phase == api.PhaseSeated {
		var others []string
		for _, seat := range sum.Seats {
			if !seat.You && seat.BotOf != sum.Me() {
				others = append(others, seat.Name)
			}
		}
		if len(others) > 0 {
			s.Note("it begins when %s accepted", say.Have(others))
		}
	}
	return nil
}
