package main

import (
	"bytes"
	"fmt"
	"os"
	"path"

	"fives/cli"
)

// A file is in an archive.
type file struct {
	name    string
	content []byte
	mode    os.FileMode
}

// completions are the completion files for the shells.
var completions = []struct{ shell, file string }{
	{"bash", "completions/fives.bash"}, {"zsh", "completions/_fives"}, {"fish", "completions/fives.fish"},
}

// contents returns the files of a program's archive, in its order.
func contents(p program, notices []byte) ([]file, error) {
	binary, err := os.ReadFile(p.path)
	if err != nil {
		return nil, err
	}
	files := []file{{p.name(), binary, 0o755}}
	for _, name := range pages {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{path.Base(name), []byte(unlink(name, string(b))), 0o644})
	}
	files = append(files, file{noticesFile, notices, 0o644})
	page, err := outputOf("man")
	if err != nil {
		return nil, err
	}
	files = append(files, file{"man/fives.6", page, 0o644})
	for _, c := range completions {
		script, err := outputOf("completion", c.shell)
		if err != nil {
			return nil, err
		}
		files = append(files, file{c.file, script, 0o644})
	}
	return files, nil
}

// outputOf returns what a command of the program prints.
func outputOf(args ...string) ([]byte, error) {
	var out, problems bytes.Buffer
	if status := cli.Main(append([]string{"fives"}, args...), new(bytes.Buffer), &out, &problems); status != 0 {
		return nil, fmt.Errorf("fives %q: %s", args, problems.String())
	}
	return out.Bytes(), nil
}
