package command

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
)

// Help is the command help.
func Help() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "explain a command",
		ArgsUsage: "[COMMAND]",
		Action: func(c *cli.Context) error {
			name, err := console.Operand(c, "command")
			if err != nil {
				return err
			}
			if name == "" {
				return cli.ShowAppHelp(c)
			}
			if c.App.Command(name) == nil {
				return console.UnknownCommand(c.App, name)
			}
			return cli.ShowCommandHelp(c.Lineage()[1], name)
		},
	}
}

const synopsis = `fives [--ascii] [--home FOLDER] [--name NAME]
fives COMMAND [arguments and flags in any order]`

const firstSteps = `fives                the full-screen table: who is here, what is open, play
fives rules GAME     the rules of a game; fives games lists them all
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
	section("EXIT STATUS", exitStatuses)
	b.WriteString("fives help COMMAND, or fives COMMAND --help, explains a command, with examples.\n")
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

// HelpTemplate is the library's template for the help of a command, with examples added.
func HelpTemplate(c *cli.Command) string {
	if len(Examples[c.Name]) == 0 {
		return cli.CommandHelpTemplate
	}
	return cli.CommandHelpTemplate + "\nEXAMPLES:\n   " + strings.Join(Examples[c.Name], "\n   ") + "\n"
}
