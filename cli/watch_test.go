package cli_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/control"
)

// An ending is a daemon with a table whose game ends between the first look at
// it and the event stream: no event tells.
type ending struct {
	control.Daemon
	looks atomic.Int32
}

const endingID = "3f9a000000000000000000000000000000000000000000000000000000000000"

func (e *ending) Status() api.Status { return api.Status{API: api.Newest} }

func (e *ending) Table(string) (api.Table, error) {
	t := api.Table{Summary: api.Summary{Seat: -1}, Waiting: api.Waiting{What: "move", Names: []string{"ben"}}}
	t.ID, t.Phase, t.Seats = endingID, api.PhasePlaying, []api.Seat{{Name: "ana"}, {Name: "ben"}}
	if e.looks.Add(1) > 1 {
		t.Phase, t.Winners, t.Waiting.What = api.PhaseOver, []string{"ana"}, "over"
	}
	return t, nil
}

func (e *ending) Events(ctx context.Context, _ api.EventsRequest, emit func(api.Event) error) error {
	if err := emit(api.Event{Kind: api.EventNow}); err != nil {
		return err
	}
	<-ctx.Done()
	return ctx.Err()
}

// TestWatchEndsWithTheGame: even if the stream comes too late for its end.
func TestWatchEndsWithTheGame(t *testing.T) {
	home := serve(t, &ending{})
	if status, out, text := run(t, "watch", "3f9a", "--home", home); status != 0 || !strings.Contains(out, "3f9a") {
		t.Errorf("%d %q %q", status, out, text)
	}
	if status, out, _ := run(t, "watch", "3f9a", "--json", "--home", serve(t, &ending{})); status != 0 || out != "" {
		t.Errorf("as JSON: %d %q", status, out)
	}
}

// A handing is a daemon with a table whose game goes on at another one, because a seat changes hands,
// and ends there.
type handing struct{ control.Daemon }

const onwardID = "4abc000000000000000000000000000000000000000000000000000000000000"

func (h *handing) Status() api.Status { return api.Status{API: api.Newest} }

func (h *handing) Table(string) (t api.Table, err error) {
	t.ID, t.Phase, t.Seats = endingID, api.PhasePlaying, []api.Seat{{Name: "ana", You: true}, {Name: "ben"}}
	return t, nil
}

func (h *handing) Events(_ context.Context, _ api.EventsRequest, emit func(api.Event) error) error {
	seated, played := &api.Table{}, &api.Table{}
	seated.ID, seated.Parent, seated.Phase = onwardID, endingID, api.PhaseSeated
	played.ID, played.Parent, played.Phase = onwardID, endingID, api.PhasePlaying
	for _, e := range []api.Event{
		{Kind: api.EventNow}, {Kind: api.EventChat, Table: endingID, Name: "ben", Text: "before"},
		{Kind: api.EventTable, Table: onwardID, View: seated}, {Kind: api.EventChat, Table: endingID, Name: "ben", Text: "still there"},
		{Kind: api.EventTable, Table: onwardID, View: played}, {Kind: api.EventChat, Table: onwardID, Name: "zoe", Text: "behind"},
		{Kind: api.EventOver, Table: onwardID, Names: []string{"zoe"}},
	} {
		if err := emit(e); err != nil {
			return err
		}
	}
	return nil
}

// A game that goes on at another table has not ended, and is watched there.
func TestWatchFollowsTheGame(t *testing.T) {
	status, out, text := run(t, "watch", "3f9a", "--home", serve(t, &handing{}))
	for _, says := range []string{"before", "still there", "behind", "zoe won"} {
		if !strings.Contains(out, says) {
			t.Errorf("%q is not told: %d %q %q", says, status, out, text)
		}
	}
}

// An usher is a daemon that lets anybody in.
type usher struct {
	control.Daemon
	asked string
}

func (u *usher) Status() api.Status { return api.Status{API: api.Newest} }

func (u *usher) Admit(_ context.Context, table, peer string) (api.Admission, error) {
	u.asked = table + "/" + peer
	return api.Admission{Table: endingID, Peer: api.Peer{Name: "zoe\x1b[2J", Fingerprint: "6668-7aad-f862-bd77-6c8f"}}, nil
}

func TestAdmit(t *testing.T) {
	u := &usher{}
	home := serve(t, u)
	for args, asked := range map[string]string{"zoe": "/zoe", "zoe --table 3f9a": "3f9a/zoe", "zoe -t 3f9a --json": "3f9a/zoe"} {
		status, out, _ := run(t, append(append([]string{"invite"}, strings.Fields(args)...), "--home", home)...)
		if status != 0 || u.asked != asked || !strings.Contains(out, "6668-7aad-f862-bd77-6c8f") || strings.Contains(out, "\x1b") {
			t.Errorf("invite %s: %d, asked %q, %q", args, status, u.asked, out)
		}
	}
	for _, args := range []string{"3f9a zoe", "zoe --table=", "zoe --off", "zoe --port 5000", "zoe --archives x"} {
		if status, _, text := run(t, append(append([]string{"invite"}, strings.Fields(args)...), "--home", home)...); status != 2 || !strings.Contains(text, "hint: ") {
			t.Errorf("invite %s: %d %q", args, status, text)
		}
	}
}

// A table at which it is ben's turn, and then the player's own: the events say so.
type turning struct{ ending }

func (d *turning) Table(string) (api.Table, error) { return d.at(d.looks.Add(1) > 100), nil }

func (d *turning) at(yours bool) (t api.Table) {
	t.ID, t.Phase, t.YourTurn, t.View = endingID, api.PhasePlaying, yours, &rules.View{}
	t.Seats = []api.Seat{{Name: "ana", You: true}, {Name: "ben"}}
	return t
}

func (d *turning) Events(ctx context.Context, q api.EventsRequest, emit func(api.Event) error) error {
	for _, e := range []api.Event{
		{Kind: api.EventNow}, {Kind: api.EventMove, Table: endingID}, {Kind: api.EventTable, Table: endingID}, {Kind: api.EventTurn, Table: endingID},
	} {
		if view := d.at(e.Kind == api.EventTurn); q.Views && e.Table != "" {
			e.View = &view
		}
		if err := emit(e); err != nil {
			return err
		}
	}
	<-ctx.Done()
	return ctx.Err()
}

// TestWaitAsksOnce: the events bring what happens at a table, and nobody asks for it again and
// again.
func TestWaitAsksOnce(t *testing.T) {
	d := &turning{}
	if status, out, text := run(t, "wait", "3f9a", "--home", serve(t, d)); status != 0 || !strings.Contains(out, "your turn") || d.looks.Load() != 1 {
		t.Errorf("%d %q %q, asked %d times", status, out, text, d.looks.Load())
	}
}
