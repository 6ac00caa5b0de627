package command

import (
	"slices"
	"strings"

	"fives/cli/console"
	"fives/cli/shown"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/api"
)

// readOptions sorts NAME=VALUE pairs into options of the game and options of the table.
func readOptions(pairs []string, rs *rules.RuleSet, r *api.HostRequest) error {
	r.Set = map[string]string{}
	for _, pair := range pairs {
		name, text, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return console.Usage("as in --set limit=100", "--set takes NAME=VALUE, not %q", pair)
		}
		var err error
		switch {
		case slices.ContainsFunc(rs.Schema, func(o rules.Option) bool { return o.Name == name }):
			if _, twice := r.Set[name]; twice {
				return console.Usage("keep one of the two", "option %s is set twice", name)
			}
			r.Set[name] = text
		case slices.ContainsFunc(shown.TableOptions, func(o rules.Option) bool { return o.Name == name }):
			err = setTerm(r, name, text)
		default:
			err = unknownOption(rs, name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func unknownOption(rs *rules.RuleSet, name string) error {
	return console.Usage("fives rules "+rs.Name+" lists the options", "%s has no option %q", rs.Name, name)
}

// checkOptions checks what the daemon will check as well: here the answer can be more helpful,
// and nothing has been changed yet.
func checkOptions(rs *rules.RuleSet, seats int, set map[string]string) error {
	_, err := parseOptions(rs, seats, set)
	return err
}

// parseOptions checks options as [checkOptions] does, and returns their values.
func parseOptions(rs *rules.RuleSet, seats int, set map[string]string) (map[string]any, error) {
	hint := "fives rules " + rs.Name + " lists the options"
	given := map[string]any{}
	for name, text := range set {
		v, err := rs.Schema.Parse(name, record.TypedASCII(text))
		if err != nil {
			return nil, console.Usage(hint, "%v", err)
		}
		given[name] = v
	}
	if _, err := rs.Validate(seats, given); err != nil {
		return nil, console.Usage(hint, "%s", console.PlainError(err.Error()))
	}
	return given, nil
}

// setTerm is [shown.SetTerm] that says what could have been typed.
func setTerm(r *api.HostRequest, name, text string) error {
	err := shown.SetTerm(r, name, text)
	switch {
	case err == nil:
		return nil
	case name == shown.FieldLimit:
		return console.Usage("as in 60s or 2m; 0 is no limit", "%v", err)
	}
	return console.Usage("as in --set "+name+"=true", "%v", err)
}
