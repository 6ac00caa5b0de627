package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const defencesFile = "cmd/fives/testdata/defences.txt"

// A defence is a place in a file that stops an attack, and the test that notices when it is
// taken out; or it is a row of the page that has no such place, and why.
type defence struct {
	test           string // with its package before it
	file, from, to string
	row, why       string
}

// readDefences reads a file of defences. The blocks are parted by empty lines.
func readDefences(text string) (list []defence, err error) {
	for n, block := range strings.Split(strings.TrimSpace(text), "\n\n") {
		var d defence
		var from, to []string
		for _, line := range strings.Split(block, "\n") {
			word, rest, _ := strings.Cut(line, " ")
			switch word {
			case "#":
			case "test:":
				d.test = rest
			case "file:":
				d.file = rest
			case "-":
				from = append(from, rest)
			case "+":
				to = append(to, rest)
			case "row:":
				d.row = rest
			case "why:":
				d.why = rest
			default:
				return nil, fmt.Errorf("block %d: %q", n+1, line)
			}
		}
		d.from, d.to = strings.Join(from, "\n"), strings.Join(to, "\n")
		switch taken := d.test != "" && d.file != "" && d.from != "" && d.from != d.to; {
		case d == defence{}: // comments
		case taken == (d.row != "" && d.why != ""):
			return nil, fmt.Errorf("block %d is neither a defence nor a row without one: %s%s", n+1, d.test, d.row)
		default:
			list = append(list, d)
		}
	}
	return list, nil
}

// apply takes a defence out of a tree, and returns the file as it was.
func (d defence) apply(root string) (before []byte, err error) {
	path := filepath.Join(root, filepath.FromSlash(d.file))
	if before, err = os.ReadFile(path); err != nil {
		return nil, err
	}
	if n := strings.Count(string(before), d.from); n != 1 {
		return nil, fmt.Errorf("%s has it %d times:\n%s", d.file, n, d.from)
	}
	return before, os.WriteFile(path, []byte(strings.Replace(string(before), d.from, d.to, 1)), 0o644)
}

// undefended lists what is wrong between a page of threats and its defences: each row that
// names tests has a defence that one of them notices, or says why it has none.
func undefended(page string, list []defence) (bad []string) {
	named := map[string]bool{}
	for _, line := range strings.Split(page, "\n") {
		cells, ok := threat(line)
		if !ok {
			continue
		}
		tests := testsIn(line)
		for _, name := range tests {
			named[name] = true
		}
		has := func(d defence) bool { return d.row == cells[0] || slices.Contains(tests, d.test) }
		if len(tests) > 0 && !slices.ContainsFunc(list, has) {
			bad = append(bad, fmt.Sprintf("%s has neither a defence of %q nor why not", defencesFile, cells[0]))
		}
		named[cells[0]] = true
	}
	for _, d := range list {
		if !named[d.test+d.row] {
			bad = append(bad, fmt.Sprintf("%s: %s does not name %q", defencesFile, threatsPage, d.test+d.row))
		}
	}
	return bad
}

// TestDefences: each defence stands where the file says, exactly once, and no row of the page
// of threats is left out.
func TestDefences(t *testing.T) {
	list, page := defencesOf(t)
	for _, c := range undefended(page, list) {
		t.Error(c)
	}
	for _, d := range list {
		if d.row != "" {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../..", filepath.FromSlash(d.file)))
		if n := strings.Count(string(text), d.from); err != nil || n != 1 {
			t.Errorf("%s: %s has this %d times: %v\n%s", d.test, d.file, n, err, d.from)
		}
	}
}

func defencesOf(t *testing.T) (list []defence, page string) {
	t.Helper()
	root := os.DirFS("../..")
	text, err := fs.ReadFile(root, defencesFile)
	if err == nil {
		list, err = readDefences(string(text))
	}
	if err != nil {
		t.Fatal(err)
	}
	threats, err := fs.ReadFile(root, threatsPage)
	if err != nil {
		t.Fatal(err)
	}
	return list, string(threats)
}

// TestDefencesFail: what is wrong between the page and the file is found.
func TestDefencesFail(t *testing.T) {
	const page = "| wants to | what holds | what does not |\n| --- | --- | --- |\n| flood | `p2p/node TestFlood` | |\n| steal | | it can |\n"
	const flood = "test: p2p/node TestFlood\nfile: a.go\n- x\n+ y\n"
	for text, want := range map[string]string{
		flood:                                              "",
		"# a note\n\nrow: flood\nwhy: slow\n":              "",
		"row: steal\nwhy: slow\n":                          "neither a defence of \"flood\"",
		flood + "\nrow: fly\nwhy: slow\n":                  "does not name \"fly\"",
		strings.Replace(flood, "Flood", "Fly", 1):          "does not name",
		"test: p2p/node TestFlood\nfile: a.go\n- x\n+ x\n": "neither a defence nor a row",
		"row: flood\n":                                     "neither a defence nor a row",
		flood + "why: slow\nx\n":                           "\"x\"",
	} {
		list, err := readDefences(text)
		got := strings.Join(undefended(page, list), "\n")
		if err != nil {
			got = err.Error()
		}
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

// TestTakeOut takes each defence out of a clone of the last commit, one at a time, and runs
// the test that is named for it, which has to fail.
func TestTakeOut(t *testing.T) {
	if os.Getenv("FIVES_THREATS") == "" {
		t.Skip("make threats runs it")
	}
	list, _ := defencesOf(t)
	clone := filepath.Join(t.TempDir(), "clone")
	if out, err := exec.CommandContext(t.Context(), "git", "worktree", "add", "--detach", clone, "HEAD").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("git", "worktree", "remove", "--force", clone).Run() })
	for _, d := range list {
		if d.row == "" {
			t.Run(d.test, func(t *testing.T) { d.takeOut(t, clone) })
		}
	}
}

func (d defence) takeOut(t *testing.T, clone string) {
	before, err := d.apply(clone)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := os.WriteFile(filepath.Join(clone, filepath.FromSlash(d.file)), before, 0o644); err != nil {
			t.Fatal(err)
		}
	}()
	dir, name, _ := strings.Cut(d.test, " ")
	run := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-vet=off", "-timeout=2m", "-run=^"+name+"$", "./"+dir)
	run.Dir = clone
	switch out, err := run.CombinedOutput(); {
	case err == nil:
		t.Errorf("it does not notice that this is gone from %s:\n%s\n%s", d.file, d.from, out)
	case !strings.Contains(string(out), "--- FAIL: "+name) && !strings.Contains(string(out), "panic: "):
		t.Errorf("it could not be run: %s", out)
	}
}
