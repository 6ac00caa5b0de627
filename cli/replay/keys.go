package replay

import (
	"strings"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"

	"fives/cli/layout"
	"fives/cli/shown"
	"fives/engine/story"
)

// An action is what keys do; those with a sign are in the row at the bottom.
type action struct {
	key.Binding
	long string // what the page of all keys says of it
	do   func(m model, key string) model
}

func on(keys, sign, does, long string, do func(m model, key string) model) action {
	return action{key.NewBinding(key.WithKeys(strings.Fields(keys)...), key.WithHelp(sign, does)), long, do}
}

var actions = []action{
	on("left backspace right space l enter", "←→", "step", "a step forwards or back (also space, enter, l and backspace)", func(m model, k string) model { return m.sought(k, shown.Anything, "left", "backspace") }),
	on("n p", "n/p", "move", "the next move, or the one before", func(m model, k string) model { return m.sought(k, shown.IsMove, "p") }),
	on("h H", "h/H", "hand", "the next hand, or the one before", func(m model, k string) model { return m.sought(k, shown.IsHand, "H") }),
	on("s", "s", "seat", "see it as the next seat, then as an onlooker, then all cards", func(m model, _ string) model { return m.looking(m.next()) }),
	on("a", "a", "all", "see all cards that the log shows", func(m model, _ string) model { return m.looking(story.Everybody) }),
	on("home g", "home/end", "ends", "the beginning, or the end (also g and G)", func(m model, _ string) model { return m.moved(0) }),
	on("end G", "", "", "", func(m model, _ string) model { return m.moved(len(m.list) - 1) }),
	on("?", "?", "help", "this page, or the table again", func(m model, _ string) model { m.helping, m.top = !m.helping, 0; return m }),
}

var quit, suspend = key.NewBinding(key.WithKeys("q", "esc", "ctrl+c"), key.WithHelp("q", "quit")), key.NewBinding(key.WithKeys("ctrl+z"))

// scrolling are the keys for a page that is longer than the screen.
var scrolling = viewport.KeyMap{
	Up: key.NewBinding(key.WithKeys("up", "k")), PageUp: key.NewBinding(key.WithKeys("pgup")),
	Down: key.NewBinding(key.WithKeys("down", "j")), PageDown: key.NewBinding(key.WithKeys("pgdown")),
}

func (m model) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	switch {
	case m.helping && msg.String() == "esc":
		m.helping, m.top = false, 0
		return m, nil
	case key.Matches(msg, quit):
		return m, tea.Quit
	case key.Matches(msg, suspend):
		return m, tea.Suspend
	}
	for _, a := range actions {
		if key.Matches(msg, a.Binding) {
			return a.do(m, msg.String()), nil
		}
	}
	return m.scrolled(msg), nil
}

// manual says what every key does.
func (m model) manual() string {
	page := layout.Grid{}
	for _, a := range actions {
		if a.long != "" {
			page.Row("  "+m.sign(a.Binding), a.long)
		}
	}
	page.Row("  "+m.style.Pick("↑↓", "up/down"), "scroll (also j, k, page up and down, the wheel)")
	page.Row("  "+quit.Help().Key, "quit (also esc)")
	return m.style.Strong("Keys") + "\n\n" + page.Within(m.style.Width)
}

// sign is how a key is written.
func (m model) sign(b key.Binding) string {
	return m.style.Pick(b.Help().Key, strings.ReplaceAll(b.Help().Key, "←→", "left/right"))
}

// keys is the row at the bottom.
func (m model) keys() string {
	var list []key.Binding
	for _, a := range append(actions[:len(actions):len(actions)], action{Binding: quit}) {
		if sign := a.Help().Key; sign != "" {
			a.SetHelp(m.sign(a.Binding), a.Help().Desc)
			list = append(list, a.Binding)
		}
	}
	row := help.New()
	row.Styles, row.ShortSeparator, row.Ellipsis = help.Styles{}, m.style.Pick(" · ", " - "), ""
	row.SetWidth(m.style.Width)
	return m.style.Weak(row.ShortHelpView(list))
}
