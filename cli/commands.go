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
			command.Tables(s), command.Host(s), command.Invite(s), command.Begin(s), command.Join(s), command.Leave(s), command.HandOver(s), command.Agree(s), command.Continue(s), command.Rematch(s), command.Forget(s),
		}},
		{"At a table", []*cli.Command{
			command.Show(s), command.Moves(s), command.Play(s), command.Hint(s), command.Say(s), command.Wait(s), command.Cover(s), command.Watch(s), command.Admit(s),
		}},
		{"Games", []*cli.Command{
			command.Games(s), command.Rules(s), command.Learn(s), command.Simulate(s), command.Demo(s), command.Stats(s),
		}},
		{"Your node", []*cli.Command{
			open.Command(s), open.Screen(s), daemon.Up(s, rand), daemon.Down(s), daemon.Status(s), daemon.Peers(s), daemon.Trust(s), daemon.Connect(s), daemon.Doctor(s),
		}},
		{"Logs and proofs", []*cli.Command{
			command.Log(s), command.Export(s), command.Verify(s), command.Replay(s), command.Evidence(s),
		}},
		{"This program", []*cli.Command{
			command.Prefs(s), command.Help(), command.Man(s), command.Completion(s), command.Candidates(s), versionCommand(s),
		}},
	}
}

// commands returns the commands of all groups.
func commands(s *console.Streams, rand io.Reader) []*cli.Command {
	var all []*cli.Command
	for _, g := range groups(s, rand) {
		for _, c := range g.commands {
			c.Category = g.name
			c.OnUsageError = console.OnUsageError
			c.HideHelpCommand = true
			c.CustomHelpTemplate = command.HelpTemplate(c)
			all = append(all, c)
		}
	}
	return all
}
