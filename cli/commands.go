package cli

import (
	"io"

	"github.com/urfave/cli/v2"

	"fives/cli/completion"
	"fives/cli/console"
	"fives/cli/daemon"
	"fives/cli/flags"
	"fives/cli/games"
	"fives/cli/help"
	"fives/cli/invite"
	"fives/cli/lobby"
	"fives/cli/logs"
	"fives/cli/open"
	"fives/cli/prefs"
	"fives/cli/stats"
	"fives/cli/table"
	"fives/cli/verify"
)

// A group is a section of the help.
type group struct {
	name     string
	commands []*cli.Command
}

// groups are in the order in which a newcomer needs them.
func groups(s *console.Streams, rand io.Reader) []group {
	return []group{
		{"Finding a table", []*cli.Command{
			lobby.Tables(s), lobby.Host(s), invite.Command(s), lobby.Begin(s), lobby.Join(s), lobby.Leave(s), lobby.HandOver(s), lobby.Agree(s), lobby.Continue(s), lobby.Rematch(s), lobby.Forget(s),
		}},
		{"At a table", []*cli.Command{
			table.Show(s), table.Moves(s), table.Play(s), table.Hint(s), table.Say(s), table.Wait(s), table.Cover(s), table.Watch(s), table.Admit(s),
		}},
		{"Games", []*cli.Command{
			games.List(s), games.Rules(s), games.Learn(s), games.Simulate(s), games.Demo(s), stats.Command(s),
		}},
		{"Your node", []*cli.Command{
			open.Command(s), open.Screen(s), daemon.Up(s, rand), daemon.Down(s), daemon.Status(s), daemon.Peers(s), daemon.Trust(s), daemon.Connect(s), daemon.Doctor(s),
		}},
		{"Logs and proofs", []*cli.Command{
			logs.Log(s), logs.Export(s), verify.Command(s), logs.Replay(s), logs.Evidence(s),
		}},
		{"This program", []*cli.Command{
			prefs.Command(s), help.Command(), help.Manual(s), completion.Script(s), completion.Candidates(s), versionCommand(s),
		}},
	}
}

// commands are those of all groups.
func commands(s *console.Streams, rand io.Reader) []*cli.Command {
	var all []*cli.Command
	for _, g := range groups(s, rand) {
		for _, c := range g.commands {
			c.Category = g.name
			c.OnUsageError = flags.OnUsageError
			c.HideHelpCommand = true
			c.CustomHelpTemplate = help.Template(c)
			all = append(all, c)
		}
	}
	return all
}
