package cli

import (
	"bytes"
	"io/fs"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
)

func logCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "log",
		Usage:     "print a table's log, or an exported one, readably",
		ArgsUsage: "[TABLE|FILE]",
		Category:  groupProof,
		Description: "Every record is checked on the way, as fives verify does. The numbers are those\n" +
			"of the records, which are the lines of the file.",
		Flags: daemonFlags(flagTable(), flagASCII(),
			&cli.BoolFlag{DisableDefaultText: true, Name: "all", Aliases: []string{"a"}, Usage: "print every record, not only moves and results"},
		),
		Action: func(c *cli.Context) error {
			records, err := s.logOf(c)
			if err != nil {
				return err
			}
			w := &reader{s: s, style: s.style(c.Bool("ascii")), all: c.Bool("all"), json: c.Bool("json")}
			if _, err := audit.Verify(records, games.Find, audit.Options{Each: w.each}); err != nil {
				return no("", "%v", err)
			}
			return nil
		},
	}
}

// logOf reads the file that the argument names, or asks the daemon.
func (s *streams) logOf(c *cli.Context) ([]record.Record, error) {
	name, err := tableOf(c)
	if err != nil {
		return nil, err
	}
	if isFile(name) {
		return s.readLog(name)
	}
	client, err := s.dial(c)
	if err != nil {
		return nil, err
	}
	var log bytes.Buffer
	if err := client.Log(c.Context, name, &log); err != nil {
		return nil, err
	}
	return audit.ReadLog(&log)
}

// isFile takes what looks like a path for one, so that a wrong path is not
// taken for a table.
func isFile(name string) bool {
	if name == "-" || strings.ContainsAny(name, `/\.`) {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && info.Mode()&fs.ModeDir == 0
}
