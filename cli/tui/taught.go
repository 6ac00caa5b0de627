package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"fives/cli/learn"
	"fives/cli/say"
	"fives/cli/shown"
	past "fives/engine/story"
)

// A taughtMsg brings what a hand teaches, of a table or, with table "", of a replay.
type taughtMsg struct {
	table  string
	hand   int
	lesson shown.Lesson
	err    error
}

// teaches looks back at a settled hand of a table, which takes some seconds.
func (c caller) teaches(table string, hand int, you string) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		stories, err := c.stories(ctx, table)
		msg := taughtMsg{table: table, hand: hand, err: err}
		if stories != nil {
			msg.lesson, msg.err = shown.TeachAmong(ctx, stories, hand, you)
		}
		return msg
	})
}

// stories fetches the logs of a game, and reads them as far as they are good.
func (c caller) stories(ctx context.Context, table string) ([]*past.Story, error) {
	game, err := c.d.Game(ctx, table)
	if err != nil {
		return nil, err
	}
	return shown.Stories(ctx, game.Unbroken())
}

// A deskMsg brings a hand that is played again.
type deskMsg struct {
	desk *learn.Desk
	err  error
}

// again has a hand of a table played again.
func (c caller) again(w shown.With) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		stories, err := c.stories(ctx, w.Table)
		msg := deskMsg{err: err}
		if stories != nil {
			msg.desk, msg.err = shown.Again(stories, w.Hand, w.Move)
		}
		return msg
	})
}

// onDesk goes to a hand that is played again, unless the player is at something else by now.
func (m model) onDesk(msg deskMsg) (tea.Model, tea.Cmd) {
	if m.busy() {
		return m, nil
	}
	return m.attend(msg.desk, msg.err)
}

// looksBack says that a hand is being looked back at.
func (m model) looksBack(table string, hand int) model {
	m.popup = m.sheet(shown.Sheet{Table: table, Title: say.Capital(say.Hand(hand)), Says: []string{"Looking back at the hand…"}})
	m.popup.hand = hand
	return m
}

// onTaught shows what a hand teaches, unless the player has gone on meanwhile.
func (m model) onTaught(msg taughtMsg) model {
	if u := m.popup; u.sheet == nil || u.settled() || u.sheet.Table != msg.table || u.hand != msg.hand {
		return m
	}
	s := msg.lesson.Sheet(msg.table)
	if msg.err != nil {
		s = shown.Sheet{Table: msg.table, Says: []string{msg.err.Error()}}
	}
	s.Title = m.popup.sheet.Title
	m.popup = m.sheet(s)
	return m
}
