package flags

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/failure"
)

// UnknownCommand refuses a command that there is not.
func UnknownCommand(app *cli.App, name string) error {
	hint := "fives --help lists the commands"
	if guess := suggest(app, name); guess != "" {
		hint = fmt.Sprintf("did you mean %q? %s", guess, hint)
	}
	return failure.Usage(hint, "unknown command %q", name)
}

func suggest(app *cli.App, name string) string {
	text := cli.SuggestCommand(app.Commands, name)
	if _, guess, ok := strings.Cut(text, `"`); ok {
		return strings.TrimRight(guess, `"?`)
	}
	return ""
}

// badValue is what the library says of a value that it cannot read.
var badValue = regexp.MustCompile(`^invalid (?:boolean )?value (".*") for (?:flag )?-([a-z-]+): `)

// OnUsageError explains flags that the library cannot read.
func OnUsageError(c *cli.Context, err error, _ bool) error {
	text := strings.Replace(err.Error(), "flag provided but not defined: -", "unknown flag: -", 1)
	if m := badValue.FindStringSubmatch(text); m != nil {
		text = fmt.Sprintf("%s is no value for --%s", m[1], m[2])
		if m[1] == `"--"` { // put there by Arrange, behind the last flag
			text = fmt.Sprintf("--%s needs a value", m[2])
		}
	}
	hint := "fives --help lists the commands"
	if c.Command != nil && c.Command.Name != "" && c.Command.Name != c.App.Name {
		hint = fmt.Sprintf("fives %s --help lists its flags", c.Command.Name)
		if wrong, ok := strings.CutPrefix(text, "unknown flag: -"); ok {
			if guess := cli.SuggestFlag(c.Command.Flags, wrong, false); guess != "" {
				hint = fmt.Sprintf("did you mean %s? %s", guess, hint)
			}
		}
	}
	return failure.Usage(hint, "%s", text)
}
