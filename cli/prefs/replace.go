package prefs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// private is the mode of a new file: its owner decides who else may read a log. A file that
// exists keeps its mode.
const private fs.FileMode = 0o600

// Replace writes a file so that nobody ever sees part of it. It writes into anything that is
// not a regular file, such as a pipe or a device. Package console uses it too, for the files
// that a command line names; it stands here so that the full screen need not know the command
// line.
func Replace(path string, content []byte) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return writeBeside(path, private, content)
	case err != nil:
		return err
	case info.Mode().IsRegular():
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real // replace what a link names, not the link
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

// writeBeside writes another file first and then gives it the name.
func writeBeside(path string, mode fs.FileMode, content []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".fives-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails once the file has its name
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
