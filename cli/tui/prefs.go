package tui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/prefs"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// A taste is what the player prefers, and where that is kept.
type taste struct {
	prefs.Prefs
	file prefs.File
}

// keep changes a preference and saves it before it returns, because the next key may quit. An
// empty value removes the preference.
func (m model) keep(key, value string) (model, error) {
	next, err := m.taste.with(key, value)
	if err != nil {
		return m, err
	}
	return m.applyPrefs(next), nil
}

func (t taste) with(key, value string) (prefs.Prefs, error) {
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

// applyPrefs makes the preferences take effect. What has not changed stays as a flag or a key
// has set it.
func (m model) applyPrefs(next prefs.Prefs) model {
	before := m.taste.Prefs
	m.taste.Prefs = next
	if next.Pace != before.Pace {
		m.pace.rest = next.Pace
	}
	if next.TwoColours != before.TwoColours || next.Notation != before.Notation {
		m.p = paletteFor(m.p.letters, m.p.ground, m.p.few, next)
	}
	game := m.table.t.Game
	if order := next.Sort[game]; order != before.Sort[game] && order != "" {
		m.table.hand = m.table.hand.by(order)
	}
	return m
}

// bell rings, if the player wants that.
func (m model) bell() tea.Cmd {
	if m.taste.Silent {
		return nil
	}
	return ring
}

// sorting sorts the hand in the next order, and keeps that order for the game.
func (m model) sorting() (tea.Model, tea.Cmd) {
	m.table.hand = m.table.hand.sorted()
	order := m.table.hand.sorting().Name
	if order == ownOrder || order == "" {
		return m, nil
	}
	next, err := m.keep(prefs.SortKey(m.table.t.Game), order)
	if err != nil {
		return m.withNote(api.Plain(err.Error()), true), nil
	}
	return next, nil
}

// choices returns the fields of the preferences; at a table, also those of its game and its people.
func (m model) choices() (list shown.Form) {
	for _, s := range m.taste.Settings() {
		if len(s.Values) == 0 {
			continue // the people have lines of their own, below
		}
		x := shown.Field{Name: s.Key, Label: s.Key, Meaning: s.Meaning, Choices: s.Values, At: slices.Index(s.Values, s.Value), Typed: s.Value}
		if game, is := strings.CutPrefix(s.Key, prefs.SortKey("")); is {
			x.Label = "sort"
			if m.screen != atTable {
				x.Label += " " + say.Title(game)
			} else if game != m.table.t.Game {
				continue
			}
		}
		list = append(list, x)
	}
	return append(list, m.mutes()...)
}

// heardOrMuted are the values of whether somebody is muted.
var heardOrMuted = []string{"no", "yes"}

// mutes returns fields for the people at the table, and for everybody who is muted. What is typed is
// the name.
func (m model) mutes() (list shown.Form) {
	names, order := maps.Clone(m.taste.Muted), slices.Sorted(maps.Keys(m.taste.Muted))
	if names == nil {
		names = map[string]string{}
	}
	if m.screen == atTable {
		for _, s := range slices.Backward(m.table.t.Seats) {
			if !s.You && s.BotOf == "" && s.Fingerprint != "" {
				names[s.Fingerprint] = s.Name
				order = slices.Insert(slices.DeleteFunc(order, func(f string) bool { return f == s.Fingerprint }), 0, s.Fingerprint)
			}
		}
	}
	for _, fingerprint := range order {
		x := shown.Field{Name: prefs.MuteKey(fingerprint), Label: "mute " + say.Name(names[fingerprint]), Choices: heardOrMuted, Typed: names[fingerprint], Meaning: "their chat is not shown, but stays in the log: " + fingerprint}
		if m.taste.Muted[fingerprint] != "" {
			x.At = 1
		}
		list = append(list, x)
	}
	return list
}

// preferences are the lines of the popup that shows them, a model of its own. Update returns a
// [change]; whoever calls it makes that take effect and saves it.
type preferences struct {
	fields  shown.Form
	cursor  int    // the index of the line under it
	wrong   string // what was wrong with the last change
	unknown []prefs.Unknown
}

// A change is the value that the player wants for a key of the preferences.
type change struct{ key, value string }

// closed is the answer of preferences that the player has left.
type closed struct{}

// Update handles a key, the wheel or a [spotMsg]. The message that it returns is a [change],
// closed or nil.
func (f preferences) Update(msg tea.Msg) (preferences, tea.Msg) {
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		by := 1
		if msg.Button == tea.MouseWheelUp {
			by = -1
		}
		f.cursor = max(0, min(f.cursor+by, len(f.fields)-1))
	case tea.KeyPressMsg:
		return f.pressed(prefsKeys().find(msg), msg.String())
	case spotMsg:
		switch {
		case msg.what == "key":
			return f.pressed(msg.i, prefsKeys()[msg.i].Keys()[0])
		case msg.what == "wish" && msg.i == f.cursor: // the second click on a line changes it
			return f.turned(1)
		case msg.what == "wish" && msg.i < len(f.fields):
			f.cursor = msg.i
		}
	}
	return f, nil
}

// prefsKeys returns the keys of the preferences.
func prefsKeys() keymap {
	return keymap{
		on("esc q P", "esc", "back", "", nil),
		on("up k shift+tab down j tab", "↑↓", "choose", "", nil),
		on("right left enter space l h", "←→", "change", "", nil),
	}
}

// pressed does what key k, number among of the [prefsKeys], does.
func (f preferences) pressed(among int, k string) (preferences, tea.Msg) {
	switch among {
	case 0:
		return f, closed{}
	case 1:
		f.cursor = (f.cursor + by(k) + len(f.fields)) % len(f.fields)
	case 2:
		if k == "h" {
			k = "left"
		}
		return f.turned(by(k))
	}
	return f, nil
}

// turned asks for the next value of the line under the cursor.
func (f preferences) turned(by int) (preferences, tea.Msg) {
	f.wrong = ""
	x := f.fields[f.cursor]
	value := x.Turned(by).Value()
	if strings.HasPrefix(x.Name, prefs.MuteKey("")) {
		value = map[string]string{"yes": x.Typed}[value] // the name, or nothing
	}
	return f, change{x.Name, value}
}

// lines draws the lines and, below them, what the one under the cursor means.
func (f preferences) lines(p palette, w int) []string {
	column := 0
	for _, x := range f.fields {
		column = max(column, min(ansi.StringWidth(x.Label), 20))
	}
	var lines []string
	for i, x := range f.fields {
		lines = append(lines, p.field(x, x.Label, i == f.cursor, column))
	}
	about := styled(p.weak.Render, wrap(f.fields[f.cursor].Meaning, min(w-8, 60)))
	if f.wrong != "" {
		about = styled(p.warn.Render, wrap(f.wrong, min(w-8, 60)))
	}
	lines = append(append(lines, ""), about...)
	for _, x := range f.unknown {
		lines = append(lines, p.weak.Render(fmt.Sprintf("line %d: this fives has no %s", x.Line, x.Key)))
	}
	return lines
}

// scroll returns how far to scroll so that the cursor is seen and, if there is room, what its
// line means. before is how far the lines are scrolled now.
func (f preferences) scroll(before, lines, room int) int {
	low := f.cursor + 1 // the last line that must be seen
	if f.cursor == len(f.fields)-1 || f.wrong != "" && lines > room {
		low = lines
	}
	return max(0, min(before, f.cursor), min(low, f.cursor+room)-room)
}

// askPreferences shows the preferences, read anew because the file may have been edited.
func (m model) askPreferences() (tea.Model, tea.Cmd) {
	m.popup = popup{kind: showPrefs, title: "Preferences"}
	var err error
	if m.taste.file.Path != "" {
		var next prefs.Prefs
		if next, err = m.taste.file.Read(); err == nil {
			m = m.applyPrefs(next)
		}
	}
	return m.redrawPrefs(err), nil
}

// onChange makes a change of the preferences.
func (m model) onChange(c change) model {
	next, err := m.keep(c.key, c.value)
	return next.redrawPrefs(err)
}

// redrawPrefs draws the preferences as they are now, and what was wrong with the last change.
func (m model) redrawPrefs(err error) model {
	f := m.popup.prefs
	if err != nil {
		f.wrong = api.Plain(err.Error())
	}
	f.fields, f.unknown = m.choices(), m.taste.Unknown
	m.popup = m.popup.withPrefs(f, m.p, m.w, m.h)
	return m
}

// withPrefs returns the popup with these preferences.
func (u popup) withPrefs(f preferences, p palette, w, h int) popup {
	f.cursor = max(0, min(f.cursor, len(f.fields)-1))
	u.prefs, u.lines, u.choice = f, f.lines(p, w), nil
	for i := range f.fields {
		u.choice = append(u.choice, i)
	}
	u.scroll = f.scroll(u.scroll, len(u.lines), max(1, h-6))
	return u
}
