package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/prefs"
	"fives/cli/shown"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Watch is the command watch.
func Watch(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "watch",
		Usage:     "say what happens, as it happens",
		ArgsUsage: "[TABLE]",
		Description: "Without a table, everything that the node notices. It ends with the game, or with Ctrl-C.\n" +
			"A table of others can be watched if its host lets spectators in (fives tables lists it), and a\n" +
			"private one if a player has let you in with fives invite; it is drawn at every turn, with what\n" +
			"is public.",
		Flags: console.AndJSON(
			&cli.Uint64Flag{Name: "since", Value: api.FromNow, DefaultText: "from now on", Usage: "begin after the event of this `NUMBER`, 0 for all that is remembered"},
		),
		Action: onTable(s, func(c *cli.Context, client *control.Client, id string, p prefs.Prefs) error {
			if id == "" {
				return watch(s, c, client, p, api.Table{})
			}
			t, err := watchable(s, c, client, id)
			if err != nil {
				return err
			}
			return watch(s, c, client, p, t)
		}),
	}
}

// errSeen ends a stream when nothing more will come.
var errSeen = errors.New("the game is over")

// watchable returns a table of this node, or one of another node that lets in spectators.
func watchable(s *console.Streams, c *cli.Context, client *control.Client, id string) (api.Table, error) {
	t, err := client.Table(c.Context, id)
	switch {
	case err == nil && !c.IsSet("since"):
		return onward(c.Context, client, t)
	case api.ErrorIn(err).Code != api.CodeNotFound:
		return t, err
	}
	switch t, err := begunTable(c.Context, client, id); {
	case err == nil && t.ID == "":
		return t, console.No("fives wait waits for it", "the table has not begun")
	case err == nil:
		return t, nil
	}
	sum, err := client.Watch(c.Context, id)
	if err != nil {
		return t, err
	}
	return client.Table(c.Context, sum.ID)
}

// watch follows one table or, given the zero table, everything that happens.
func watch(s *console.Streams, c *cli.Context, client *control.Client, p prefs.Prefs, t api.Table) error {
	w := &watcher{s: s, style: styleOf(p, s, c), muted: p.Muted, json: c.Bool("json"), spin: s.Progress(), id: t.ID}
	defer w.spin.Done()
	onlooker := t.ID != "" && t.Seat < 0 && !w.json
	if onlooker && t.View != nil {
		s.Printf("%s\n", draw.Table(t, w.style, ""))
	}
	if t.Phase == api.PhaseOver && !c.IsSet("since") {
		return nil
	}
	var err error
	if t.ID == "" {
		err = client.Events(c.Context, c.Uint64("since"), w.show)
	} else {
		err = client.Views(c.Context, c.Uint64("since"), func(e api.Event) error { return w.follow(c.Context, client, onlooker, e) })
	}
	if errors.Is(err, errSeen) || errors.Is(err, context.Canceled) && c.Context.Err() != nil {
		return nil // Ctrl-C is how to stop watching
	}
	return err
}

// follow prints an event of one table, and of the one at which its game goes on; an onlooker also
// gets the table.
func (w *watcher) follow(ctx context.Context, client *control.Client, onlooker bool, e api.Event) error {
	view := e.View
	e.View, e.Moves = nil, nil
	if view != nil && view.Parent == w.id && view.Phase == api.PhasePlaying {
		w.id = e.Table
	}
	switch {
	case e.Kind == api.EventNow:
		return w.late(ctx, client, w.id)
	case e.Table != w.id || e.Kind == api.EventTable:
		return nil
	}
	if err := w.show(e); err != nil {
		return err
	}
	// A table that has gone on already comes with the event that says so.
	if onlooker && view != nil && (e.Kind == api.EventTurn && view.Step == e.Step || e.Kind == api.EventOver) {
		if err := w.draw(*view); err != nil {
			return err
		}
	}
	if e.Kind == api.EventOver {
		return errSeen
	}
	return nil
}

// late shows how a game ended that was over before the stream began, because no event tells
// that.
func (w *watcher) late(ctx context.Context, client *control.Client, id string) error {
	t, err := client.Table(ctx, id)
	if err != nil || t.Phase != api.PhaseOver {
		return err
	}
	w.spin.Done()
	if w.json {
		return errSeen
	}
	return errors.Join(w.draw(t), errSeen)
}

// A watcher prints events.
type watcher struct {
	s     *console.Streams
	style draw.Style
	muted map[string]string // names, by fingerprint
	json  bool
	spin  *console.Progress
	id    string // the table that is followed
}

// draw draws a table for an onlooker.
func (w *watcher) draw(t api.Table) error {
	_, err := fmt.Fprintf(w.s.Out, "\n%s\n", draw.Table(t, w.style, ""))
	return err
}

func (w *watcher) show(e api.Event) error {
	if w.json {
		return w.s.JSON(e)
	}
	n := shown.NewsOf(e)
	if _, muted := w.muted[e.Fingerprint]; muted && n.Talk {
		return nil
	}
	if n.Passing {
		w.spin.Say(n.Whole().String())
		return nil
	}
	w.spin.Done()
	_, err := fmt.Fprintf(w.s.Out, "%s  %s\n", w.style.Weak(e.Time.Local().Format("15:04:05")), w.text(n))
	return err
}

func (w *watcher) text(n shown.News) string {
	text := draw.Says(w.style, n.Whole())
	switch n.Tone {
	case shown.Bad:
		text = w.style.Warning(text)
	case shown.Good:
		text = w.style.Strong(text)
	}
	if n.Command != "" {
		text += " (" + n.Command + ")"
	}
	return text
}
