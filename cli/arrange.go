package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/failure"
)

// arrange puts a command's flags, wherever they stand, behind its name and in
// front of its arguments: the library ignores flags behind arguments in
// silence. "--" ends the flags.
func arrange(app *cli.App, args []string) ([]string, error) {
	at := commandAt(app, args)
	if at < 0 {
		return args, nil
	}
	name := args[at]
	cmd := app.Command(name)
	if cmd == nil {
		return nil, unknownCommand(app, name)
	}
	rest := slices.Concat(args[1:at], args[at+1:])
	flags, operands := split(cmd.Flags, rest)
	if slices.ContainsFunc(flags, asksHelp) {
		return []string{args[0], name, "--help"}, nil // the library takes an argument for a topic
	}
	return slices.Concat([]string{args[0], name}, flags, []string{"--"}, operands), nil
}

// commandAt finds the first argument that is no flag, nor the value of one.
func commandAt(app *cli.App, args []string) int {
	for i := 1; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--":
			return -1
		case !isFlag(a):
			return i
		case !strings.Contains(a, "=") && takesValue(anyFlags(app), a):
			i++
		}
	}
	return -1
}

func anyFlags(app *cli.App) []cli.Flag {
	var all []cli.Flag
	for _, c := range app.Commands {
		all = append(all, c.Flags...)
	}
	return all
}

func split(known []cli.Flag, args []string) (flags, operands []string) {
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--":
			return flags, append(operands, args[i+1:]...)
		case !isFlag(a):
			operands = append(operands, a)
		default:
			flags = append(flags, a)
			if !strings.Contains(a, "=") && takesValue(known, a) && i+1 < len(args) {
				i++
				flags = append(flags, args[i])
			}
		}
	}
	return flags, operands
}

func asksHelp(flag string) bool { return slices.Contains([]string{"-h", "-help", "--help"}, flag) }

// isFlag takes "-" for an argument: standard input or output.
func isFlag(arg string) bool { return len(arg) > 1 && arg[0] == '-' }

func takesValue(known []cli.Flag, arg string) bool {
	name := strings.TrimLeft(arg, "-")
	for _, f := range known {
		if d, ok := f.(cli.DocGenerationFlag); ok && slices.Contains(f.Names(), name) {
			return d.TakesValue()
		}
	}
	return false
}

func unknownCommand(app *cli.App, name string) error {
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

// badFlag explains flags that the library cannot read.
func badFlag(c *cli.Context, err error, _ bool) error {
	text := strings.Replace(err.Error(), "flag provided but not defined: -", "unknown flag: -", 1)
	if m := badValue.FindStringSubmatch(text); m != nil {
		text = fmt.Sprintf("%s is no value for --%s", m[1], m[2])
		if m[1] == `"--"` { // put there by arrange, behind the last flag
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
