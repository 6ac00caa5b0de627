package cli

import (
	"io"

	"github.com/urfave/cli/v2"

	"fives/cli/command"
	"fives/cli/console"
	"fives/cli/daemon"
	"fives/cli/open"
)

// A group is a section of the help.
type group struct {
	name     string
	commands []*cli.Command
}

// groups returns the sections in the order in which a newcomer needs them.
func groups(s *console.Streams, rand io.Reader) []group {
	return []group{
		{"Finding a table", []*cli.Command{
			command.Tables(s), command.Host(s), command.Invite(s), command.Begin(s), command.Join(s), command.Leave(s), command.Seat(s), command.Continue(s), command.Rematch(s),
		}},
		{"At a table", []*cli.Command{
			command.Show(s), command.Moves(s), command.Play(s), command.Hint(s), command.Say(s), command.Wait(s), command.Watch(s),
		}},
		{"Games", []*cli.Command{
			command.Rules(s), command.Learn(s), command.Demo(s), command.Stats(s), command.Simulate(s),
		}},
		{"Your node", []*cli.Command{
			open.Command(s), daemon.Up(s, rand), daemon.Down(s), daemon.Status(s), daemon.Peers(s), daemon.Connect(s), daemon.Doctor(s),
		}},
		{"Logs and proofs", []*cli.Command{
			command.Log(s), command.Export(s), command.Verify(s), command.Replay(s),
		}},
		{"This program", []*cli.Command{
			command.Config(s), command.Help(s), command.Man(s), command.Completion(s), command.Candidates(s), versionCommand(s),
		}},
	}
}

// commands returns the commands of all groups.
func commands(s *console.Streams, rand io.Reader) []*cli.Command {
	var all []*cli.Command
	for _, g := range groups(s, rand) {
		for _, c := range g.commands {
			c.Category = g.name
			prepare(c, "")
			all = append(all, c)
		}
	}
	return all
}

// prepare gives a command and those below it what all have. Those below are called by the words of
// the path to them, as in "seat give".
func prepare(c *cli.Command, above string) {
	path := above + c.Name
	c.Flags = append(c.Flags, console.Hide(console.Everywhere())...)
	c.OnUsageError = console.OnUsageError
	c.HideHelpCommand = true
	c.CustomHelpTemplate = command.HelpTemplate(c, path)
	for _, below := range c.Subcommands {
		below.HelpName = "fives " + path + " " + below.Name
		prepare(below, path+" ")
	}
}
