package console

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Arrange moves a command's flags, wherever they stand, to between its name and its arguments:
// the library silently ignores flags after arguments. "--" ends the flags.
func Arrange(app *cli.App, args []string) ([]string, error) {
	at := commandAt(app, args)
	if at < 0 {
		return args, nil
	}
	name := args[at]
	cmd := app.Command(name)
	if cmd == nil {
		return nil, UnknownCommand(app, name)
	}
	rest := slices.Concat(args[1:at], args[at+1:])
	flags, operands, err := split(cmd, rest)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(flags, asksHelp) {
		return []string{args[0], name, "--help"}, nil // the library would take an argument for a topic
	}
	return slices.Concat([]string{args[0], name}, flags, []string{"--"}, operands), nil
}

// commandAt finds the first argument that is neither a flag nor the value of one.
func commandAt(app *cli.App, args []string) int {
	for i := 1; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--":
			return -1
		case !IsFlag(a):
			return i
		case !strings.Contains(a, "=") && TakesValue(AllFlags(app), a):
			i++
		}
	}
	return -1
}

// AllFlags returns the flags of all commands.
func AllFlags(app *cli.App) []cli.Flag {
	var all []cli.Flag
	for _, c := range app.Commands {
		all = append(all, c.Flags...)
	}
	return all
}

func split(cmd *cli.Command, args []string) (flags, operands []string, err error) {
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--":
			return flags, append(operands, args[i+1:]...), nil
		case !IsFlag(a):
			operands = append(operands, a)
		case strings.Contains(a, "=") || !TakesValue(cmd.Flags, a):
			flags = append(flags, a)
		case i+1 == len(args) || args[i+1] == "--":
			return nil, nil, noValue(cmd.Name, a)
		default:
			i++
			flags = append(flags, a, args[i])
		}
	}
	return flags, operands, nil
}

// AsksJSON reports whether a command line asks for JSON, even if it is wrong otherwise.
func AsksJSON(app *cli.App, args []string) bool {
	for i := 1; i < len(args) && args[i] != "--"; i++ {
		switch name, value, _ := strings.Cut(strings.TrimLeft(args[i], "-"), "="); {
		case !IsFlag(args[i]):
		case name == "json":
			return value != "false"
		case !strings.Contains(args[i], "=") && TakesValue(AllFlags(app), args[i]):
			i++
		}
	}
	return false
}

func asksHelp(flag string) bool { return slices.Contains([]string{"-h", "-help", "--help"}, flag) }

// IsFlag reports whether an argument is a flag. "-" is not: it means standard input or output.
func IsFlag(arg string) bool { return len(arg) > 1 && arg[0] == '-' }

// TakesValue reports whether a flag is one of those known that are followed by a value.
func TakesValue(known []cli.Flag, arg string) bool {
	name := strings.TrimLeft(arg, "-")
	for _, f := range known {
		if d, ok := f.(cli.DocGenerationFlag); ok && slices.Contains(f.Names(), name) {
			return d.TakesValue()
		}
	}
	return false
}
