package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/control"
)

// A form opens a table. Its fields come from the list of games and from the
// option schema of the one that is chosen.
type form struct {
	fields []field
	cursor int
	begun  bool   // the text under the cursor is being typed, not to be replaced
	wrong  string // what the last try got for an answer
}

// A field is one line of the form: a choice, or a text that is typed.
type field struct {
	name    string
	label   string
	meaning string
	choices []string
	ordered bool // the choices are an ascending list, with two ends
	at      int
	typed   string
	option  *rules.Option // nil for what every table has
}

// Names of the fields that every table has.
const (
	fieldGame       = "game"
	fieldSeats      = "seats"
	fieldBots       = "bots"
	fieldStrength   = "strength"
	fieldPrivate    = "private"
	fieldSpectators = "spectators"
	fieldLimit      = "limit"
)

var noYes = []string{"no", "yes"}

// newForm proposes a table for those who are here, with computer players in the
// seats that nobody can take.
func newForm(here int) form {
	f := form{}
	return f.forGame(0, here)
}

// mostProposed is the size of a table that fits an evening; more can be chosen.
const mostProposed = 4

// forGame makes the fields for the game of that number.
func (f form) forGame(game, here int) form {
	all := games.All()
	rs := all[game]
	titles, bots := make([]string, len(all)), make([]string, len(rs.Bots))
	for i, g := range all {
		titles[i] = g.Title
	}
	for i, b := range rs.Bots {
		bots[i] = b.Name
	}
	seats := max(rs.MinSeats, min(rs.MaxSeats, max(2, min(here+1, mostProposed))))
	f.fields = []field{
		{name: fieldGame, label: "game", choices: titles, at: game, meaning: rs.Summary},
		{name: fieldSeats, label: "seats", ordered: true, choices: numbers(rs.MinSeats, rs.MaxSeats), at: seats - rs.MinSeats, meaning: fmt.Sprintf("%d to %d", rs.MinSeats, rs.MaxSeats)},
		{name: fieldBots, label: "computer players", ordered: true, choices: numbers(0, rs.MaxSeats-1), at: max(0, seats-1-here), meaning: "seats that the computer takes; the others are open to people"},
		{name: fieldStrength, label: "their strength", choices: bots, at: len(bots) - 1, meaning: "how well the computer players play"},
		{name: fieldPrivate, label: "private", choices: noYes, meaning: "a table that is joined with a short spoken code"},
		{name: fieldSpectators, label: "spectators", choices: noYes, meaning: "whether others may look on, at what everybody sees"},
		{name: fieldLimit, label: "turn limit", ordered: true, choices: []string{"none", "15 s", "30 s", "60 s", "120 s", "300 s"}, meaning: "when it runs out, the easy computer player moves in one's place"},
	}
	for i := range rs.Schema {
		f.fields = append(f.fields, optionField(&rs.Schema[i]))
	}
	return f
}

func numbers(from, to int) []string {
	var all []string
	for n := from; n <= to; n++ {
		all = append(all, strconv.Itoa(n))
	}
	return all
}

func optionField(o *rules.Option) field {
	f := field{name: o.Name, label: o.Name, meaning: o.Meaning + " (" + o.Domain() + ")", option: o}
	switch o.Kind {
	case rules.Bool:
		f.choices = noYes
		if o.Default.(bool) {
			f.at = 1
		}
	case rules.Enum:
		f.choices = o.Values
		f.at = max(0, slices.Index(o.Values, o.Default.(string)))
	default:
		f.typed = standard(o)
	}
	return f
}

// standard is an option's default as one would type it.
func standard(o *rules.Option) string {
	if list, ok := o.Default.([]int); ok {
		words := make([]string, len(list))
		for i, n := range list {
			words[i] = strconv.Itoa(n)
		}
		return strings.Join(words, ",")
	}
	return fmt.Sprint(o.Default)
}

// value is what a field says now.
func (f field) value() string {
	if f.choices == nil {
		return f.typed
	}
	return f.choices[f.at]
}

func (f form) at(name string) int {
	return slices.IndexFunc(f.fields, func(x field) bool { return x.name == name && x.option == nil })
}

// chosen is the number of the choice of one of the fields of every table.
func (f form) chosen(name string) int { return f.fields[f.at(name)].at }

func (f form) rules() *rules.RuleSet { return games.All()[f.chosen(fieldGame)] }

// moved moves the cursor.
func (f form) moved(by int) form {
	f.cursor = (f.cursor + by + len(f.fields)) % len(f.fields)
	f.begun = false
	return f
}

// turned changes the choice under the cursor, or counts a number up and down.
func (f form) turned(by, here int) form {
	x := f.fields[f.cursor]
	f.fields = slices.Clone(f.fields)
	f.wrong = ""
	switch {
	case x.name == fieldGame && x.option == nil:
		return f.forGame((x.at+by+len(x.choices))%len(x.choices), here)
	case x.ordered:
		x.at = max(0, min(x.at+by, len(x.choices)-1))
	case x.choices != nil:
		x.at = (x.at + by + len(x.choices)) % len(x.choices)
	case x.option.Kind == rules.Int:
		if n, err := strconv.Atoi(x.typed); err == nil {
			x.typed = strconv.Itoa(max(x.option.Min, min(n+by, x.option.Max)))
		}
	}
	f.fields[f.cursor] = x
	return f.balanced()
}

// balanced keeps a seat for the player.
func (f form) balanced() form {
	seats, err := strconv.Atoi(f.fields[f.at(fieldSeats)].value())
	if err != nil {
		return f
	}
	b := &f.fields[f.at(fieldBots)]
	b.at = min(b.at, seats-1)
	return f
}

// typed adds to the text under the cursor, or takes its last character away. The
// first character replaces what was there.
func (f form) typed(s string, back bool) form {
	x := f.fields[f.cursor]
	if x.choices != nil {
		return f
	}
	f.fields = slices.Clone(f.fields)
	f.wrong = ""
	if !back && !f.begun && s != "," {
		x.typed = ""
	}
	f.begun = true
	switch {
	case back && x.typed == "":
	case back:
		x.typed = x.typed[:len(x.typed)-1]
	case len(x.typed) < 60:
		x.typed += strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' || r == ',' || r == '-' {
				return r
			}
			return -1
		}, s)
	}
	f.fields[f.cursor] = x
	return f
}

// request is the table that the form describes, or what is wrong with it.
func (f form) request() (control.HostRequest, error) {
	rs := f.rules()
	r := control.HostRequest{Game: rs.Name, Set: map[string]string{}}
	r.Seats, _ = strconv.Atoi(f.fields[f.at(fieldSeats)].value())
	for range f.chosen(fieldBots) {
		r.Bots = append(r.Bots, f.fields[f.at(fieldStrength)].value())
	}
	r.Private = f.chosen(fieldPrivate) == 1
	r.Spectators = f.chosen(fieldSpectators) == 1
	limit, _, _ := strings.Cut(f.fields[f.at(fieldLimit)].value(), " ")
	r.TurnLimit, _ = strconv.Atoi(limit) // "none" is 0
	given := map[string]any{}
	for _, x := range f.fields {
		if x.option == nil {
			continue
		}
		v, err := rs.Schema.Parse(x.name, x.setting())
		if err != nil {
			return r, err
		}
		given[x.name] = v
		if x.setting() != standard(x.option) {
			r.Set[x.name] = x.setting()
		}
	}
	_, err := rs.Validate(r.Seats, given)
	return r, err
}

// setting is the value of an option as the command line would have it.
func (f field) setting() string {
	if f.option.Kind == rules.Bool {
		return strconv.FormatBool(f.at == 1)
	}
	return f.value()
}

// draw lays out the screen.
func (f form) draw(s scene) block {
	p := s.p
	title := p.bar.Render(p.ends(" fives"+p.plainly(" · ")+"open a table", "", s.w))
	h := s.h - 2 - 6
	var b block
	for i := range f.fields {
		b = above(b, text(f.line(p, i, s.w)).fit(s.w, 0).as("field", i))
	}
	b = b.around(f.cursor, h)
	help := []string{p.rule(s.w)}
	for _, l := range wrap(f.fields[f.cursor].meaning, s.w-2) {
		help = append(help, " "+p.weak.Render(l))
	}
	said := p.cut(s.noteLine(), s.w)
	if f.wrong != "" {
		said = p.warn.Render(p.cut(" "+f.wrong, s.w))
	}
	foot := above(text(help...).fit(s.w, 4), text(said), s.keysLine)
	return above(text(title, p.rule(s.w)), b.fit(s.w, h), foot).fit(s.w, s.h)
}

func (f form) line(p palette, i, w int) string {
	x := f.fields[i]
	on := i == f.cursor
	style := p.plain
	if on {
		style = p.accent
	}
	value := style.Render(x.value())
	switch {
	case on && x.choices != nil:
		value = p.weak.Render(p.pick("◂ ", "< ")) + value + p.weak.Render(p.pick(" ▸", " >"))
	case on:
		value += p.accent.Render("_")
	}
	label := x.label
	if x.option != nil {
		label = strings.ReplaceAll(label, "-", " ")
	}
	return p.cut(p.pointer(on)+pad(style.Render(label), 20)+"  "+value, w)
}
