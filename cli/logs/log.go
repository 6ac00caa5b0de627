package logs

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/flags"
	"fives/cli/prefs"
	"fives/cli/replay"
	"fives/cli/verify"
	"fives/crypto/cores"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/story"
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
		Flags: flags.Daemon(flags.Table(), flags.ASCII(),
			&cli.BoolFlag{DisableDefaultText: true, Name: "all", Aliases: []string{"a"}, Usage: "give every record a line; with --json, print every record"},
		),
		Action: func(c *cli.Context) error {
			p, err := prefs.Of(c)
			if err != nil {
				return err
			}
			records, err := logOf(s, c)
			if err != nil {
				return err
			}
			if c.Bool("all") || c.Bool("json") {
				err = listRecords(s, c, p.Style(s, c), records)
			} else {
				err = printStory(s, p.Style(s, c), records)
			}
			var file *audit.FileError
			if errors.As(err, &file) {
				err = file.Err
			}
			return err
		},
	}
}

// listRecords prints the records one by one, up to the first bad one.
func listRecords(s *console.Streams, c *cli.Context, style draw.Style, records []record.Record) error {
	w := &reader{s: s, style: style, all: c.Bool("all"), json: c.Bool("json"), moves: map[uint64]int{}}
	_, err := audit.Verify(records, games.Find, audit.Options{Each: w.each, Parallel: cores.Parallel})
	return err
}

// printStory prints what the records did, as far as they are good.
func printStory(s *console.Streams, style draw.Style, records []record.Record) error {
	stories, err := story.Read([][]record.Record{records}, games.Find, audit.Options{Parallel: cores.Parallel})
	return errors.Join(replay.Records(s.Out, stories[0], style), err)
}

// logOf reads the file that the argument names, or asks the daemon.
func logOf(s *console.Streams, c *cli.Context) ([]record.Record, error) {
	name, err := flags.TableOf(c)
	if err != nil {
		return nil, err
	}
	if isFile(name) {
		return verify.ReadLog(s, name)
	}
	client, err := flags.Dial(s, c)
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
