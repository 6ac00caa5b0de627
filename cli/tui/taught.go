package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/say"
	"fives/cli/shown"
)

// A taughtMsg brings what a hand teaches, of a table or, with table "", of a replay.
type taughtMsg struct {
	table  string
	hand   int
	lesson shown.Lesson
	err    error
}

// teaches fetches the log of a table and looks back at a settled hand, which takes some seconds.
func (c caller) teaches(table string, hand int, you string) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		lesson, err := c.lesson(ctx, table, hand, you)
		return taughtMsg{table, hand, lesson, err}
	})
}

func (c caller) lesson(ctx context.Context, table string, hand int, you string) (shown.Lesson, error) {
	game, err := c.d.Game(ctx, table)
	if err != nil {
		return shown.Lesson{}, err
	}
	return shown.TeachLogs(game.Unbroken(), hand, you)
}

// asksBack has a hand looked back at whose result is on the screen.
func (t table) asksBack(hand int) func(model) (tea.Model, tea.Cmd) {
	return func(m model) (tea.Model, tea.Cmd) {
		return m.looksBack(t.id, hand), m.call.teaches(t.id, hand, shown.You(t.t))
	}
}

// looksBack says that a hand is being looked back at.
func (m model) looksBack(table string, hand int) model {
	m.popup = popup{kind: showText, about: table, hand: hand, title: say.Capital(say.Hand(hand)), lines: []string{m.p.plainly("looking back at the hand…")}}
	return m
}

// onTaught shows what a hand teaches, unless the player has gone on meanwhile.
func (m model) onTaught(msg taughtMsg) model {
	if m.popup.kind != showText || m.popup.about != msg.table || m.popup.hand != msg.hand {
		return m
	}
	m.popup.lines = nil
	if msg.err != nil {
		m.popup.lines = []string{m.p.plainly(msg.err.Error())}
	}
	w := min(m.w-6, 76)
	for _, part := range msg.lesson.Parts {
		m.popup.lines = append(m.popup.lines, m.p.strong.Render(m.p.plainly(part.Title)))
		for _, s := range part.Says {
			for _, l := range strings.Split(ansi.Wordwrap(m.p.plainly(m.p.says(s)), w-2, ""), "\n") {
				m.popup.lines = append(m.popup.lines, "  "+l)
			}
		}
		m.popup.lines = append(m.popup.lines, "")
	}
	m.popup.lines = append(m.popup.lines, styled(m.p.weak.Render, wrap(m.p.plainly(msg.lesson.By), w))...)
	return m
}
