package command

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/say"
	"fives/engine/audit"
	"fives/p2p/control"
)

// Export is the command export.
func Export(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write a table's log to a file that anybody can verify",
		ArgsUsage: "[TABLE]",
		Description: "It holds what was signed and nothing secret.\n" +
			"A game that goes on at another table, as when a seat changes hands, has a log for each\n" +
			"table: the page has them all, and --whole writes them all.\n\n" +
			"With --fault it lists the faults of a table, and with -o as well it writes the proof of each. A\n" +
			"fault is proved by signatures of the player who is at fault, and that file needs nothing else:\n" +
			"fives verify FILE says who is at fault, anywhere.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "`FILE` to write", DefaultText: "standard output"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "whole", Usage: "write the logs of the tables before this one, too: FILE-1, FILE-2 and so on"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "html", Usage: "write a web page that shows the game and its proofs, in place of the log"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "light", Usage: "with --html: leave out the log and the program with which a reader checks it, some 3 MB"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "lessons", Usage: "with --html: say of each hand what its players should have played, two seconds a hand"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "fault", Usage: "the proofs that somebody is at fault, in place of the log"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "json", Usage: "with --whole: say in JSON what was written, and what is missing; with --fault: list the faults in JSON"},
			&cli.StringSliceFlag{Name: "from", Usage: "with --html: take the log from this `FILE`; again for each table that continues it"},
		},
		Action: func(c *cli.Context) error {
			if err := checkExportFlags(c); err != nil {
				return err
			}
			if c.Bool("html") {
				return exportPage(s, c) // of the whole game
			}
			client, id, err := console.DialTable(s, c)
			if err != nil {
				return err
			}
			if c.Bool("fault") {
				return exportFaults(s, c, client, id)
			}
			if c.Bool("whole") {
				return exportGame(s, c, client, id)
			}
			return exportLog(s, c, client, id)
		},
	}
}

// checkExportFlags returns the usage error for flags that do not go together.
func checkExportFlags(c *cli.Context) error {
	whole, page, fault := c.Bool("whole"), c.Bool("html"), c.Bool("fault")
	for _, f := range []struct {
		wrong     bool
		say, hint string
	}{
		{fault && (whole || page), "--fault goes with neither --whole nor --html", "fives export --fault lists the faults of a table"},
		{c.Bool("json") && fault && c.String("output") != "", "--json lists the faults, -o writes their proofs", "fives export --fault --json lists them"},
		{c.Bool("json") && !whole && !fault, "--json goes with --whole or --fault", "fives export --whole -o FILE --json says what it has written"},
		{c.IsSet("from") && !page, "--from goes with --html", "fives export --html --from FILE -o PAGE makes a page of a file"},
		{c.Bool("light") && !page, "--light goes with --html", "fives export --html --light -o PAGE makes a small page"},
		{c.Bool("lessons") && !page, "--lessons goes with --html", "fives export --html --lessons -o PAGE makes a page that teaches"},
		{whole && !page && toStdout(c.String("output")), "--whole takes a file for each table", "fives export --whole -o FILE writes FILE-1, FILE-2 and so on"},
	} {
		if f.wrong {
			return console.Usage(f.hint, "%s", f.say)
		}
	}
	return nil
}

// exportLog writes the log of a table. If its game has other logs, it says so.
func exportLog(s *console.Streams, c *cli.Context, client *control.Client, id string) error {
	var log bytes.Buffer
	if err := client.Log(c.Context, id, &log); err != nil {
		return err
	}
	records, err := audit.ReadLog(bytes.NewReader(log.Bytes()))
	if err != nil {
		return err
	}
	path := c.String("output")
	if err := save(s, path, log.Bytes(), "%d records, %d KiB in %s", len(records), log.Len()>>10, path); err != nil {
		return err
	}
	if parent, ok := control.GoesOnFrom(records); ok {
		s.Note("its game goes on from another table (%s), which has a log of its own: --whole writes all that are here", say.Short(parent.String()))
	}
	return nil
}

// Written says which files were written of a game.
type Written struct {
	Files   []LogFile `json:"files"`   // one for each table, the first table first
	Missing []Missing `json:"missing"` // tables of the game whose logs are not here
}

// A LogFile holds the log of a table.
type LogFile struct {
	File    string `json:"file"`
	Records int    `json:"records"`
}

// Missing is a series of tables of a game whose logs are not here.
type Missing struct {
	Before string   `json:"before"` // the file with the log of the table that goes on from the last of them
	Tables []string `json:"tables"`
	Ask    []string `json:"ask"` // who may have sat there and so may have the logs
	after  string   // the file before them, "" for none
}

// exportGame writes the logs of a game, a file for each table, and says which are missing.
func exportGame(s *console.Streams, c *cli.Context, client *control.Client, id string) error {
	game, err := client.Game(c.Context, id)
	if err != nil {
		return err
	}
	w := Written{Files: []LogFile{}, Missing: []Missing{}}
	for i, records := range game.Logs {
		var log bytes.Buffer
		if err := audit.WriteLog(&log, records); err != nil {
			return err
		}
		file := numberedFile(c.String("output"), i, len(game.Logs))
		if err := save(s, file, log.Bytes(), "%d records, %d KiB in %s", len(records), log.Len()>>10, file); err != nil {
			return err
		}
		w.Files = append(w.Files, LogFile{file, len(records)})
	}
	for _, gap := range game.Gaps {
		m := Missing{Before: w.Files[gap.At].File, Tables: gap.Tables, Ask: gap.Ask}
		if gap.At > 0 {
			m.after = w.Files[gap.At-1].File
		}
		w.Missing = append(w.Missing, m)
		s.Note("%s", m.text())
	}
	if len(w.Missing) > 0 {
		s.Note("what goes on from a table that is missing verifies as far as it goes, with fives verify --partial")
	}
	if c.Bool("json") {
		return s.JSON(w)
	}
	return nil
}

// text says which tables have no log here, and who may have it.
func (m Missing) text() string {
	var ids []string
	for _, id := range m.Tables {
		ids = append(ids, say.Short(id))
	}
	where := "before " + m.Before
	if m.after != "" {
		where = fmt.Sprintf("between %s and %s", m.after, m.Before)
	}
	text := fmt.Sprintf("table %s, %s, is missing: this node has no log of it", ids[0], where)
	if len(ids) > 1 {
		text = fmt.Sprintf("tables %s, %s, are missing: this node has no logs of them", say.And(ids), where)
	}
	if len(m.Ask) == 0 {
		return text
	}
	return fmt.Sprintf("%s; ask who sat there, maybe %s: fives export %s -o FILE", text, say.Or(m.Ask), strings.Join(ids, " or "))
}

// numberedFile returns the name of one of n files: "game.jsonl" becomes "game-1.jsonl".
func numberedFile(path string, i, n int) string {
	if n == 1 {
		return path
	}
	ext := filepath.Ext(path)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, ext), i+1, ext)
}

// toStdout reports whether an export goes to standard output.
func toStdout(path string) bool { return path == "" || path == "-" }

// save writes a file and says so, or writes to standard output if no file is named.
func save(s *console.Streams, path string, content []byte, note string, args ...any) error {
	if toStdout(path) {
		_, err := s.Out.Write(content)
		return err
	}
	if err := console.WriteFile(path, content); err != nil {
		return err
	}
	s.Note(note, args...)
	return nil
}
