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

func TestEveryCommandHasAnExample(t *testing.T) {
	app := newApp(console.New(nil, nil, nil, nil), nil)
	for _, c := range app.Commands {
		if c.Hidden {
			continue
		}
		if len(command.Examples[c.Name]) == 0 {
			t.Errorf("%s has no example", c.Name)
		}
		if !strings.Contains(command.Overview(app), "     "+c.Name+" ") {
			t.Errorf("%s is not in the overview", c.Name)
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
	c := newApp(console.New(nil, nil, nil, nil), nil).Command(words[0])
	if c == nil {
		return []string{words[0] + " is no command"}
	}
	known := map[string]bool{"help": true, "h": true}
	for _, f := range c.Flags {
		for _, n := range f.Names() {
			known[n] = true
		}
	}
	for _, w := range words[1:] {
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
