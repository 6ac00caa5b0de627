package console

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"fives/cli/failure"
)

// Open opens a file, or takes standard input for "-".
func (s *Streams) Open(file string) (io.ReadCloser, error) {
	if file == "-" {
		return io.NopCloser(s.In), nil
	}
	return os.Open(file)
}

// WriteFile writes a file so that nobody ever sees a part of it. What is no
// regular file, a pipe or a device, is written to.
func WriteFile(path string, content []byte) error {
	if err := Replace(path, content); err != nil {
		return failure.No("choose another file with -o", "%s cannot be written: %v", path, cause(err))
	}
	return nil
}

// private is the mode of a new file: who else may read a log is for its owner to
// say. A file that is there keeps its own.
const private fs.FileMode = 0o600

// Replace is [WriteFile] for a file that was not named on the command line.
func Replace(path string, content []byte) error {
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
