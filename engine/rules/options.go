package rules

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Options are a game's options by name, all of them, each of the type of its
// kind: int, bool, string or []int.
type Options map[string]any

// Int returns an option of kind [Int].
func (o Options) Int(name string) int { return o[name].(int) }

// Bool returns an option of kind [Bool].
func (o Options) Bool(name string) bool { return o[name].(bool) }

// Text returns an option of kind [Enum].
func (o Options) Text(name string) string { return o[name].(string) }

// Ints returns an option of kind [Ints].
func (o Options) Ints(name string) []int { return slices.Clone(o[name].([]int)) }

// Kind is the type of an option's value.
type Kind string

// The kinds of options.
const (
	Int  Kind = "int"  // a whole number from Min to Max
	Bool Kind = "bool" // false or true
	Enum Kind = "enum" // one of Values
	Ints Kind = "ints" // Len whole numbers from Min to Max
)

// An Option describes one option of a game.
type Option struct {
	Name    string   `json:"name"`
	Kind    Kind     `json:"kind"`
	Meaning string   `json:"meaning"`
	Min     int      `json:"min,omitempty"`
	Max     int      `json:"max,omitempty"`
	Len     int      `json:"len,omitempty"`
	Values  []string `json:"values,omitempty"`
	Default any      `json:"default"`
	// Says words the option as a term for people: "out at %s points". Not words a truth
	// value that is false. The default is said only of a Main option, and a number 0, which
	// stands for "none", never.
	Says string `json:"-"`
	Not  string `json:"-"`
	Main bool   `json:"-"`
	// Later marks an option that was added to a game later: a record names it only where it
	// has not its default (SPEC §5.1), so that logs from before are still complete, and
	// programs from before can play with the default.
	Later bool `json:"-"`
	// Label is what a form calls the option; "" if its name says that.
	Label string `json:"-"`
}

// Tell says what a value means, as [Typed] writes it; "" if there is nothing to say.
func (o Option) Tell(value string) string {
	if usual := value == Typed(o.Default); usual && !o.Main || o.Kind == Int && value == "0" {
		return ""
	}
	switch {
	case o.Kind != Bool:
		return strings.ReplaceAll(o.Says, "%s", value)
	case value == "true":
		return o.Says
	}
	return o.Not
}

// Typed writes the value of an option as people type it, whether it comes from a rule set
// or from JSON.
func Typed(v any) string {
	switch v := v.(type) {
	case []int:
		return joined(v)
	case []any:
		return joined(v)
	}
	return fmt.Sprint(v)
}

func joined[T any](list []T) string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = fmt.Sprint(v)
	}
	return strings.Join(texts, ",")
}

// A Schema is the list of a game's options, in the order of its rule page.
type Schema []Option

// Resolve checks given options and fills in the defaults. A value has the type
// of its kind exactly; any Go integer type will do for a number, []any for a
// list. It refuses unknown names.
func (s Schema) Resolve(given map[string]any) (Options, error) {
	out := Options{}
	for _, opt := range s {
		v, ok := given[opt.Name]
		if !ok {
			v = opt.Default
		}
		x, err := opt.value(v)
		if err != nil {
			return nil, fmt.Errorf("option %s: %w", opt.Name, err)
		}
		out[opt.Name] = x
	}
	if len(given) > len(s) || len(unknown(s, given)) > 0 {
		return nil, fmt.Errorf("unknown option %s", strings.Join(unknown(s, given), ", "))
	}
	return out, nil
}

func unknown(s Schema, given map[string]any) []string {
	var names []string
	for name := range given {
		if !slices.ContainsFunc(s, func(o Option) bool { return o.Name == name }) {
			names = append(names, strconv.Quote(name))
		}
	}
	slices.Sort(names)
	return names
}

// Parse reads an option as it is typed on a command line: "100", "true", "both", "1,1,2".
// Resolve still has to check its range.
func (s Schema) Parse(name, text string) (any, error) {
	i := slices.IndexFunc(s, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("unknown option %q", name)
	}
	var v any
	var err error
	switch s[i].Kind {
	case Int:
		v, err = strconv.Atoi(text)
	case Bool:
		v, err = strconv.ParseBool(text)
	case Enum:
		v = text
	case Ints:
		v, err = parseInts(text)
	}
	if err != nil {
		return nil, fmt.Errorf("option %s: %q is not %s", name, text, s[i].Domain())
	}
	return v, nil
}

func parseInts(text string) ([]int, error) {
	var list []int
	for w := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(w))
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

// Domain describes the values of the option in words.
func (o Option) Domain() string {
	switch o.Kind {
	case Int:
		return fmt.Sprintf("%d to %d", o.Min, o.Max)
	case Bool:
		return "false or true"
	case Enum:
		return strings.Join(o.Values, ", ")
	}
	return fmt.Sprintf("%d whole numbers from %d to %d", o.Len, o.Min, o.Max)
}

func (o Option) value(v any) (any, error) {
	switch o.Kind {
	case Int:
		return o.int(v)
	case Bool:
		if b, ok := v.(bool); ok {
			return b, nil
		}
	case Enum:
		if t, ok := v.(string); ok {
			return o.text(t)
		}
	case Ints:
		return o.ints(v)
	}
	return nil, notA(o.Domain(), v)
}

func (o Option) text(t string) (string, error) {
	if !slices.Contains(o.Values, t) {
		return "", fmt.Errorf("%q is not %s", t, o.Domain())
	}
	return t, nil
}

func (o Option) int(v any) (int, error) {
	n, ok := whole(v)
	switch {
	case !ok:
		return 0, notA("a whole number", v)
	case n < o.Min || n > o.Max:
		return 0, fmt.Errorf("%d is not %d to %d", n, o.Min, o.Max)
	}
	return n, nil
}

func (o Option) ints(v any) ([]int, error) {
	var given []any
	switch l := v.(type) {
	case []int:
		for _, n := range l {
			given = append(given, n)
		}
	case []any:
		given = l
	default:
		return nil, notA(o.Domain(), v)
	}
	if len(given) != o.Len {
		return nil, fmt.Errorf("a list of %d, not %s", len(given), o.Domain())
	}
	list := make([]int, o.Len)
	for i, g := range given {
		n, err := o.int(g)
		if err != nil {
			return nil, fmt.Errorf("number %d of the list: %w", i+1, err)
		}
		list[i] = n
	}
	return list, nil
}

// notA is the error for a value of another type than the option's.
func notA(domain string, v any) error {
	is := ""
	switch v := v.(type) {
	case nil:
		is = "null is no value"
	case string:
		is = fmt.Sprintf("%q is a text", v)
	case bool:
		is = fmt.Sprintf("%t is a truth value", v)
	case []any, []int:
		is = "it is a list"
	case map[string]any:
		is = "it is an object"
	default:
		if _, ok := whole(v); !ok {
			return fmt.Errorf("%v is not written as a whole number", v)
		}
		is = fmt.Sprintf("%v is a number", v)
	}
	return fmt.Errorf("%s, not %s", is, domain)
}

func whole(v any) (int, bool) {
	switch n := v.(type) {
	case int:
		return n, true
	case int64:
		return int(n), n == int64(int(n))
	case uint64:
		return int(n), n <= math.MaxInt
	}
	return 0, false
}
