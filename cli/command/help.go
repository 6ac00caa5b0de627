package command

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/layout"
)

// Help is the command help.
func Help(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "explain a command",
		ArgsUsage: "[COMMAND]",
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return cli.ShowAppHelp(c)
			}
			cmd, path, rest := console.Named(c.App, c.Args().Slice())
			if cmd == nil || len(rest) > 0 {
				return console.UnknownCommand(c.App, strings.Join(append(path, rest...), " "))
			}
			cli.HelpPrinter(s.Out, cmd.CustomHelpTemplate, cmd)
			return nil
		},
	}
}

const synopsis = `fives [--ascii] [--home FOLDER] [--name NAME]
fives COMMAND [arguments and flags in any order]`

const firstSteps = `fives                the full-screen table: who is here, what is open, play
fives rules          what can be played; fives rules GAME teaches a game
fives doctor         what is wrong, if others are not seen`

const sameByCommands = `fives up --detach            start the daemon, which finds the others
fives host GAME --seats 4    open a table
fives join                   sit down at somebody else's
fives show                   the table as you see it
fives moves; fives play 3    what you can do, and doing it`

const exitStatuses = `0   it is done, or the answer is yes
1   the answer is no: an illegal move, a log that is not good, a game that is over
2   wrong usage
3   no daemon answers`

// Overview is the help without a command. It is made from the definitions in their own order;
// the library would sort them by name.
func Overview(app *cli.App) string {
	var b strings.Builder
	section := func(title, text string) {
		fmt.Fprintf(&b, "%s:\n   %s\n\n", title, strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n   "))
	}
	fmt.Fprintf(&b, "%s: %s\n\n", app.Name, app.Usage)
	section("START WITH", firstSteps)
	section("THE SAME BY COMMANDS", sameByCommands)
	section("USAGE", synopsis)
	b.WriteString("COMMANDS:\n")
	for group, commands := range groups(app) {
		fmt.Fprintf(&b, "   %s\n", group)
		for _, c := range commands {
			fmt.Fprintf(&b, "     %-11s %s\n", c.Name, c.Usage)
		}
	}
	b.WriteByte('\n')
	section("FLAGS OF ALL COMMANDS", flagLines(append(console.Everywhere(), cli.HelpFlag)))
	section("FLAGS OF fives ALONE, BESIDE THOSE OF fives up", flagLines([]cli.Flag{PaceFlag()}))
	section("EXIT STATUS", exitStatuses)
	b.WriteString("fives help COMMAND, or fives COMMAND --help, explains a command, with examples.\n")
	return b.String()
}

// flagLines says what flags are for.
func flagLines(flags []cli.Flag) string {
	var b strings.Builder
	for _, f := range flags {
		names, use, _ := strings.Cut(f.String(), "\t") // the library's own text
		for i, line := range layout.Wrap(use, 60) {
			if i > 0 {
				names = ""
			}
			fmt.Fprintf(&b, "%-14s  %s\n", names, line)
		}
	}
	return b.String()
}

// groups yields the categories of commands, in the order of the commands.
func groups(app *cli.App) iter.Seq2[string, []*cli.Command] {
	shown := slices.DeleteFunc(slices.Clone(app.Commands), func(c *cli.Command) bool { return c.Hidden })
	return func(yield func(string, []*cli.Command) bool) {
		for len(shown) > 0 {
			n := slices.IndexFunc(shown, func(c *cli.Command) bool { return c.Category != shown[0].Category })
			if n < 0 {
				n = len(shown)
			}
			if !yield(shown[0].Category, shown[:n]) {
				return
			}
			shown = shown[n:]
		}
	}
}

// HelpTemplate is the library's template for the help of the command at a path, with examples added.
func HelpTemplate(c *cli.Command, path string) string {
	text := cli.CommandHelpTemplate
	if len(c.Subcommands) > 0 {
		text += "\nCOMMANDS:\n"
	}
	for _, below := range c.Subcommands {
		text += fmt.Sprintf("   %s  %s\n", strings.TrimSpace(below.Name+" "+below.ArgsUsage), below.Usage)
	}
	text += "\nfives --help explains --home and --ascii, which all commands have.\n"
	if len(Examples[path]) > 0 {
		text += "\nEXAMPLES:\n   " + strings.Join(Examples[path], "\n   ") + "\n"
	}
	return text
}
