package tui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

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

// askPreferences shows the preferences, read anew because the file may have been edited.
func (m model) askPreferences() (tea.Model, tea.Cmd) {
	m.form = form{kind: preferences}
	var err error
	if m.taste.file.Path != "" {
		var next prefs.Prefs
		if next, err = m.taste.file.Read(); err == nil {
			m = m.applyPrefs(next)
		}
	}
	return m.withPrefs(err), nil
}

// prefers changes the preference under the cursor, and keeps that.
func (m model) prefers(by int) model {
	x := m.form.fields[m.form.cursor]
	value := x.Turned(by).Value()
	if strings.HasPrefix(x.Name, prefs.MuteKey("")) {
		value = map[string]string{"yes": x.Typed}[value] // the name, or nothing
	}
	next, err := m.keep(x.Name, value)
	return next.withPrefs(err)
}

// withPrefs fills the form with the preferences as they are now, and says what was wrong with the last
// change.
func (m model) withPrefs(err error) model {
	m.form.fields, m.form.wrong, m.form.also = m.choices(), "", nil
	if err != nil {
		m.form.wrong = api.Plain(err.Error())
	}
	for _, x := range m.taste.Unknown {
		m.form.also = append(m.form.also, fmt.Sprintf("line %d: this fives has no %s", x.Line, x.Key))
	}
	m.form.cursor = min(m.form.cursor, len(m.form.fields)-1)
	return m
}
