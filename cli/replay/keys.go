package replay

import (
	"strings"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"

	"fives/engine/story"
)

// An action is what keys do; those with a sign are in the row at the bottom.
type action struct {
	key.Binding
	do func(m model, key string) model
}

func on(keys, sign, does string, do func(m model, key string) model) action {
	return action{key.NewBinding(key.WithKeys(strings.Fields(keys)...), key.WithHelp(sign, does)), do}
}

var actions = []action{
	on("left backspace right space l enter", "←→", "step", func(m model, k string) model { return m.sought(k, anything, "left", "backspace") }),
	on("n p", "n/p", "move", func(m model, k string) model { return m.sought(k, isMove, "p") }),
	on("h H", "h/H", "hand", func(m model, k string) model { return m.sought(k, isHand, "H") }),
	on("s", "s", "seat", func(m model, _ string) model { return m.looking(m.next()) }),
	on("a", "a", "all", func(m model, _ string) model { return m.looking(story.Everybody) }),
	on("home g", "home/end", "ends", func(m model, _ string) model { return m.moved(0) }),
	on("end G", "", "", func(m model, _ string) model { return m.moved(len(m.list) - 1) }),
}

var quit, suspend = key.NewBinding(key.WithKeys("q", "esc", "ctrl+c"), key.WithHelp("q", "quit")), key.NewBinding(key.WithKeys("ctrl+z"))

// scrolling are the keys for a page that is longer than the screen.
var scrolling = viewport.KeyMap{
	Up: key.NewBinding(key.WithKeys("up", "k")), PageUp: key.NewBinding(key.WithKeys("pgup")),
	Down: key.NewBinding(key.WithKeys("down", "j")), PageDown: key.NewBinding(key.WithKeys("pgdown")),
}

func (m model) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	switch {
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

// keys is the row at the bottom.
func (m model) keys() string {
	var list []key.Binding
	for _, a := range append(actions[:len(actions):len(actions)], action{Binding: quit}) {
		if sign := a.Help().Key; sign != "" {
			a.SetHelp(m.style.Pick(sign, strings.ReplaceAll(sign, "←→", "left/right")), a.Help().Desc)
			list = append(list, a.Binding)
		}
	}
	row := help.New()
	row.Styles, row.ShortSeparator, row.Ellipsis = help.Styles{}, m.style.Pick(" · ", " - "), ""
	row.SetWidth(m.style.Width)
	return m.style.Weak(row.ShortHelpView(list))
}
