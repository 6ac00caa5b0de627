package console

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"fives/cli/prefs"
)

// Open opens a file, or takes standard input for "-".
func (s *Streams) Open(file string) (io.ReadCloser, error) {
	if file == "-" {
		return io.NopCloser(s.In), nil
	}
	return os.Open(file)
}

// WriteFile writes a file that the command line names, as [prefs.Replace] does.
func WriteFile(path string, content []byte) error {
	if err := prefs.Replace(path, content); err != nil {
		return No("choose another file with -o", "%s cannot be written: %v", path, cause(err))
	}
	return nil
}

// cause returns what the system says is wrong, without names of files that only fives knows.
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
