package tui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"fives/cli/say"
	"fives/p2p/api"
)

// A caller turns calls to the daemon into commands, so that the screen never waits for them.
type caller struct {
	ctx context.Context
	d   Daemon // nil if there is only a lesson or a replay
}

const (
	quick   = 5 * time.Second  // only the daemon has to answer
	patient = 25 * time.Second // other nodes have to, too
)

// Answers of the daemon.
type (
	statusMsg struct {
		status api.Status
		peers  []api.Peer
		tables api.Tables
		err    error
	}
	tableMsg struct {
		id    string
		table api.Table
		moves api.Moves
		err   error
	}
	playedMsg struct {
		id   string
		step uint64 // at which it was played
		err  error
	}
	seatedMsg struct { // a table was opened or joined
		offer api.Offer
		asked api.JoinRequest
		err   error
	}
	begunMsg struct { // a table with free seats begins
		offer api.Offer
		err   error
	}
	sentAwayMsg struct {
		name string
		err  error
	}
	leftMsg struct {
		id, done string
		err      error
	}
	forgotMsg struct {
		id  string
		err error
	}
	hintMsg struct {
		id   string
		from aim // what the player aimed at when asking
		api.HintAnswer
		err error
	}
	onwardMsg struct { // a table to go on to from the one with this ID
		from    string
		summary api.Summary
		err     error
	}
	doneMsg struct { // something was said, or a node connected
		text string
		err  error
	}
)

// within turns a call into a command with a time limit.
func (c caller) within(limit time.Duration, call func(ctx context.Context) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(c.ctx, limit)
		defer cancel()
		return call(ctx)
	}
}

func (c caller) lobby() tea.Cmd {
	if c.d == nil {
		return nil
	}
	return c.within(quick, func(ctx context.Context) tea.Msg {
		s, err := c.d.Status(ctx)
		if err != nil {
			return statusMsg{err: err}
		}
		peers, err := c.d.Peers(ctx)
		if err != nil {
			return statusMsg{err: err}
		}
		tables, err := c.d.Tables(ctx)
		return statusMsg{status: s, peers: peers, tables: tables, err: err}
	})
}

func (c caller) table(id string) tea.Cmd {
	return c.within(quick, func(ctx context.Context) tea.Msg {
		t, err := c.d.Table(ctx, id)
		if err != nil {
			return tableMsg{id: id, err: err}
		}
		m := tableMsg{id: id, table: t}
		if t.YourTurn {
			m.moves, m.err = c.d.Moves(ctx, id)
		}
		return m
	})
}

// play plays a move at the step that the player sees, and at no other.
func (c caller) play(id, move string, step uint64) tea.Cmd {
	return c.within(quick, func(ctx context.Context) tea.Msg {
		return playedMsg{id: id, step: step, err: c.d.Play(ctx, id, move, step)}
	})
}

func (c caller) host(r api.HostRequest) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		o, err := c.d.Host(ctx, r)
		return seatedMsg{offer: o, err: err}
	})
}

func (c caller) begin(r api.BeginRequest) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		o, err := c.d.Begin(ctx, r)
		return begunMsg{o, err}
	})
}

func (c caller) join(r api.JoinRequest) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		o, err := c.d.Join(ctx, r)
		return seatedMsg{o, r, err}
	})
}

func (c caller) sendAway(r api.SendAwayRequest, name string) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		_, err := c.d.SendAway(ctx, r)
		return sentAwayMsg{name, err}
	})
}

func (c caller) leave(id string) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		done, err := c.d.Leave(ctx, id)
		return leftMsg{id, done, err}
	})
}

// forget removes a table. If others may lack some of its records, it does so only if the player
// is sure.
func (c caller) forget(id string, sure bool) tea.Cmd {
	return c.within(quick, func(ctx context.Context) tea.Msg {
		return forgotMsg{id, c.d.Forget(ctx, id, sure)}
	})
}

func (c caller) connect(addr string) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		a, err := c.d.Connect(ctx, addr)
		return doneMsg{say.Connected(a), err}
	})
}

// trust accepts a new key.
func (c caller) trust(who string) tea.Cmd {
	return c.within(quick, func(ctx context.Context) tea.Msg {
		t, err := c.d.Trust(ctx, who)
		if err != nil {
			return doneMsg{err: err}
		}
		return doneMsg{text: say.Trusted(t)}
	})
}

func (c caller) hint(id string, from aim) tea.Cmd {
	return c.within(quick, func(ctx context.Context) tea.Msg {
		hint, err := c.d.Hint(ctx, id)
		return hintMsg{id, from, hint, err}
	})
}

func (c caller) say(id, text string) tea.Cmd {
	return c.within(quick, func(ctx context.Context) tea.Msg {
		return doneMsg{err: c.d.Say(ctx, id, text)}
	})
}

// cover stops waiting for whoever is away: the others play on for them.
func (c caller) cover(id string) tea.Cmd {
	return c.within(quick, func(ctx context.Context) tea.Msg {
		a, err := c.d.Cover(ctx, id)
		if err != nil {
			return doneMsg{err: err}
		}
		return doneMsg{text: say.NotWaiting(a.Names)}
	})
}

// onward asks the daemon for a table to go on to from another one.
func (c caller) onward(from string, ask func(context.Context) (api.Summary, error)) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		s, err := ask(ctx)
		return onwardMsg{from, s, err}
	})
}

// goOn calls the others to go on from a table without some of the players, or agrees to such a
// call.
func (c caller) goOn(id string, without ...string) tea.Cmd {
	return c.onward(id, func(ctx context.Context) (api.Summary, error) { return c.d.Continue(ctx, id, without...) })
}

// rematch begins a new game with the people of a table.
func (c caller) rematch(id string) tea.Cmd {
	return c.onward(id, func(ctx context.Context) (api.Summary, error) { return c.d.Rematch(ctx, id) })
}

func (c caller) watch(id string) tea.Cmd {
	return c.onward(id, func(ctx context.Context) (api.Summary, error) { return c.d.Watch(ctx, id) })
}

func reason(err error) string { return say.Reason(err) }

// wrongCode reports whether a seat was refused because of a wrong code.
func wrongCode(err error) bool {
	var e *api.Error
	return errors.As(err, &e) && e.Reason == api.ReasonWrongCode
}

// outage says that there is no daemon to talk to, and what to do about it.
func outage(err error) string {
	var e *api.Error
	if errors.Is(err, api.ErrNotRunning) || errors.As(err, &e) && e.Code == api.CodeNotRunning {
		return "your node has ended · q, and then fives, starts it again"
	}
	return reason(err)
}

// lost reports whether an error means that there is no daemon to talk to.
func lost(err error) bool {
	var e *api.Error
	return err != nil && (!errors.As(err, &e) || errors.Is(err, api.ErrNotRunning) || e.Code == api.CodeNotRunning)
}
