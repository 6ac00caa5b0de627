package prefs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// private is the mode of a new file: who else may read a log is for its owner to
// say. A file that is there keeps its own.
const private fs.FileMode = 0o600

// Replace writes a file so that nobody ever sees a part of it. What is no regular file, a
// pipe or a device, is written to. Package console writes what is named on a command line
// with it, too; it stands here so that the full screen need not know the command line.
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
