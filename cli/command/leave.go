package command

import (
	"context"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Leave is the command leave.
func Leave(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "leave",
		Usage:     "leave a game, or a table that has not begun; forget one that is over",
		ArgsUsage: "[TABLE]",
		Description: "Before the game begins nothing remains of it, nor of a wish for a seat of one that is\n" +
			"played. Who leaves a game tells the others by a signed note, and the running hand cannot be\n" +
			"finished, unless the others play on (fives host --cover). So it asks first, and says which of\n" +
			"the two it is. fives seat give hands the seat to somebody else, and the game goes on. With\n" +
			"--send-away it is somebody else who leaves your open table: the seat is free, and whoever had\n" +
			"it gets none there any more.\n\n" +
			"With --forget, a table that is over, or that you have left, is removed from your node: its log is\n" +
			"deleted here, and it counts in fives stats no more; fives export keeps the log in a file. The\n" +
			"others keep theirs. It asks before it removes what somebody may still need. With --all as well,\n" +
			"all such tables are removed, but for those that somebody may still need.",
		Flags: console.AndJSON(
			&cli.StringFlag{Name: "send-away", Usage: "`WHO` leaves your open table instead: a name, or a fingerprint"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "forget", Usage: "remove a table that is over, or that you have left, from your node"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "all", Usage: "with --forget: all that are over, or that you have left"},
			yesFlag()),
		Action: console.OnTable(s, func(c *cli.Context, client *control.Client, id string) error {
			who, all := c.String("send-away"), c.Bool("all")
			switch forgets := c.Bool("forget"); {
			case forgets && who != "":
				return console.Usage("fives leave --help explains them", "--forget and --send-away exclude each other")
			case forgets && all == (id != ""):
				return console.Usage("fives tables lists yours", "--forget needs a table, or --all")
			case forgets && all:
				return forgetAll(s, c, client)
			case forgets:
				return s.Do(c, client, shown.Deed{Act: shown.ActForget, With: shown.With{Table: id, Sure: c.Bool("yes")}}, false)
			case all:
				return console.Usage("as in fives leave --forget --all", "--all goes with --forget")
			case who != "":
				return s.Do(c, client, shown.Deed{Act: shown.ActSendAway, With: shown.With{Table: id, To: who, Name: who}}, false)
			}
			d, err := leaving(c.Context, client, id)
			if err != nil {
				return err
			}
			return s.Do(c, client, d, c.Bool("yes"))
		}),
	}
}

// leaving returns the deed that leaves the table which an ID means, with the question that is right there.
// Where it means none that can be left, the daemon says why.
func leaving(ctx context.Context, client *control.Client, id string) (shown.Deed, error) {
	all, err := client.Mine(ctx)
	if err != nil {
		return shown.Deed{}, err
	}
	switch list := shown.Among(all, shown.ActLeave, id); {
	case len(list) > 1:
		return shown.Deed{}, api.Ambiguous(list, func(d shown.Deed) string { return d.With.Table })
	case len(list) == 0:
		return shown.Deed{Act: shown.ActLeave, With: shown.With{Table: id}}, nil
	case slices.ContainsFunc(all.Mine, func(m api.Summary) bool { return m.ID == list[0].With.Table }):
		t, err := client.Table(ctx, list[0].With.Table)
		if d, ok := shown.Find(shown.Deeds(t), shown.ActLeave); ok && t.Phase != api.PhaseSeated {
			return d, err
		}
		return list[0], err
	default:
		return list[0], nil
	}
}

// Forgotten says which tables were removed, by their IDs.
type Forgotten struct {
	Tables []string `json:"tables"`
	Kept   []string `json:"kept"` // those that are over, but that somebody may still need
}

// forgetAll removes all tables that are over for this node's person and that nobody may need any more.
// They count no more, so it asks.
func forgetAll(s *console.Streams, c *cli.Context, client *control.Client) error {
	all, err := client.Mine(c.Context)
	if err != nil {
		return err
	}
	over := slices.DeleteFunc(all.Mine, func(m api.Summary) bool {
		_, over := shown.Find(shown.OwnRow(m, time.Now()).Deeds, shown.ActForget)
		return !over
	})
	if count := say.Count(len(over), "table"); len(over) > 0 && !c.Bool("yes") {
		if !s.Interactive() {
			return console.No("add --yes to forget them", "%s would be forgotten, and count in fives stats no more", count)
		}
		if err := s.Confirm("forget " + count + ", which then count in fives stats no more?"); err != nil {
			return err
		}
	}
	f := Forgotten{Tables: []string{}, Kept: []string{}}
	for _, m := range over {
		err := client.Forget(c.Context, m.ID, false)
		switch why := api.ErrorIn(err).Reason; {
		case err == nil:
			f.Tables = append(f.Tables, m.ID)
		case why == api.ReasonOwed, why == api.ReasonStillPlaying:
			f.Kept = append(f.Kept, m.ID)
		default:
			return err
		}
	}
	if c.Bool("json") {
		return s.JSON(f)
	}
	s.Printf("forgotten: %s\n", say.Count(len(f.Tables), "table"))
	if n := len(f.Kept); n > 0 {
		s.Note("kept: %s that somebody may still need; fives leave --forget TABLE asks about one", say.Count(n, "table"))
	}
	return nil
}

// yesFlag is --yes, which answers a question before it is asked.
func yesFlag() cli.Flag {
	return &cli.BoolFlag{DisableDefaultText: true, Name: "yes", Aliases: []string{"y"}, Usage: "do not ask"}
}
