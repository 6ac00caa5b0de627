package cli

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/flags"
)

func helpCommand(*console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "explain a command",
		ArgsUsage: "[COMMAND]",
		Category:  groupProgram,
		Action: func(c *cli.Context) error {
			name, err := flags.Operand(c, "command")
			if err != nil {
				return err
			}
			if name == "" {
				return cli.ShowAppHelp(c)
			}
			if c.App.Command(name) == nil {
				return flags.UnknownCommand(c.App, name)
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

// overview is the help without a command. It is drawn from the definitions, in
// the order of groups, which the library would sort by name.
func overview(app *cli.App) string {
	var b strings.Builder
	section := func(title, text string) {
		fmt.Fprintf(&b, "%s:\n   %s\n\n", title, strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n   "))
	}
	fmt.Fprintf(&b, "%s: %s\n\n", app.Name, app.Usage)
	section("START WITH", firstSteps)
	section("THE SAME BY COMMANDS", sameByCommands)
	section("USAGE", synopsis)
	b.WriteString("COMMANDS:\n")
	for _, group := range groups {
		fmt.Fprintf(&b, "   %s\n", group)
		for _, c := range groupOf(app, group) {
			fmt.Fprintf(&b, "     %-11s %s\n", c.Name, c.Usage)
		}
	}
	b.WriteByte('\n')
	section("EXIT STATUS", exitStatuses)
	b.WriteString("fives help COMMAND, or fives COMMAND --help, explains a command, with examples.\n")
	return b.String()
}

func groupOf(app *cli.App, group string) []*cli.Command {
	var list []*cli.Command
	for _, c := range app.Commands {
		if c.Category == group && !c.Hidden {
			list = append(list, c)
		}
	}
	return list
}

// commandHelp is the library's template of a command's help, with examples.
func commandHelp(c *cli.Command) string {
	if len(examples[c.Name]) == 0 {
		return cli.CommandHelpTemplate
	}
	return cli.CommandHelpTemplate + "\nEXAMPLES:\n   " + strings.Join(examples[c.Name], "\n   ") + "\n"
}
