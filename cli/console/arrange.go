package console

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/daemon"
)

// Arrange moves a command's flags, wherever they stand, to between its name and its arguments:
// the library silently ignores flags after arguments. "--" ends the flags.
func Arrange(app *cli.App, args []string) ([]string, error) {
	cmd, path, rest := Named(app, args[1:])
	if hasLink(args[1:]) && !slices.Contains(takeLinks, strings.Join(path, " ")) {
		return nil, IsLink()
	}
	if cmd == nil {
		if len(path) > 0 {
			return nil, UnknownCommand(app, path[0])
		}
		return args, nil
	}
	flags, operands, err := split(cmd, strings.Join(path, " "), rest)
	switch {
	case err != nil:
		return nil, err
	case slices.ContainsFunc(flags, asksHelp):
		return slices.Concat([]string{args[0], "help", "--"}, path), nil // the library would take an argument for a topic
	case len(cmd.Subcommands) > 0 && (len(operands) > 0 || cmd.Action == nil):
		return nil, wrongBelow(cmd, append(operands, "")[0])
	case slices.ContainsFunc(operands, blank) && cmd.Name != Completes:
		return nil, Usage(listsFlags(strings.Join(path, " ")), "an argument of %s is empty, as from a variable that is not set", strings.Join(path, " "))
	}
	return slices.Concat([]string{args[0]}, path, flags, []string{"--"}, operands), nil
}

// IsLink is the failure of who typed a friend's link where something else is wanted.
func IsLink() error {
	text, hint := say.Error(api.Fail(api.ReasonIsLink, api.Data{}))
	return Usage(hint, "%s", text)
}

// takeLinks are the commands that take a friend's link, or any text.
var takeLinks = []string{"connect", "peers add", "say", Completes}

// hasLink reports whether somebody has typed or pasted a friend's link. No other command would know what
// it is, and an error would show its secret.
func hasLink(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		if _, value, ok := strings.Cut(arg, "="); ok && IsFlag(arg) {
			arg = value
		}
		return daemon.IsLink(arg)
	})
}

// Completes is the command whose last argument is the word that is to be completed, which may be empty.
const Completes = "__complete"

// blank reports whether there is nothing in an argument, as in one from a variable that is not set: what
// holds without it is not what the user meant.
func blank(arg string) bool { return strings.TrimSpace(arg) == "" }

// Named finds the command that a command line means: its first word that is neither a flag nor the
// value of one, and the next such word if that is a command below it. It also returns the path to the
// command, which is the first such word if there is no command of that name, and the rest of the line.
func Named(app *cli.App, args []string) (cmd *cli.Command, path, rest []string) {
	known := AllFlags(app)
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--":
			return cmd, path, append(rest, args[i:]...)
		case IsFlag(a):
			rest = append(rest, a)
			if !strings.Contains(a, "=") && TakesValue(known, a) && i+1 < len(args) {
				i++
				rest = append(rest, args[i])
			}
		case cmd == nil:
			path = []string{a}
			if cmd = app.Command(a); cmd == nil {
				return nil, path, nil
			}
			known = withBelow(cmd)
		default:
			if below := cmd.Command(a); below != nil {
				return below, append(path, a), append(rest, args[i+1:]...)
			}
			return cmd, path, append(rest, args[i:]...)
		}
	}
	return cmd, path, rest
}

// AllFlags returns the flags of the program and of all commands.
func AllFlags(app *cli.App) []cli.Flag {
	all := slices.Clone(app.Flags)
	for _, c := range app.Commands {
		all = append(all, withBelow(c)...)
	}
	return all
}

// withBelow returns the flags of a command and of those below it.
func withBelow(c *cli.Command) []cli.Flag {
	all := slices.Clone(c.Flags)
	for _, below := range c.Subcommands {
		all = append(all, below.Flags...)
	}
	return all
}

func split(cmd *cli.Command, name string, args []string) (flags, operands []string, err error) {
	known := withBelow(cmd)
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--":
			return flags, append(operands, args[i+1:]...), nil
		case !IsFlag(a):
			operands = append(operands, a)
		case strings.Contains(a, "="):
			if flag, value, _ := strings.Cut(a, "="); blank(value) {
				return nil, nil, noValue(name, flag)
			}
			flags = append(flags, a)
		case !TakesValue(known, a):
			flags = append(flags, a)
		case i+1 == len(args) || blank(args[i+1]) || args[i+1] == "--":
			return nil, nil, noValue(name, a)
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
