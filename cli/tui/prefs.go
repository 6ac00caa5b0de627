package tui

import (
	"fmt"
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/prefs"
	"fives/cli/words"
	"fives/engine/games"
	"fives/p2p/control/plain"
)

// A taste is what the player prefers, and where that is kept.
type taste struct {
	prefs.Prefs
	file prefs.File
}

// kept takes up a change of the preferences, and writes it down, in the same turn: the
// next key may quit. An empty value takes the key out.
func kept(m model, key, value string) (model, error) {
	next, err := m.taste.changed(key, value)
	if err != nil {
		return m, err
	}
	return preferring(m, next), nil
}

func (t taste) changed(key, value string) (prefs.Prefs, error) {
	switch {
	case t.file.Path == "" && value == "":
		return t.Without(key)
	case t.file.Path == "":
		return t.With(key, value)
	case value == "":
		return t.file.Reset(key)
	}
	return t.file.Set(key, value)
}

// preferring has the preferences take effect. What has not changed stays as a flag or
// a key has it.
func preferring(m model, next prefs.Prefs) model {
	before := m.taste.Prefs
	m.taste.Prefs = next
	if next.Pace != before.Pace {
		m.pace.rest = next.Pace
	}
	if next.TwoColours != before.TwoColours {
		m.p = newPalette(m.p.ascii, m.p.dark, next.TwoColours)
	}
	game := m.table.t.Game
	if order := next.Sort[game]; order != before.Sort[game] && order != "" {
		m.table.hand = m.table.hand.by(order)
	}
	return m
}

// bell rings, if the player wants it.
func bell(m model) tea.Cmd {
	if m.taste.Silent {
		return nil
	}
	return ring
}

// sorting sorts the hand another way, and keeps that for the game.
func sorting(m model) (tea.Model, tea.Cmd) {
	m.table.hand = m.table.hand.sorted()
	order := m.table.hand.sorting().Name
	if order == ownOrder || order == "" {
		return m, nil
	}
	next, err := kept(m, prefs.SortKey(m.table.t.Game), order)
	if err != nil {
		return m.told(plain.Error(err.Error()), true), nil
	}
	return next, nil
}

// A wish is a line of the preferences: what may be chosen under a key.
type wish struct {
	key, label, meaning string
	values              []string
	at                  int    // of the values, -1 for another one
	value               string // as it is shown
	mutes               string // the name of whoever it is about
}

// turned is the value that comes next in a direction.
func (c wish) turned(by int) string {
	next := c.values[(max(c.at, 0)+by+len(c.values))%len(c.values)]
	switch {
	case c.mutes != "" && next == heardOrMuted[0]:
		return ""
	case c.mutes != "":
		return c.mutes
	}
	return next
}

// wishes are the lines of the preferences: at a table those of its game, and its people.
func wishes(m model) (list []wish) {
	for _, s := range m.taste.Settings() {
		if len(s.Values) == 0 {
			continue // of the people below
		}
		list = append(list, wish{key: s.Key, label: s.Key, meaning: s.Meaning, values: s.Values, at: slices.Index(s.Values, s.Value), value: s.Value})
	}
	for _, rs := range games.All() {
		i := slices.IndexFunc(list, func(c wish) bool { return c.key == prefs.SortKey(rs.Name) })
		switch {
		case i < 0:
		case m.screen != atTable:
			list[i].label = "sort " + rs.Title
		case rs.Name == m.table.t.Game:
			list[i].label = "sort"
		default:
			list = slices.Delete(list, i, i+1)
		}
	}
	return append(list, mutes(m)...)
}

// heardOrMuted are the answers to whether somebody is muted.
var heardOrMuted = []string{"no", "yes"}

// mutes are lines for those at the table whose chat can be muted, and for those who are.
func mutes(m model) (list []wish) {
	names, order := map[string]string{}, []string{}
	if m.screen == atTable {
		for _, s := range m.table.t.Seats {
			if !s.You && s.BotOf == "" && s.Fingerprint != "" {
				names[s.Fingerprint], order = s.Name, append(order, s.Fingerprint)
			}
		}
	}
	for _, fingerprint := range slices.Sorted(maps.Keys(m.taste.Muted)) {
		if names[fingerprint] == "" {
			names[fingerprint], order = m.taste.Muted[fingerprint], append(order, fingerprint)
		}
	}
	for _, fingerprint := range order {
		at := 0
		if m.taste.Muted[fingerprint] != "" {
			at = 1
		}
		list = append(list, wish{
			key: prefs.MuteKey(fingerprint), label: "mute " + words.Name(names[fingerprint]), mutes: names[fingerprint],
			values: heardOrMuted, at: at, value: heardOrMuted[at], meaning: "their chat is not shown, but stays in the log: " + fingerprint,
		})
	}
	return list
}

// preferences shows what can be chosen. The file may have been edited since.
func preferences(m model) (tea.Model, tea.Cmd) {
	m.popup = popup{kind: showPrefs, about: m.table.id, title: "Preferences"}
	if m.taste.file.Path != "" {
		next, err := m.taste.file.Read()
		if err != nil {
			m.popup.wrong = plain.Error(err.Error())
		} else {
			m = preferring(m, next)
		}
	}
	return wishing(m), nil
}

// wishing draws the lines of the preferences anew.
func wishing(m model) model {
	u, p := &m.popup, m.p
	u.wishes = wishes(m)
	u.cursor = max(0, min(u.cursor, len(u.wishes)-1))
	column := 0
	for _, c := range u.wishes {
		column = max(column, min(ansi.StringWidth(c.label), 20))
	}
	u.lines = nil
	for i, c := range u.wishes {
		style, value := p.plain, c.value
		if i == u.cursor {
			style = p.accent
			value = p.weak.Render(p.pick("◂ ", "< ")) + style.Render(value) + p.weak.Render(p.pick(" ▸", " >"))
		}
		u.lines = append(u.lines, p.pointer(i == u.cursor)+pad(style.Render(p.cut(c.label, column)), column)+"  "+value)
	}
	about := styled(p.weak.Render, wrap(u.wishes[u.cursor].meaning, min(m.w-8, 60)))
	if u.wrong != "" {
		about = styled(p.warn.Render, wrap(u.wrong, min(m.w-8, 60)))
	}
	u.lines = append(append(u.lines, ""), about...)
	for _, x := range m.taste.Unknown {
		u.lines = append(u.lines, p.weak.Render(fmt.Sprintf("line %d: this fives has no %s", x.Line, x.Key)))
	}
	room := max(1, m.h-6)
	low := u.cursor + 1 // the last line that must be seen
	if u.cursor == len(u.wishes)-1 || u.wrong != "" && len(u.lines) > room {
		low = len(u.lines)
	}
	u.scroll = max(0, min(u.scroll, u.cursor), min(low, u.cursor+room)-room)
	return m
}

// ofPrefs are the keys of the preferences.
func ofPrefs() keymap {
	return keymap{
		on("esc q P", "esc", "back", "", sets(func(m *model, _ string) { m.popup = popup{} })),
		on("up k shift+tab down j tab", "↑↓", "choose", "", sets(func(m *model, k string) {
			n := len(m.popup.wishes)
			m.popup.cursor = (m.popup.cursor + by(k) + n) % n
			*m = wishing(*m)
		})),
		on("right left enter space l h", "←→", "change", "", sets(func(m *model, k string) {
			if k == "h" {
				k = "left"
			}
			*m = wished(*m, by(k))
		})),
	}
}

// wished changes the line under the cursor.
func wished(m model, by int) model {
	c := m.popup.wishes[m.popup.cursor]
	m.popup.wrong = ""
	next, err := kept(m, c.key, c.turned(by))
	if err != nil {
		m.popup.wrong = plain.Error(err.Error())
		return wishing(m)
	}
	return wishing(next)
}

// clickWish takes up a click on the preferences: on a line, or on what is said below.
func clickWish(m model, what string, i int) (tea.Model, tea.Cmd) {
	switch {
	case what == "key":
		return ofPrefs().press(m, i)
	case what == "wish" && i == m.popup.cursor:
		return wished(m, 1), nil
	case what == "wish" && i < len(m.popup.wishes):
		m.popup.cursor = i
		return wishing(m), nil
	}
	return m, nil
}
