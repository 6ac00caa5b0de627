package command

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/report"
	"fives/cli/shown"
	"fives/cli/wasm"
	"fives/engine/audit"
	"fives/engine/record"
	"fives/p2p/control"
)

// exportPage writes the report on logs as a web page. A game that has not ended has one too,
// and so has the proof of a fault: the page says which of these it is.
func exportPage(s *console.Streams, c *cli.Context) error {
	files := c.StringSlice("from")
	client, logs, err := logsOf(s, c, &files)
	if err != nil {
		return err
	}
	stories, err := verifiedStories(c.Context, s, files, logs, true)
	var blame *audit.BlameError
	if err != nil && !errors.As(err, &blame) {
		return err
	}
	var page bytes.Buffer
	o := report.Options{Zone: time.Local, Lessons: c.Bool("lessons")}
	if client != nil { // they look as this node's person knows them
		o.Faces = shown.NumbersFrom(c.Context, client)
	}
	if !c.Bool("light") {
		o.Check = verifier(s)
	}
	if err := report.Write(c.Context, &page, stories, o); c.Context.Err() != nil {
		return c.Context.Err()
	} else if err != nil {
		return console.No("", "%s", err)
	}
	path := c.String("output")
	return save(s, path, page.Bytes(), "%d KiB in %s, for any browser", page.Len()>>10, path)
}

// verifier returns the program with which the page checks itself, nil if this fives was built
// without it.
func verifier(s *console.Streams) *wasm.Program {
	program, err := wasm.Find("proof")
	if err != nil {
		s.Note("the page cannot check itself: %v", err)
		return nil
	}
	return &program
}

// logsOf reads the files. Without files it asks the daemon, whose client it returns, for the logs of the
// table and of the tables before it, and puts names for them into files.
func logsOf(s *console.Streams, c *cli.Context, files *[]string) (*control.Client, [][]record.Record, error) {
	if len(*files) > 0 {
		if c.NArg() > 0 || c.String("table") != "" {
			return nil, nil, console.Usage("name a table, or files with --from", "--from takes the place of a table")
		}
		logs, err := readLogs(s, *files)
		return nil, logs, err
	}
	client, id, err := console.DialTable(s, c)
	if err != nil {
		return nil, nil, err
	}
	game, err := client.Game(c.Context, id)
	logs := game.Unbroken()
	for i := range logs {
		*files = append(*files, daemonsLog(i, len(logs)))
	}
	return client, logs, err
}

// daemonsLog names the ith of n logs of a game that come from the daemon.
func daemonsLog(i, n int) string {
	if n == 1 {
		return "the daemon's log"
	}
	return fmt.Sprintf("the daemon's log %d of %d", i+1, n)
}
