package tui

import (
	"fmt"
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/layout"
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
func (m model) kept(key, value string) (model, error) {
	next, err := m.taste.changed(key, value)
	if err != nil {
		return m, err
	}
	return m.preferring(next), nil
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
func (m model) preferring(next prefs.Prefs) model {
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
func (m model) bell() tea.Cmd {
	if m.taste.Silent {
		return nil
	}
	return ring
}

// sorting sorts the hand another way, and keeps that for the game.
func (m model) sorting() (tea.Model, tea.Cmd) {
	m.table.hand = m.table.hand.sorted()
	order := m.table.hand.sorting().Name
	if order == ownOrder || order == "" {
		return m, nil
	}
	next, err := m.kept(prefs.SortKey(m.table.t.Game), order)
	if err != nil {
		return m.withNote(plain.Error(err.Error()), true), nil
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
func (m model) wishes() (list []wish) {
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
	return append(list, m.mutes()...)
}

// heardOrMuted are the answers to whether somebody is muted.
var heardOrMuted = []string{"no", "yes"}

// mutes are lines for those at the table whose chat can be muted, and for those who are.
func (m model) mutes() (list []wish) {
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

// preferences are the lines of the popup of that name, as a model of its own. It says what
// the player wishes; the model that shows it does that, and has it write down.
type preferences struct {
	wishes  []wish
	cursor  int    // among them
	wrong   string // what came of the last change
	unknown []prefs.Unknown
}

// A change is what the player wishes under a key of the preferences.
type change struct{ key, value string }

// stepped moves the cursor, past the end to the beginning.
func (f preferences) stepped(by int) preferences {
	f.cursor = (f.cursor + by + len(f.wishes)) % len(f.wishes)
	return f
}

// wheeled moves the cursor, and not past an end.
func (f preferences) wheeled(by int) preferences {
	f.cursor = max(0, min(f.cursor+by, len(f.wishes)-1))
	return f
}

// clicked takes up a click on a line: the second one on a line changes it.
func (f preferences) clicked(i int) (preferences, *change) {
	if i == f.cursor {
		return f.turned(1)
	}
	if i < len(f.wishes) {
		f.cursor = i
	}
	return f, nil
}

// turned wishes the next value of the line under the cursor.
func (f preferences) turned(by int) (preferences, *change) {
	f.wrong = ""
	c := f.wishes[f.cursor]
	return f, &change{c.key, c.turned(by)}
}

// lines draws what can be chosen, and below it what the chosen line means.
func (f preferences) lines(p palette, w int) []string {
	column := 0
	for _, c := range f.wishes {
		column = max(column, min(ansi.StringWidth(c.label), 20))
	}
	var lines []string
	for i, c := range f.wishes {
		style, value := p.plain, c.value
		if i == f.cursor {
			style = p.accent
			value = p.weak.Render(p.pick("◂ ", "< ")) + style.Render(value) + p.weak.Render(p.pick(" ▸", " >"))
		}
		lines = append(lines, p.pointer(i == f.cursor)+layout.Pad(style.Render(p.cut(c.label, column)), column)+"  "+value)
	}
	about := styled(p.weak.Render, wrap(f.wishes[f.cursor].meaning, min(w-8, 60)))
	if f.wrong != "" {
		about = styled(p.warn.Render, wrap(f.wrong, min(w-8, 60)))
	}
	lines = append(append(lines, ""), about...)
	for _, x := range f.unknown {
		lines = append(lines, p.weak.Render(fmt.Sprintf("line %d: this fives has no %s", x.Line, x.Key)))
	}
	return lines
}

// scroll is by how much so many lines are scrolled if they were by so much, so that the
// cursor is seen, and what it means if there is room.
func (f preferences) scroll(before, lines, room int) int {
	low := f.cursor + 1 // the last line that must be seen
	if f.cursor == len(f.wishes)-1 || f.wrong != "" && lines > room {
		low = lines
	}
	return max(0, min(before, f.cursor), min(low, f.cursor+room)-room)
}

// askPreferences shows what can be chosen. The file may have been edited since.
func (m model) askPreferences() (tea.Model, tea.Cmd) {
	m.popup, m.prefs = popup{kind: showPrefs, about: m.table.id, title: "Preferences"}, preferences{}
	if m.taste.file.Path != "" {
		next, err := m.taste.file.Read()
		if err != nil {
			m.prefs.wrong = plain.Error(err.Error())
		} else {
			m = m.preferring(next)
		}
	}
	return m.showPreferences(m.prefs, nil)
}

// showPreferences draws the preferences as they are now, after what the player wishes has
// been done.
func (m model) showPreferences(next preferences, wished *change) (tea.Model, tea.Cmd) {
	if wished != nil {
		changed, err := m.kept(wished.key, wished.value)
		if m = changed; err != nil {
			next.wrong = plain.Error(err.Error())
		}
	}
	next.wishes, next.unknown = m.wishes(), m.taste.Unknown
	next.cursor = max(0, min(next.cursor, len(next.wishes)-1))
	u := &m.popup
	u.lines, u.choices = next.lines(m.p, m.w), len(next.wishes)
	u.scroll = next.scroll(u.scroll, len(u.lines), max(1, m.h-6))
	m.prefs = next
	return m, nil
}

// ofPrefs are the keys of the preferences.
func ofPrefs() keymap {
	return keymap{
		on("esc q P", "esc", "back", "", sets(func(m *model, _ string) { m.popup = popup{} })),
		on("up k shift+tab down j tab", "↑↓", "choose", "", func(m model, k string) (tea.Model, tea.Cmd) {
			return m.showPreferences(m.prefs.stepped(by(k)), nil)
		}),
		on("right left enter space l h", "←→", "change", "", func(m model, k string) (tea.Model, tea.Cmd) {
			if k == "h" {
				k = "left"
			}
			return m.showPreferences(m.prefs.turned(by(k)))
		}),
	}
}

// clickPreferences takes up a click on a line, or on what is said below.
func (m model) clickPreferences(what string, i int) (tea.Model, tea.Cmd) {
	switch what {
	case "key":
		return ofPrefs().press(m, i)
	case "wish":
		return m.showPreferences(m.prefs.clicked(i))
	}
	return m, nil
}
