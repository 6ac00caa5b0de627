package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"fives/cli/failure"
	"fives/cli/words"
)

func exportCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "export",
		Usage:       "write a table's log to a file that anybody can verify",
		ArgsUsage:   "[TABLE]",
		Category:    groupProof,
		Description: "It holds what was signed and nothing secret. fives evidence writes the proof of a fault.",
		Flags: []cli.Flag{flagTable(), flagHome(),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "`FILE` to write", DefaultText: "standard output"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "html", Usage: "write a web page that shows the game and its proofs, in place of the log"},
			&cli.StringSliceFlag{Name: "from", Usage: "with --html: take the log from this `FILE`; again for each table that continues it"},
		},
		Action: func(c *cli.Context) error {
			if c.Bool("html") {
				return s.exportPage(c)
			}
			if c.IsSet("from") {
				return failure.Usage("fives export --html --from FILE -o PAGE makes a page of a file", "--from goes with --html")
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
			s.note("%d records, %d KiB in %s", bytes.Count(log, []byte("\n")), len(log)>>10, words.Clean(path))
			return nil
		},
	}
}

// fetch asks the daemon for the log of a table.
func (s *streams) fetch(c *cli.Context) ([]byte, error) {
	client, id, err := s.dialFor(c)
	if err != nil {
		return nil, err
	}
	var log bytes.Buffer
	err = client.Log(c.Context, id, &log)
	return log.Bytes(), err
}

// writeWhole writes a file so that nobody ever sees a part of it. What is no
// regular file, a pipe or a device, is written to.
func writeWhole(path string, content []byte) error {
	if err := writeFile(path, content); err != nil {
		return failure.No("choose another file with -o", "%s cannot be written: %v", path, cause(err))
	}
	return nil
}

// private is the mode of a new file: who else may read a log is for its owner to
// say. A file that is there keeps its own.
const private fs.FileMode = 0o600

func writeFile(path string, content []byte) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return writeBeside(path, private, content)
	case err != nil:
		return err
	case info.Mode().IsRegular():
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real // what a link names is replaced, not the link
		}
		return writeBeside(path, info.Mode().Perm(), content)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

// cause is what the system says is wrong, without the names of files that only
// fives knows.
func cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// writeBeside writes another file first, and then gives it the name.
func writeBeside(path string, mode fs.FileMode, content []byte) error {
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
	if err := os.Chmod(tmp.Name(), mode); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
