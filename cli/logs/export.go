package logs

import (
	"bytes"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/failure"
	"fives/cli/flags"
)

// Export is the command export.
func Export(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:        "export",
		Usage:       "write a table's log to a file that anybody can verify",
		ArgsUsage:   "[TABLE]",
		Description: "It holds what was signed and nothing secret. fives evidence writes the proof of a fault.",
		Flags: []cli.Flag{flags.Table(), flags.Home(),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "`FILE` to write", DefaultText: "standard output"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "html", Usage: "write a web page that shows the game and its proofs, in place of the log"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "light", Usage: "with --html: leave out the log and the program with which a reader checks it, some 3 MB"},
			&cli.StringSliceFlag{Name: "from", Usage: "with --html: take the log from this `FILE`; again for each table that continues it"},
		},
		Action: func(c *cli.Context) error {
			if c.Bool("html") {
				return exportPage(s, c)
			}
			if c.IsSet("from") {
				return failure.Usage("fives export --html --from FILE -o PAGE makes a page of a file", "--from goes with --html")
			}
			if c.Bool("light") {
				return failure.Usage("fives export --html --light -o PAGE makes a small page", "--light goes with --html")
			}
			log, err := fetch(s, c)
			if err != nil {
				return err
			}
			path := c.String("output")
			return save(s, path, log, "%d records, %d KiB in %s", bytes.Count(log, []byte("\n")), len(log)>>10, path)
		},
	}
}

// save writes a file and says so, or writes to standard output where none is
// named.
func save(s *console.Streams, path string, content []byte, note string, args ...any) error {
	if path == "" || path == "-" {
		_, err := s.Out.Write(content)
		return err
	}
	if err := console.WriteFile(path, content); err != nil {
		return err
	}
	s.Note(note, args...)
	return nil
}

// fetch asks the daemon for the log of a table.
func fetch(s *console.Streams, c *cli.Context) ([]byte, error) {
	client, id, err := flags.DialTable(s, c)
	if err != nil {
		return nil, err
	}
	var log bytes.Buffer
	err = client.Log(c.Context, id, &log)
	return log.Bytes(), err
}
