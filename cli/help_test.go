package cli

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fives/cli/command"
	"fives/cli/console"
)

// TestCommandsAreFew: nobody can know more commands than these, each of which has an example and a
// line of the overview.
func TestCommandsAreFew(t *testing.T) {
	const most = 35
	app := newApp(console.New(nil, nil, nil, nil), nil)
	var names []string
	for _, c := range app.VisibleCommands() {
		names = append(names, c.Name)
		if len(command.Examples[c.Name]) == 0 {
			t.Errorf("%s has no example", c.Name)
		}
		for _, below := range c.Subcommands {
			if len(command.Examples[c.Name+" "+below.Name]) == 0 {
				t.Errorf("%s %s has no example", c.Name, below.Name)
			}
		}
		if !strings.Contains(command.Overview(app), "     "+c.Name+" ") {
			t.Errorf("%s is not in the overview", c.Name)
		}
	}
	if len(names) > most || len(names) < most/2 {
		t.Errorf("%d commands, not at most %d: %q", len(names), most, names)
	}
}

// TestCommandsBelowACommand: their help, what is typed wrong, and flags in any place.
func TestCommandsBelowACommand(t *testing.T) {
	for _, c := range []struct {
		line      string
		status    int
		out, said string
	}{
		{"seat", 2, "", "error: seat needs one of: give, agree\nhint: fives seat --help explains them\n"},
		{"seat gvie zoe", 2, "", `seat takes one of give, agree, not "gvie"`},
		{"peers ben", 2, "", `peers takes one of trust, add, not "ben"`},
		{"seat give", 2, "", "error: seat give needs who is to take the seat"},
		{"seat give a b", 2, "", "hint: fives seat give --help shows how it is used"},
		{"seat give zoe --sat Ada", 2, "", "hint: did you mean --seat? fives seat give --help lists its flags"},
		{"seat --table give zoe", 2, "", "error: seat takes one of give, agree, not \"zoe\""},
		{"seat give zoe --table", 2, "", "error: --table needs a value\nhint: fives seat give --help lists its flags"},
		{"seat --help", 0, "   agree [WHO]  agree that a seat changes hands", ""},
		{"seat give --help", 0, "fives seat give zoe   # who is here", ""},
		{"--help peers trust", 0, "fives peers trust - accept the new key", ""},
		{"help peers trust", 0, "fives peers trust - accept the new key", ""},
		{"help seat", 0, "   give WHO  hand your seat to", ""},
		{"help seat gvie", 2, "", `unknown command "seat gvie"`},
	} {
		var out, said bytes.Buffer
		status := run(console.New(append([]string{"fives"}, strings.Fields(c.line)...), nil, &out, &said), nil)
		if status != c.status || !strings.Contains(out.String(), c.out) || !strings.Contains(said.String(), c.said) {
			t.Errorf("%s: status %d, %q, %q", c.line, status, out.String(), said.String())
		}
	}
}

// An example may stand in a shell line; the test takes the words from fives on, up to what
// belongs to the shell.
func TestExamplesAreCommandLines(t *testing.T) {
	for name, lines := range command.Examples {
		for _, line := range lines {
			_, rest, ok := strings.Cut(line, "fives "+name)
			if !ok {
				t.Errorf("%q is no example of %s", line, name)
				continue
			}
			for _, c := range complaints(name + rest) {
				t.Errorf("%q: %s", line, c)
			}
		}
	}
}

// complaints say what is wrong with a command line, which is given without the name of the
// program.
func complaints(line string) (bad []string) {
	words := strings.Fields(line)
	app := newApp(console.New(nil, nil, nil, nil), nil)
	c, path, _ := console.Named(app, words)
	if c == nil || len(c.Subcommands) > 0 && c.Action == nil && len(words) > 1 && words[1] != "--help" {
		return []string{line + " is no command"}
	}
	known := map[string]bool{"help": true, "h": true}
	for _, f := range c.Flags {
		for _, n := range f.Names() {
			known[n] = true
		}
	}
	for _, w := range words[len(path):] {
		if strings.ContainsAny(w[:1], "#|&>;)") {
			break
		}
		if n := strings.TrimLeft(w, "-"); console.IsFlag(w) && !known[n] {
			bad = append(bad, c.Name+" has no flag "+w)
		}
	}
	return bad
}

// inText finds command lines in documents: behind a prompt, at the start of a line of a
// block, or in backquotes.
var inText = regexp.MustCompile("(?m)(?:^(?:[a-z]+\\$ )?|`)fives ([a-z][^`\n]*)")

// The command lines in the documents are valid.
func TestDocumentsHaveCommandLines(t *testing.T) {
	for _, page := range []string{"../README.md", "GUIDE.md", "../.github/ENGINEERING.md", "../.github/CONTRIBUTING.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		lines := inText.FindAllStringSubmatch(string(text), -1)
		if page == "GUIDE.md" && len(lines) < 40 {
			t.Errorf("only %d command lines in %s", len(lines), page)
		}
		for _, m := range lines {
			if strings.HasPrefix(m[0], "fives is ") { // a sentence
				continue
			}
			for _, c := range complaints(m[1]) {
				t.Errorf("%s: %q: %s", page, m[0], c)
			}
		}
	}
	if complaints("host --no-such") == nil || complaints("nosuch") == nil {
		t.Error("what is no command line passes")
	}
}

// PROTOCOL: the code of a private table is eight digits.
func TestExampleOfACode(t *testing.T) {
	code := regexp.MustCompile(`--code [0-9]{8}$`)
	if !slices.ContainsFunc(command.Examples["join"], code.MatchString) {
		t.Errorf("no example of join has a code as they are: %q", command.Examples["join"])
	}
}

// The overview fits a terminal of 80 columns, but for lines of usage texts that
// are a little longer.
func TestOverviewIsNarrow(t *testing.T) {
	for line := range strings.SplitSeq(command.Overview(newApp(console.New(nil, nil, nil, nil), nil)), "\n") {
		if n := len([]rune(line)); n > 88 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

func TestManualHasNoRequestsInText(t *testing.T) {
	var page bytes.Buffer
	if status := run(console.New([]string{"fives", "man"}, nil, &page, os.Stderr), nil); status != 0 {
		t.Fatalf("status %d", status)
	}
	requests := map[string]bool{}
	for _, r := range strings.Fields("TH SH SS PP TP RS RE nf fi") {
		requests[r] = true
	}
	for line := range strings.SplitSeq(page.String(), "\n") {
		if name, ok := strings.CutPrefix(line, "."); ok && !requests[strings.Fields(name)[0]] {
			t.Errorf("request %q", line)
		}
	}
}
