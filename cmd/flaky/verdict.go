package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// Verdicts, as go test -json writes them.
const (
	pass = "pass"
	fail = "fail"
	skip = "skip"
)

// noTest stands in place of a test for what belongs to none.
const noTest = "(no test)"

// judge reads the output of one run and returns the verdict of each test. A test that fails
// because of a part of it has none, its part has. If the program was broken off, the tests
// that were running fail.
func judge(file string, broken bool) (map[string]string, error) {
	out, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd := exec.Command("go", "tool", "test2json")
	cmd.Stdin = out
	events, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	verdicts, err := read(events, broken)
	return verdicts, errors.Join(err, cmd.Wait())
}

// read is judge for the events of go test -json.
func read(events io.Reader, broken bool) (map[string]string, error) {
	last := make(map[string]string) // of each test
	for in := json.NewDecoder(events); ; {
		var e struct{ Action, Test string }
		err := in.Decode(&e)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if e.Test != "" && e.Action != "output" {
			last[e.Test] = e.Action
		}
	}
	for test, action := range last {
		switch {
		case action == "pause" || !broken && (action == "run" || action == "cont"):
			delete(last, test)
		case action == "run" || action == "cont":
			last[test] = fail
		}
	}
	failed := failing(last)
	for _, test := range failed {
		if slices.ContainsFunc(failed, func(other string) bool { return strings.HasPrefix(other, test+"/") }) {
			delete(last, test)
		}
	}
	last[noTest] = pass
	if broken && len(failed) == 0 {
		last[noTest] = fail
	}
	return last, nil
}

func failing(verdicts map[string]string) (tests []string) {
	for _, test := range slices.Sorted(maps.Keys(verdicts)) {
		if verdicts[test] == fail {
			tests = append(tests, test)
		}
	}
	return tests
}

// A trial is one run of a package.
type trial struct {
	setting setting
	seed    int64
	output  string // the file
}

func (t trial) String() string {
	return fmt.Sprintf("%s, -shuffle=%d: %s", t.setting, t.seed, t.output)
}

// A history has the trials of each test of each package, by their verdicts.
type history map[[2]string]map[string][]trial

// add adds the verdicts of one trial, and reports whether none of them was fail.
func (h history) add(path string, verdicts map[string]string, t trial, out io.Writer) (good bool) {
	for test, verdict := range verdicts {
		key := [2]string{path, test}
		if h[key] == nil {
			h[key] = make(map[string][]trial)
		}
		h[key][verdict] = append(h[key][verdict], t)
	}
	failed := failing(verdicts)
	for _, test := range failed {
		fmt.Fprintf(out, "%s %s fails: %s\n", path, test, t)
	}
	return len(failed) == 0
}

// list writes which tests failed or changed their verdict, and reports whether none did.
func (h history) list(out io.Writer) (steady bool) {
	steady = true
	for _, key := range slices.SortedFunc(maps.Keys(h), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		of := h[key]
		if len(of) == 1 && of[fail] == nil {
			continue
		}
		steady = false
		fmt.Fprintf(out, "%s %s:", key[0], key[1])
		for _, verdict := range []string{pass, skip, fail} {
			if n := len(of[verdict]); n > 0 {
				fmt.Fprintf(out, " %s %d", verdict, n)
			}
		}
		fmt.Fprintln(out)
		for _, t := range of[fail] {
			fmt.Fprintf(out, "\t%s\n", t)
		}
	}
	if steady {
		fmt.Fprintf(out, "no verdict of %d tests has changed, and none failed\n", len(h))
	}
	return steady
}
