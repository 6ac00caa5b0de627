package shown

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fives/cli/say"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/search"
	"fives/p2p/api"
)

// A Form has the terms of a new table as fields, in the order in which they are filled in. The
// fields are the list of games and the options of the chosen one.
type Form []Field

// A Field is a choice, or a text to type.
type Field struct {
	Name    string
	Label   string
	Short   string // the label for little room, "" if it is the same
	Meaning string
	Choices []string
	Values  []string // what the choices stand for, nil for themselves
	Ordered bool     // the choices ascend, from one end to the other
	At      int      // the chosen one, less than 0 for what is typed
	Typed   string
	Empty   bool          // it may be left empty
	Option  *rules.Option // nil for what every table has
}

// Names of the fields that every table has.
const (
	FieldGame       = "game"
	FieldSeats      = "seats"
	FieldBots       = "bots"
	FieldStrength   = "strength"
	FieldPrivate    = "private"
	FieldSpectators = "spectators"
	FieldLimit      = "turn-limit"
	FieldCover      = "cover"
)

// TableOptions are the options that every table has beside those of its game, in the form in
// which they are typed. More turn limits are allowed than the form proposes.
var TableOptions = rules.Schema{
	{Name: FieldLimit, Kind: rules.Enum, Values: []string{"15s", "30s", "60s", "2m", "5m"}, Meaning: "when it runs out, the easy computer player moves in one's place", Default: ""},
	{Name: FieldPrivate, Kind: rules.Bool, Meaning: "a table that is joined with a short spoken code", Default: false},
	{Name: FieldSpectators, Kind: rules.Bool, Meaning: "whether others may look on, at what everybody sees", Default: false},
	{Name: FieldCover, Kind: rules.Bool, Meaning: "whether the others go on if somebody's device is away: from four devices on", Default: false},
}

// SetTerm sets one of [TableOptions] of a new table, as it is typed or chosen.
func SetTerm(r *api.HostRequest, name, text string) (err error) {
	if name == FieldLimit {
		r.TurnLimit, err = seconds(text)
		return err
	}
	is, err := strconv.ParseBool(text)
	if err != nil {
		return fmt.Errorf("option %s: %q is not true or false", name, text)
	}
	switch name {
	case FieldPrivate:
		r.Private = is
	case FieldSpectators:
		r.Spectators = is
	case FieldCover:
		r.Cover = is
	}
	return nil
}

// seconds reads a time such as "90s", "2m" or "90", and "none".
func seconds(text string) (int, error) {
	if n, err := record.TypedNumber(text); err == nil && n >= 0 {
		return n, nil
	}
	d, err := time.ParseDuration(record.TypedASCII(text))
	switch {
	case text == "none":
		return 0, nil
	case err != nil || d < 0 || d%time.Second != 0:
		return 0, fmt.Errorf("%q is no turn limit", text)
	}
	return int(d / time.Second), nil
}

var noYes = []string{"no", "yes"}

// mostProposed is the largest number of seats that the form proposes, which fits an evening;
// more can be chosen.
const mostProposed = 4

// NewForm makes the fields for a game, given its index. It proposes a table for the player and
// the others who are here, with computer players in the remaining seats.
func NewForm(game, here int) Form {
	all := games.All()
	rs := all[game]
	titles := make([]string, len(all))
	for i, g := range all {
		titles[i] = g.Title
	}
	var strengths []string
	for _, b := range search.Levels(rs) {
		strengths = append(strengths, b.Name)
	}
	seats := max(rs.MinSeats, min(rs.MaxSeats, max(2, min(here+1, mostProposed))))
	f := Form{
		{Name: FieldGame, Label: "game", Choices: titles, At: game, Meaning: summary(rs)},
		{Name: FieldSeats, Label: "seats", Ordered: true, Choices: numbers(rs.MinSeats, rs.MaxSeats), At: seats - rs.MinSeats, Meaning: fmt.Sprintf("%d to %d", rs.MinSeats, rs.MaxSeats)},
		{Name: FieldBots, Label: "computer players", Ordered: true, Choices: numbers(0, rs.MaxSeats-1), At: max(0, seats-1-here), Meaning: "seats that the computer takes; the others are open to people"},
		{Name: FieldStrength, Label: "their strength", Choices: strengths, At: slices.Index(strengths, rs.Strongest().Name), Meaning: "how well the computer players play; " + search.Strong + " ones think for half a second"},
		{Name: FieldPrivate, Label: "private", Choices: noYes, Meaning: TableOptions[1].Meaning},
		{Name: FieldSpectators, Label: "spectators", Choices: noYes, Meaning: TableOptions[2].Meaning},
		{Name: FieldLimit, Label: "turn limit", Ordered: true, Choices: turnLimits(), Meaning: TableOptions[0].Meaning},
		{Name: FieldCover, Label: say.CoverAsked, Short: say.CoverShort, Choices: []string{say.CoverWaits, say.CoverGoesOn}, Meaning: "if the others go on, " + say.CoverPrice + "; " + say.CoverTakes},
	}
	for i := range rs.Schema {
		f = append(f, optionField(rs, &rs.Schema[i]))
	}
	return f
}

// turnLimits lists the proposed ones, in seconds, and "none".
func turnLimits() []string {
	list := []string{"none"}
	for _, text := range TableOptions[0].Values {
		if d, err := time.ParseDuration(text); err == nil {
			list = append(list, fmt.Sprintf("%d s", d/time.Second))
		}
	}
	return list
}

func numbers(from, to int) []string {
	var all []string
	for n := from; n <= to; n++ {
		all = append(all, strconv.Itoa(n))
	}
	return all
}

// summary says what a game is, and how long it takes.
func summary(rs *rules.RuleSet) string {
	if d := rs.Duration(); d != "" {
		return rs.Summary + " (" + d + ")"
	}
	return rs.Summary
}

func optionField(rs *rules.RuleSet, o *rules.Option) Field {
	f := Field{Name: o.Name, Label: cmp.Or(o.Label, strings.ReplaceAll(o.Name, "-", " ")), Meaning: rs.Explain(*o) + " (" + o.Domain() + ")", Option: o}
	switch o.Kind {
	case rules.Bool:
		f.Choices = noYes
		if o.Default.(bool) {
			f.At = 1
		}
	case rules.Enum:
		f.Choices = o.Values
		f.At = max(0, slices.Index(o.Values, o.Default.(string)))
	default:
		f.Typed = rules.Typed(o.Default)
	}
	return f
}

// Value returns what a field says now.
func (f Field) Value() string {
	if f.Choices == nil || f.At < 0 {
		return f.Typed
	}
	return f.Choices[f.At]
}

// Stands returns what the chosen value stands for.
func (f Field) Stands() string {
	if f.Values == nil {
		return f.Value()
	}
	return f.Values[f.At]
}

// setting returns the value of an option as the command line takes it.
func (f Field) setting() string {
	if f.Option.Kind == rules.Bool {
		return strconv.FormatBool(f.At == 1)
	}
	return f.Value()
}

// Field returns one of the fields that every table has.
func (f Form) Field(name string) *Field {
	return &f[slices.IndexFunc(f, func(x Field) bool { return x.Name == name && x.Option == nil })]
}

// Turned returns the field with the next choice, or a number counted up or down.
func (x Field) Turned(by int) Field {
	switch n, err := record.TypedNumber(x.Typed); {
	case x.Ordered:
		x.At = max(0, min(x.At+by, len(x.Choices)-1))
	case x.Choices != nil:
		x.At = (max(x.At, 0) + by + len(x.Choices)) % len(x.Choices)
	case x.Option != nil && x.Option.Kind == rules.Int && err == nil:
		x.Typed = strconv.Itoa(max(x.Option.Min, min(n+by, x.Option.Max)))
	}
	return x
}

// Covering sets what happens if somebody's device is away: whether the others go on.
func (f Form) Covering(on bool) {
	x := f.Field(FieldCover)
	if x.At = 0; on {
		x.At = 1
	}
}

// Screened asks whether the table is shown on a big screen that is here, and proposes that it is.
func (f Form) Screened() {
	x := f.Field(FieldSpectators)
	x.Label, x.At = "show this table on the big screen?", 1
	x.Meaning = "it shows what everybody at the table sees, and no hand; others may look on, too"
}

// Rules returns the rules of the chosen game.
func (f Form) Rules() *rules.RuleSet { return games.All()[f.Field(FieldGame).At] }

// Balance lowers the number of computer players until a seat is left for the player.
func (f Form) Balance() {
	if seats, err := strconv.Atoi(f.Field(FieldSeats).Value()); err == nil {
		b := f.Field(FieldBots)
		b.At = min(b.At, seats-1)
	}
}

// Request returns the table that the form describes, or what is wrong with it.
func (f Form) Request() (api.HostRequest, error) {
	rs := f.Rules()
	r := api.HostRequest{Game: rs.Name, Set: map[string]string{}}
	r.Seats, _ = strconv.Atoi(f.Field(FieldSeats).Value())
	for range f.Field(FieldBots).At {
		r.Bots = append(r.Bots, f.Field(FieldStrength).Value())
	}
	for _, o := range TableOptions {
		x := f.Field(o.Name)
		text := strings.ReplaceAll(x.Value(), " ", "")
		if o.Kind == rules.Bool {
			text = strconv.FormatBool(x.At == 1)
		}
		if err := SetTerm(&r, o.Name, text); err != nil {
			return r, err
		}
	}
	given := map[string]any{}
	for _, x := range f {
		if x.Option == nil {
			continue
		}
		v, err := rs.Schema.Parse(x.Name, x.setting())
		if err != nil {
			return r, err
		}
		given[x.Name] = v
		if x.setting() != rules.Typed(x.Option.Default) {
			r.Set[x.Name] = x.setting()
		}
	}
	_, err := rs.Validate(r.Seats, given)
	return r, err
}
