package prefs

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/bare"
	"fives/engine/games"
	"fives/engine/rules"
)

// A Setting says what can be chosen under a key, and what is.
type Setting struct {
	Key     string   `json:"key"`
	Value   string   `json:"value"`
	Default string   `json:"default"`
	Given   bool     `json:"given"`            // the file has it
	Values  []string `json:"values,omitempty"` // those that it may have, or some of them
	Meaning string   `json:"meaning"`
}

// A setting is a [Setting] for any preferences.
type setting struct {
	key, meaning string
	values       []string
	read         func(p *Prefs, text string) error
	drop         func(p *Prefs)
	text         func(p Prefs) string
}

// A ValueError says that a key cannot have a value, or that the key is unknown.
type ValueError struct {
	Text, Hint string
	Unknown    bool
}

func (e *ValueError) Error() string { return e.Text }

func wrongf(hint, format string, args ...any) error {
	return &ValueError{Text: fmt.Sprintf(format, args...), Hint: hint}
}

// Beginnings of the keys for single games and people.
const (
	sortKey = "sort."
	muteKey = "mute."
)

// CoverKey is the key of the last answer to what happens if somebody's device is away.
const CoverKey = shown.SetCover

// MuteKey is the key that mutes the node with this fingerprint.
func MuteKey(fingerprint string) string { return muteKey + fingerprint }

// SortKey is the key of the order in which the hand is sorted in a game.
func SortKey(game string) string { return sortKey + game }

// Settings returns all settings, those of muted people last.
func (p Prefs) Settings() []Setting {
	all := plainSettings()
	for _, rs := range games.All() {
		if s := sorting(rs); len(s.values) > 1 {
			all = append(all, s)
		}
	}
	for _, fingerprint := range slices.Sorted(maps.Keys(p.Muted)) {
		all = append(all, muting(fingerprint))
	}
	list := make([]Setting, len(all))
	for i, s := range all {
		list[i] = s.of(p)
	}
	return list
}

// Setting returns the setting of a key.
func (p Prefs) Setting(key string) (Setting, error) {
	s, err := find(key)
	if err != nil {
		return Setting{}, err
	}
	return s.of(p), nil
}

func (s setting) of(p Prefs) Setting {
	return Setting{Key: s.key, Value: s.text(p), Default: s.text(Default()), Given: p.given[s.key], Values: s.values, Meaning: s.meaning}
}

// longestPace is the longest time that a move can be shown.
const longestPace = time.Minute

// plainSettings returns the settings that are not about a single game or person.
func plainSettings() []setting {
	return []setting{
		choice(shown.SetColours,
			func(p Prefs) string { return pick(p.TwoColours, "two", "four") },
			func(p *Prefs, text string) { p.TwoColours = text == "two" }),
		pace(shown.SettingOf(shown.SetPace)),
		choice(shown.SetBell,
			func(p Prefs) string { return pick(p.Silent, "off", "on") },
			func(p *Prefs, text string) { p.Silent = text == "off" }),
		choice(shown.SetNotation,
			func(p Prefs) string { return pick(p.Notation == "", string(Suits), string(p.Notation)) },
			func(p *Prefs, text string) { p.Notation = Notation(text) }),
		choice(shown.SetCards,
			func(p Prefs) string { return pick(p.Cards == "", string(Auto), string(p.Cards)) },
			func(p *Prefs, text string) { p.Cards = Size(text) }),
		choice(CoverKey,
			func(p Prefs) string { return pick(p.Cover, say.CoverGoesOn, say.CoverWaits) },
			func(p *Prefs, text string) { p.Cover = text == say.CoverGoesOn }),
		choice(shown.SetEvening,
			func(p Prefs) string { return pick(p.Evening == "", shown.OpenEnd, string(p.Evening)) },
			func(p *Prefs, text string) { p.Evening = shown.MatchOf(text) }),
	}
}

// pace makes the setting for how long a move is shown, for which every time will do.
func pace(s shown.Setting) setting {
	return setting{
		key: s.Key, meaning: s.Meaning, values: s.Values,
		text: func(p Prefs) string { return p.Pace.String() },
		drop: func(p *Prefs) { p.Pace = Default().Pace },
		read: func(p *Prefs, text string) error {
			d, err := time.ParseDuration(text)
			if err != nil || d < 0 || d > longestPace {
				return wrongf("as in 600ms or 1.5s; 0s is none", "pace is a time up to %v, not %q", longestPace, text)
			}
			p.Pace = d
			return nil
		},
	}
}

func pick(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

// choice makes a setting with a few values.
func choice(key string, text func(Prefs) string, set func(*Prefs, string)) setting {
	s := shown.SettingOf(key)
	return setting{key: key, meaning: s.Meaning, values: s.Values, text: text, drop: func(p *Prefs) { set(p, s.Values[0]) }, read: func(p *Prefs, value string) error {
		if !slices.Contains(s.Values, value) {
			return wrongf("there are: "+strings.Join(s.Values, ", "), "%s is %s, not %q", key, orList(s.Values), value)
		}
		set(p, value)
		return nil
	}}
}

func orList(values []string) string {
	last := len(values) - 1
	return strings.Join(values[:last], ", ") + " or " + values[last]
}

// sorting makes the setting for the order of the hand in a game. Part of an order's name is
// enough.
func sorting(rs *rules.RuleSet) setting {
	orders := Orders(rs)
	key := SortKey(rs.Name)
	s := setting{key: key, meaning: "the order of your hand at " + rs.Title, values: orders, drop: func(p *Prefs) { delete(p.Sort, rs.Name) }}
	s.text = func(p Prefs) string {
		if name := p.Sort[rs.Name]; name != "" || len(orders) == 0 {
			return name
		}
		return orders[min(1, len(orders)-1)] // the same as without a preference
	}
	s.read = func(p *Prefs, text string) error {
		i := slices.IndexFunc(orders, func(name string) bool { return strings.Contains(name, text) })
		if i < 0 || text == "" {
			return wrongf("there are: "+strings.Join(orders, ", "), "%s: a hand cannot be sorted by %q", key, text)
		}
		p.Sort[rs.Name] = orders[i]
		return nil
	}
	return s
}

// Orders returns the names of the orders that a game offers once cards are dealt; none if it
// has no hands.
func Orders(rs *rules.RuleSet) (names []string) {
	seats := min(max(2, rs.MinSeats), rs.MaxSeats)
	g, err := bare.New(rs, seats, nil, bare.Canonical)
	if err != nil {
		return nil
	}
	for _, z := range g.Position().View(0, g.Observation(0)).Zones {
		for _, o := range z.Orders {
			if !slices.Contains(names, o.Name) {
				names = append(names, o.Name)
			}
		}
	}
	return names
}

var fingerprints = regexp.MustCompile(`^[0-9a-f]{4}(-[0-9a-f]{4}){4}$`)

// muting makes the setting for whether a node's chat is hidden. Its value is a name, for people
// to read.
func muting(fingerprint string) setting {
	return setting{
		key: MuteKey(fingerprint), meaning: "their chat is not shown",
		text: func(p Prefs) string { return p.Muted[fingerprint] },
		drop: func(p *Prefs) { delete(p.Muted, fingerprint) },
		read: func(p *Prefs, text string) error {
			if text == "" {
				return wrongf("", "%s needs a name", MuteKey(fingerprint))
			}
			p.Muted[fingerprint] = text
			return nil
		},
	}
}

// find returns the setting of a key.
func find(key string) (setting, error) {
	if name, is := strings.CutPrefix(key, sortKey); is {
		rs, err := games.Find(name)
		if err != nil {
			return setting{}, &ValueError{Text: fmt.Sprintf("there is no game %q", name), Hint: "fives rules lists them", Unknown: true}
		}
		return sorting(rs), nil
	}
	if name, is := strings.CutPrefix(key, muteKey); is {
		if !fingerprints.MatchString(name) {
			return setting{}, wrongf("fives peers lists them", "%q is no fingerprint", name)
		}
		return muting(name), nil
	}
	all := plainSettings()
	i := slices.IndexFunc(all, func(s setting) bool { return s.key == key })
	if i < 0 {
		return setting{}, &ValueError{Text: fmt.Sprintf("there is no preference %q", key), Hint: "fives config lists them", Unknown: true}
	}
	return all[i], nil
}
