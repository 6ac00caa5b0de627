package cli

import (
	"io"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
)

// Groups of commands in the help text.
const (
	groupSeats   = "Finding a table"
	groupTable   = "At a table"
	groupGames   = "Games"
	groupNode    = "Your node"
	groupProof   = "Logs and proofs"
	groupProgram = "This program"
)

// groups are in the order in which a newcomer needs them.
var groups = []string{groupSeats, groupTable, groupGames, groupNode, groupProof, groupProgram}

func commands(s *console.Streams, rand io.Reader) []*cli.Command {
	return []*cli.Command{
		upCommand(s, rand), downCommand(s), statusCommand(s), peersCommand(s), trustCommand(s), connectCommand(s), doctorCommand(s),
		gamesCommand(s), rulesCommand(s), simulateCommand(s), demoCommand(s), statsCommand(s),
		tablesCommand(s), hostCommand(s), joinCommand(s), leaveCommand(s),
		showCommand(s), movesCommand(s), playCommand(s), hintCommand(s), sayCommand(s), waitCommand(s), watchCommand(s), admitCommand(s),
		continueCommand(s), rematchCommand(s),
		logCommand(s), exportCommand(s), verifyCommand(s), replayCommand(s), evidenceCommand(s),
		helpCommand(s), manCommand(s), completionCommand(s), completeCommand(s), versionCommand(s),
	}
}
