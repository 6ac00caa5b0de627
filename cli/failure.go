package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/words"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/store"
)

// Exit statuses.
const (
	statusNo          = 1
	statusUsage       = 2
	statusUnreachable = 3
)

// A failure is an error with the status to exit with.
type failure struct {
	status int
	text   string
	hint   string
}

func (f *failure) Error() string { return f.text }

func usage(hint, format string, args ...any) error {
	return &failure{status: statusUsage, text: fmt.Sprintf(format, args...), hint: hint}
}

func no(hint, format string, args ...any) error {
	return &failure{status: statusNo, text: fmt.Sprintf(format, args...), hint: hint}
}

// errQuiet is status 1 for a command that has said everything already.
var errQuiet = &failure{status: statusNo}

// report prints an error and turns it into the exit status.
func (s *streams) report(err error) int {
	if err == nil {
		return 0
	}
	f := explain(err)
	if f.text != "" {
		fmt.Fprintf(s.err, "error: %s\n", words.Clean(f.text))
	}
	for line := range strings.SplitSeq(f.hint, "\n") {
		if line != "" {
			fmt.Fprintf(s.err, "hint: %s\n", words.Clean(line))
		}
	}
	return f.status
}

func explain(err error) *failure {
	var f *failure
	var e *control.Error
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &e):
		return explainDaemon(e)
	case errors.Is(err, context.Canceled):
		return &failure{status: statusNo, text: "interrupted"}
	}
	return explainOther(err)
}

// reasons are errors that are best answered with a hint.
var reasons = []struct {
	is   error
	hint string
}{
	{store.ErrDamaged, "nothing was changed; restore fives.db in the home folder from a copy, or move it aside to begin without the tables in it"},
	{store.ErrNewer, "nothing was changed; use the newer fives that wrote it, or another --home"},
	{store.ErrInUse, "stop the other one with: fives down"},
	{table.ErrTerms, "choose another with --name"},
	{host.ErrPorts, "choose another with --port, or --port 0 for any free one"},
}

func explainOther(err error) *failure {
	f := &failure{status: statusNo, text: unprefixed(err.Error())}
	for _, r := range reasons {
		if errors.Is(err, r.is) {
			f.hint = r.hint
		}
	}
	return f
}

// unprefixed is the text of an error without the names of packages, and without
// what the errors of what one has typed all begin with.
func unprefixed(text string) string {
	return strings.TrimPrefix(control.Plain(text), "bad terms: ")
}

var statusOf = map[string]int{
	control.CodeNotRunning: statusUnreachable,
	control.CodeVersion:    statusUnreachable,
	control.CodeHome:       statusUnreachable,
	control.CodeBadRequest: statusUsage,
	control.CodeAmbiguous:  statusUsage,
}

// nextStep is what to do about an answer of the daemon that does not say so
// itself.
var nextStep = map[string]string{
	control.CodeBadRequest:  "fives COMMAND --help shows how a command is used",
	control.CodeIllegal:     "fives moves lists what you may do",
	control.CodeNotFound:    "fives tables lists the tables that there are",
	control.CodeConflict:    "fives show says how the table stands, fives tables lists the tables that there are",
	control.CodeRefused:     "fives tables lists the open tables",
	control.CodeUnreachable: "fives peers shows who is there, fives doctor looks for what is wrong",
	control.CodeInternal:    "fives doctor looks for what is wrong; fives.log in the home folder may say more",
}

func explainDaemon(e *control.Error) *failure {
	text := unprefixed(strings.Join(strings.Fields(e.Message), " "))
	f := &failure{status: statusNo, text: text, hint: cmp.Or(e.Hint, nextStep[e.Code])}
	if s, ok := statusOf[e.Code]; ok {
		f.status = s
	}
	if len(e.Candidates) > 0 {
		f.hint = "name one of: " + strings.Join(shortIDs(e.Candidates), ", ")
	}
	return f
}

// shortIDs keeps as much of each ID as tells it from the others.
func shortIDs(ids []string) []string {
	n := words.ShortID
	for ; ; n += 4 {
		seen, whole := map[string]bool{}, true
		for _, id := range ids {
			seen[id[:min(n, len(id))]] = true
			whole = whole && n >= len(id)
		}
		if whole || len(seen) == len(ids) {
			break
		}
	}
	short := make([]string, len(ids))
	for i, id := range ids {
		short[i] = id[:min(n, len(id))]
	}
	return short
}

// badValue is what the library says of a value that it cannot read.
var badValue = regexp.MustCompile(`^invalid (?:boolean )?value (".*") for (?:flag )?-([a-z-]+): `)

// badFlag explains flags that the library cannot read.
func badFlag(c *cli.Context, err error, _ bool) error {
	text := strings.Replace(err.Error(), "flag provided but not defined: -", "unknown flag: -", 1)
	if m := badValue.FindStringSubmatch(text); m != nil {
		text = fmt.Sprintf("%s is no value for --%s", m[1], m[2])
		if m[1] == `"--"` { // put there by arrange, behind the last flag
			text = fmt.Sprintf("--%s needs a value", m[2])
		}
	}
	hint := "fives --help lists the commands"
	if c.Command != nil && c.Command.Name != "" && c.Command.Name != c.App.Name {
		hint = fmt.Sprintf("fives %s --help lists its flags", c.Command.Name)
		if wrong, ok := strings.CutPrefix(text, "unknown flag: -"); ok {
			if guess := cli.SuggestFlag(c.Command.Flags, wrong, false); guess != "" {
				hint = fmt.Sprintf("did you mean %s? %s", guess, hint)
			}
		}
	}
	return usage(hint, "%s", text)
}
