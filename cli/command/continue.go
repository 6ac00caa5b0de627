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

// Continued says which of the two continue has done: the key of the other is missing.
type Continued struct {
	Covered []string     `json:"covered,omitempty"` // for whom this node no longer waits
	Table   *api.Summary `json:"table,omitempty"`   // at which the game goes on without those who are missing
}

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
				covered, err := cover(c.Context, client, id)
				switch {
				case err != nil:
					return err
				case len(covered) > 0 && c.Bool("json"):
					return s.JSON(Continued{Covered: covered})
				case len(covered) > 0:
					s.Printf("%s\n", say.NotWaiting(covered))
					return nil
				}
			}
			without, err := leaveOut(c.Context, client, id, c.StringSlice("without"))
			if err == nil {
				err = askToDealAnew(s, c, client, id)
			}
			if err != nil {
				return err
			}
			sum, err := client.Continue(c.Context, id, without...)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(Continued{Table: &sum})
			}
			printOnward(s, sum)
			return nil
		}),
	}
}

// cover stops waiting for those who are away, where the others play for them, and returns their names:
// none if nobody can be covered, so that the question is whether to go on without them.
func cover(ctx context.Context, client *control.Client, id string) ([]string, error) {
	answer, err := client.Cover(ctx, id)
	if refused := refusedFor(err, api.ReasonNoVote); refused != nil {
		return nil, refused
	}
	return answer.Names, nil
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

// askToDealAnew asks before a running hand is dropped that nobody keeps from going on. It does not
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
	holdsUp := func(seat api.Seat) bool { return missing(seat) && (seat.Owes || !t.Cover) }
	if t.Phase != api.PhasePlaying || !t.Dealt && !t.Cover || slices.ContainsFunc(t.Seats, holdsUp) {
		return nil
	}
	anew := "everybody is here, and the cards are dealt"
	var owe, away []string
	for _, seat := range t.Seats {
		if seat.Owes && !seat.You && !seat.Lacks {
			owe = append(owe, seat.Name)
		}
		if missing(seat) {
			away = append(away, seat.Name)
		}
	}
	if len(away) > 0 {
		anew = "the others play for " + say.And(away) + ", and the hand goes on"
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
		Flags: []cli.Flag{console.JSONFlag()},
		Action: console.OnTable(s, func(c *cli.Context, client *control.Client, id string) error {
			sum, err := client.Rematch(c.Context, id)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(sum)
			}
			printOnward(s, sum)
			return nil
		}),
	}
}

// printOnward says at which table a game goes on.
func printOnward(s *console.Streams, sum api.Summary) {
	s.Printf("the game goes on at another table: %s\n", say.OwnTable(sum))
	if sum.Phase != api.PhaseOpen && sum.Phase != api.PhaseSeated {
		return
	}
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
