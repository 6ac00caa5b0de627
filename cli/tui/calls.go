package tui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// A caller turns calls to the daemon into commands, so that the screen never waits for them.
type caller struct {
	ctx context.Context
	d   Daemon // nil if there is only a lesson or a replay
}

const (
	quick   = 5 * time.Second // only the daemon has to answer
	patient = shown.Patience  // other nodes have to, too, or the daemon has to think
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
		told  []api.Event // what has happened since the table before it, for the story
		err   error
	}
	playedMsg struct {
		id   string
		step uint64 // at which it was played
		err  error
	}
	hintMsg struct {
		id   string
		from aim // what the player aimed at when asking
		api.HintAnswer
		err error
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
	return c.within(patient, func(ctx context.Context) tea.Msg {
		return playedMsg{id: id, step: step, err: c.d.Play(ctx, id, move, step)}
	})
}

func (c caller) hint(id string, from aim) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		hint, err := c.d.Hint(ctx, id)
		return hintMsg{id, from, hint, err}
	})
}

func reason(err error) string { return say.Reason(err) }

// outage says that there is no daemon to talk to, and what to do about it.
func outage(err error) string {
	if errors.Is(err, api.ErrNotRunning) {
		return "your node has ended · q, and then fives, starts it again"
	}
	return reason(err)
}

// lost reports whether an error means that there is no daemon to talk to.
func lost(err error) bool {
	return err != nil && (api.ErrorIn(err).Code == "" || errors.Is(err, api.ErrNotRunning))
}
