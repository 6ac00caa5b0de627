package logs

import (
	"bytes"
	"errors"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/failure"
	"fives/cli/report"
	"fives/cli/verify"
	"fives/cli/wasm"
	"fives/engine/audit"
	"fives/engine/record"
)

// exportPage writes the report on logs as a web page. A game that has not ended
// has one too, and so has the proof of a fault: the page says what it is.
func exportPage(s *console.Streams, c *cli.Context) error {
	files := c.StringSlice("from")
	logs, err := logsOf(s, c, &files)
	if err != nil {
		return err
	}
	stories, err := verify.Stories(s, files, logs, true)
	var blame *audit.BlameError
	if err != nil && !errors.As(err, &blame) {
		return err
	}
	var page bytes.Buffer
	o := report.Options{Zone: time.Local}
	if !c.Bool("light") {
		o.Check = checkOf(s, logs)
	}
	if err := report.Write(&page, stories, o); err != nil {
		return failure.No("", "%s", err)
	}
	path := c.String("output")
	return save(s, path, page.Bytes(), "%d KiB in %s, for any browser", page.Len()>>10, path)
}

// checkOf is what lets the page be checked by its reader, nil if this program has not
// got it.
func checkOf(s *console.Streams, logs [][]record.Record) *report.Check {
	program, err := wasm.Find("proof")
	if err != nil {
		s.Note("the page cannot check itself: %v", err)
		return nil
	}
	return &report.Check{Program: program, Logs: logs}
}

// logsOf reads the files, or asks the daemon for the log of the table and names
// it in their place.
func logsOf(s *console.Streams, c *cli.Context, files *[]string) ([][]record.Record, error) {
	if len(*files) > 0 {
		if c.NArg() > 0 || c.String("table") != "" {
			return nil, failure.Usage("name a table, or files with --from", "--from takes the place of a table")
		}
		return verify.ReadLogs(s, *files)
	}
	log, err := fetch(s, c)
	if err != nil {
		return nil, err
	}
	records, err := audit.ReadLog(bytes.NewReader(log))
	*files = []string{"the daemon's log"}
	return [][]record.Record{records}, err
}
