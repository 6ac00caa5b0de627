package cli

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"fives/cli/draw"
)

func exportCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "export",
		Usage:       "write a table's log to a file that anybody can verify",
		ArgsUsage:   "[TABLE]",
		Category:    groupProof,
		Description: "It holds what was signed and nothing secret.",
		Flags: []cli.Flag{flagTable(), flagHome(),
			&cli.IntFlag{Name: "fault", Usage: "write the proof of the fault of this `NUMBER`, from 1, in place of the log", DefaultText: "none"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "`FILE` to write", DefaultText: "standard output"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "html", Usage: "write a web page that shows the game and its proofs, in place of the log"},
			&cli.StringSliceFlag{Name: "from", Usage: "with --html: take the log from this `FILE`; again for each table that continues it"},
		},
		Action: func(c *cli.Context) error {
			switch {
			case c.Bool("html") && c.IsSet("fault"):
				return usage("fives export --html --from FILE takes a file with a proof", "--html and --fault do not go together")
			case c.Bool("html"):
				return s.exportPage(c)
			case c.IsSet("from"):
				return usage("", "--from goes with --html")
			}
			log, err := s.fetch(c)
			if err != nil {
				return err
			}
			path := c.String("output")
			if path == "" || path == "-" {
				_, err := s.out.Write(log)
				return err
			}
			if err := writeWhole(path, log); err != nil {
				return err
			}
			s.note("%d records, %d KiB in %s", bytes.Count(log, []byte("\n")), len(log)>>10, draw.Clean(path))
			return nil
		},
	}
}

// fetch asks the daemon for the log of a table, or for the proof of a fault.
func (s *streams) fetch(c *cli.Context) ([]byte, error) {
	id, err := tableOf(c)
	if err != nil {
		return nil, err
	}
	client, err := s.dial(c)
	if err != nil {
		return nil, err
	}
	var log bytes.Buffer
	if n := c.Int("fault"); c.IsSet("fault") {
		err = client.Evidence(c.Context, id, n-1, &log)
	} else {
		err = client.Log(c.Context, id, &log)
	}
	return log.Bytes(), err
}

// writeWhole writes a file so that nobody ever sees a part of it.
func writeWhole(path string, content []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".fives-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails once it has its name
	if _, err := tmp.Write(content); err != nil {
		tmp.Close()
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	if err := os.Chmod(tmp.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
