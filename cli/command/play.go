package command

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/prefs"
	"fives/cli/shown"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Play is the command play.
func Play(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "play",
		Usage:     "make a move, or the move of that number in fives moves",
		ArgsUsage: "[MOVE…|NUMBER]",
		Description: "The table is drawn as it stands when the cards of the move have come. Without a move it lists\n" +
			"those that you can make, as fives moves does.",
		Flags: console.AndJSON(console.TableFlag(),
			&cli.BoolFlag{DisableDefaultText: true, Name: "no-wait", Usage: "do not wait for the cards"},
			waitFlag("then wait until it is your turn again"),
		),
		Action: func(c *cli.Context) error {
			p, err := preferences(c)
			if err != nil {
				return err
			}
			client, err := console.Dial(s, c)
			if err != nil {
				return err
			}
			if c.NArg() == 0 {
				return listMoves(s, c, client, c.String("table"), p)
			}
			return play(s, c, client, p, strings.Join(c.Args().Slice(), " "))
		},
	}
}

func play(s *console.Streams, c *cli.Context, client *control.Client, p prefs.Prefs, move string) error {
	// Table and move are fixed before anything is signed: a moment later, a short ID or none
	// may mean another table.
	before, err := client.Table(c.Context, c.String("table"))
	if err != nil {
		return err
	}
	if move, err = numberedMove(c.Context, client, before.ID, move); err != nil {
		return err
	}
	var at []uint64
	if before.YourTurn { // the move is for this turn and no other
		at = append(at, before.Step)
	}
	if err := client.Play(c.Context, before.ID, move, at...); err != nil {
		return explainMove(err, before)
	}
	after := before
	if !c.Bool("no-wait") || c.Bool("wait") {
		if after, err = settle(s, c.Context, client, before); err != nil {
			return err
		}
		if after, err = onward(c.Context, client, after); err != nil {
			return err
		}
	}
	if c.Bool("wait") {
		if after, err = turn(s, c.Context, client, before.ID); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		return errors.Join(s.JSON(after), waitedError(c, after))
	}
	style := styleOf(p, s, c)
	s.Printf("your move: %s\n", draw.Move(style, move))
	if !c.Bool("no-wait") {
		s.Printf("\n%s", draw.Table(after, style, draw.Sort(p.Sort[after.Game])))
	}
	return waitedError(c, after)
}

// numberedMove returns the legal move that has this number.
func numberedMove(ctx context.Context, client *control.Client, id, text string) (string, error) {
	n, err := record.TypedNumber(text)
	if err != nil {
		return text, nil
	}
	m, err := client.Moves(ctx, id)
	if err != nil {
		return "", err
	}
	if !m.YourTurn {
		return text, nil // the daemon says why not
	}
	if n < 1 || n > len(m.Moves) {
		return "", console.No("fives moves lists them", "there is no move number %d among %d", n, len(m.Moves))
	}
	return m.Moves[n-1], nil
}

// explainMove adds to the daemon's answer who has won.
func explainMove(err error, t api.Table) error {
	if api.ErrorIn(err).Code != "" && t.Phase == api.PhaseOver {
		return endedError(t)
	}
	return err
}

// settleTime limits how long the answer waits for the card work of other seats. Within it, a
// hand that has ended is shown, counted and dealt anew.
const settleTime = 5 * time.Second

// settle waits until a person has to act again, or nobody has to.
func settle(s *console.Streams, ctx context.Context, client *control.Client, before api.Table) (api.Table, error) {
	spin := s.Progress()
	defer spin.Done()
	t := before
	limited, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	err := client.Views(limited, api.FromNow, func(e api.Event) (err error) {
		switch {
		case e.Kind == api.EventNow: // the daemon may no longer hold a table that has ended
			if t, err = client.Table(limited, before.ID); err != nil {
				return err
			}
		case e.Table == before.ID && e.View != nil:
			t = *e.View
		default:
			return nil
		}
		if quiet := t.Turn != "" || t.Phase != api.PhasePlaying; t.Step != before.Step && quiet {
			return errFound
		}
		spin.Say(shown.Of(t, time.Now()).Headline)
		return nil
	})
	if errors.Is(err, errFound) || limited.Err() != nil && ctx.Err() == nil {
		err = nil
	}
	return t, err
}
