package command

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Wait is the command wait.
func Wait(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "wait",
		Usage:     "wait until it is your turn",
		ArgsUsage: "[TABLE]",
		Description: "The exit status is 0 when it is your turn, 1 when the game is over or cannot go on.\n" +
			"A table at which seats are still free, or at which you have asked for a seat, is waited for.\n" +
			"show, moves and play do the same with --wait.",
		Flags: []cli.Flag{console.JSONFlag()},
		Action: console.OnTable(s, func(c *cli.Context, client *control.Client, id string) error {
			t, err := turn(s, c.Context, client, id)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return errors.Join(s.JSON(t), endedError(t))
			}
			if shown.YourTurn(t) {
				s.Printf("it is your turn: %s\n", say.OwnTable(t.Summary))
			}
			return endedError(t)
		}),
	}
}

func waitFlag(what string) cli.Flag {
	return &cli.BoolFlag{DisableDefaultText: true, Name: "wait", Usage: what + "; exit with 1 when the game is over"}
}

// endedError returns the error for a table at which the player's turn will never come.
func endedError(t api.Table) error {
	why := say.Waiting(t.Waiting)
	switch {
	case shown.YourTurn(t):
		return nil
	case t.Phase == api.PhaseOver:
		why = say.Over(t.Winners, t.Me())
	case t.Seat < 0:
		return console.No("fives watch follows it", "you have no seat at this table")
	case t.HandedTo == "" && t.Seats[t.Seat].Left:
		why = "you have left this table"
	}
	return console.No(cmp.Or(strings.Join(next(t), "\n"), "fives tables lists the tables that there are"), "%s", why)
}

// errFound ends a stream that has brought what the command waited for.
var errFound = errors.New("table: found")

// turn waits until it is the player's turn at a table, or can never be again. The events bring
// the table; turn asks for it only until it knows which one it is.
func turn(s *console.Streams, ctx context.Context, client *control.Client, id string) (t api.Table, err error) {
	spin := s.Progress()
	defer spin.Done()
	err = client.Views(ctx, api.FromNow, func(e api.Event) error {
		switch {
		case t.ID == "" && losesSeat(e, id):
			n := shown.NewsOf(e)
			return console.No(cmp.Or(n.Command, "fives tables lists the seats that can be asked for"), "%s", n.Whole())
		case e.Kind == api.EventNow, t.ID == "" && (e.View == nil || e.Kind == api.EventStarted):
			if t, err = begunTable(ctx, client, id); err != nil {
				return err
			}
		case t.ID != "" && e.Table == t.ID && e.View != nil:
			t = *e.View
		default:
			return nil
		}
		if t, err = onward(ctx, client, t); err != nil {
			return err
		}
		switch {
		case t.ID == "":
			spin.Say("waiting until it begins")
		case shown.YourTurn(t) || hopeless(t):
			return errFound
		default:
			spin.Say(shown.Of(t, time.Now()).Headline)
		}
		return nil
	})
	if errors.Is(err, errFound) {
		err = nil
	}
	return t, err
}

// losesSeat reports whether an event says that the node will not get the seat that it asked for
// at a table.
func losesSeat(e api.Event, table string) bool {
	return shown.NewsOf(e).Lost && e.Handover != nil && strings.HasPrefix(e.Table, api.TypedID(table))
}

// onward returns the table at which the node goes on from t, or t itself: a seat may have
// changed hands.
func onward(ctx context.Context, client *control.Client, t api.Table) (_ api.Table, err error) {
	for t.Child != "" && t.Phase != api.PhaseOver {
		if t, err = client.Table(ctx, t.Child); err != nil {
			return t, err
		}
	}
	return t, nil
}

// whenMine waits, with --wait, until it is the player's turn, and returns the ID of the table.
func whenMine(s *console.Streams, c *cli.Context, client *control.Client, id string) (string, error) {
	if !c.Bool("wait") {
		return id, nil
	}
	t, err := turn(s, c.Context, client, id)
	if err != nil {
		return id, err
	}
	return t.ID, endedError(t)
}

// hopeless reports whether the player's turn cannot come any more.
func hopeless(t api.Table) bool {
	return t.Phase == api.PhaseOver || t.Phase == api.PhaseStopped || t.Seat < 0 || t.Seats[t.Seat].Left
}

// begunTable returns the table that the command means, or the zero table if that has not begun. If
// the command names none, a table that will begin comes before one that is over.
func begunTable(ctx context.Context, client *control.Client, id string) (api.Table, error) {
	t, err := client.Table(ctx, id)
	missing := api.ErrorIn(err).Code == api.CodeNotFound
	if err != nil && !missing || err == nil && (id != "" || t.Phase != api.PhaseOver) {
		return t, err
	}
	all, err := client.Tables(ctx)
	if err != nil {
		return t, err
	}
	for _, o := range all.Open {
		if (o.Mine || o.Joined) && strings.HasPrefix(o.ID, api.TypedID(id)) {
			return api.Table{}, nil
		}
	}
	for _, m := range all.Mine { // somebody who asked for a seat gets it at the table that goes on
		if id != "" && strings.HasPrefix(m.Parent, api.TypedID(id)) {
			return client.Table(ctx, m.ID)
		}
	}
	return client.Table(ctx, id) // it may have begun between the two questions
}
