package command

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/shown"
	"fives/engine/record"
)

// Log is the command log.
func Log(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "log",
		Usage:     "print a table's log, or an exported one, readably",
		ArgsUsage: "[TABLE|FILE]",
		Description: "It says what every step did, with the numbers of its records, which are the lines of\n" +
			"the file. Every record is checked on the way, as fives verify does. Cards are those that\n" +
			"were public then; fives replay shows a player's own.",
		Flags: console.AndJSON(
			&cli.BoolFlag{DisableDefaultText: true, Name: "all", Aliases: []string{"a"}, Usage: "give every record a line; with --json, print every record"},
		),
		Action: func(c *cli.Context) error {
			p, err := preferences(c)
			if err != nil {
				return err
			}
			logs, err := logsNamed(s, c)
			if err != nil {
				return err
			}
			single := c.Bool("all") || c.Bool("json")
			if single {
				logs = logs[len(logs)-1:] // the others tell who had the seats before
			}
			stories, err := shown.Stories(c.Context, logs)
			if stories == nil {
				return err
			}
			last, style := stories[len(stories)-1], styleOf(p, s, c)
			if single {
				lister{s, style, last, c.Bool("all"), c.Bool("json")}.list()
				return last.Report.Err
			}
			return errors.Join(tellSteps(s.Out, last, style), last.Report.Err)
		},
	}
}

// logsNamed reads the file that the argument names, or asks the daemon for the logs of a table
// and of the tables before it.
func logsNamed(s *console.Streams, c *cli.Context) ([][]record.Record, error) {
	name, err := console.TableOf(c)
	if err != nil {
		return nil, err
	}
	if isFile(name) {
		log, err := readLog(s, name)
		return [][]record.Record{log}, err
	}
	client, err := console.Dial(s, c)
	if err != nil {
		return nil, err
	}
	game, err := client.Game(c.Context, name)
	return game.Unbroken(), err
}

// isFile reports whether a name looks like a path, so that a wrong path is not taken for a
// table.
func isFile(name string) bool {
	if name == "-" || strings.ContainsAny(name, `/\.`) {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && info.Mode()&fs.ModeDir == 0
}
