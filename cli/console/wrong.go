package console

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/engine/games"
)

// UnknownCommand refuses a command that does not exist. The name of a game is no command, but
// whoever types it wants that game.
func UnknownCommand(app *cli.App, name string) error {
	if rs, err := games.Typed(name); err == nil {
		return Usage(fmt.Sprintf("fives rules %s teaches the game, fives host %s opens a table", rs.Name, rs.Name), "%s is a game, not a command", name)
	}
	hint := "fives --help lists the commands"
	if guess := nearest(name, names(app.Commands)); guess != "" {
		hint = fmt.Sprintf("did you mean %q? %s", guess, hint)
	}
	return Usage(hint, "unknown command %q", name)
}

// wrongBelow refuses what follows a command and is none of those below it, or is not there.
func wrongBelow(c *cli.Command, name string) error {
	each := names(c.Subcommands)
	hint := fmt.Sprintf("fives %s --help explains them", c.Name)
	if name == "" {
		return Usage(hint, "%s needs one of: %s", c.Name, strings.Join(each, ", "))
	}
	return Usage(hint, "%s takes one of %s, not %q", c.Name, strings.Join(each, ", "), name)
}

// names returns what the commands that are shown are called.
func names(all []*cli.Command) (list []string) {
	for _, c := range all {
		if !c.Hidden {
			list = append(list, c.Name)
		}
	}
	return list
}

// noValue refuses a flag that lacks its value.
func noValue(command, flag string) error {
	return Usage(listsFlags(command), "%s needs a value", dashed(flag))
}

// dashed writes a flag as people type it: the library may name it with any number of dashes.
func dashed(flag string) string {
	if name := strings.TrimLeft(flag, "-"); len(name) > 1 {
		return "--" + name
	}
	return "-" + strings.TrimLeft(flag, "-")
}

func listsFlags(command string) string {
	return fmt.Sprintf("fives %s --help lists its flags", command)
}

// badValue is what the library says about a value that it cannot read.
var badValue = regexp.MustCompile(`^invalid (?:boolean )?value (".*") for (?:flag )?-([a-z-]+): `)

// OnUsageError explains flags that the library cannot read.
func OnUsageError(c *cli.Context, err error, _ bool) error {
	text := err.Error()
	if m := badValue.FindStringSubmatch(text); m != nil {
		text = fmt.Sprintf("%s is no value for --%s", m[1], m[2])
	} else if flag, ok := strings.CutPrefix(text, "flag needs an argument: "); ok {
		text = dashed(flag) + " needs a value"
	}
	if c.Command == nil || c.Command.Name == "" || c.Command.Name == c.App.Name {
		return Usage("fives --help lists the commands", "%s", text)
	}
	hint := listsFlags(called(c))
	if wrong, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		text = "unknown flag: " + dashed(wrong)
		if said, is := gone[strings.TrimLeft(wrong, "-")]; is {
			return Usage(said, "%s is gone", dashed(wrong))
		}
		if guess := nearest(strings.TrimLeft(wrong, "-"), long(c.Command.Flags)); guess != "" {
			hint = fmt.Sprintf("did you mean --%s? %s", guess, hint)
		}
	}
	return Usage(hint, "%s", text)
}

// gone says what is there in the place of flags that people may remember.
var gone = map[string]string{"any-address": "fives invite --far makes a link for a friend elsewhere, and fives connect takes it"}

// long returns the names of flags that are longer than one letter.
func long(all []cli.Flag) (names []string) {
	for _, f := range all {
		for _, n := range f.Names() {
			if len(n) > 1 {
				names = append(names, n)
			}
		}
	}
	return names
}
