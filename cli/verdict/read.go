package verdict

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/p2p/api"
)

// An UnreadableError says why a file cannot be read as a log, and what to do about it.
type UnreadableError struct{ Text, Hint string }

func (e *UnreadableError) Error() string { return e.Text }

// Read verifies a file while reading it. What is wrong with a log is in the report, also that it
// cannot be read to its end: it is compared with others as far as it is good. The error is an
// [*UnreadableError], for a file of which nothing is good.
func Read(file string, in io.Reader, o audit.Options) (*audit.Report, error) {
	lines := bufio.NewReader(in)
	if _, err := lines.Peek(1); err == io.EOF {
		return nil, Empty(file)
	}
	report, err := audit.VerifyFile(lines, games.Find, o)
	if errors.Is(err, audit.ErrUnreadable) && report.Table.IsZero() {
		return nil, Unreadable(file, err)
	}
	return report, nil
}

// Judge turns reports on files into verdicts. Unless partial is set, a game must have ended.
// What the logs say about each other is in the reports already ([audit.Link]).
func Judge(files []string, reports []*audit.Report, partial bool) []*Verdict {
	var verdicts []*Verdict
	for i, r := range reports {
		v := newVerdict(files[i], r, partial)
		if r.Orphan {
			v.missing = missing(reports, r).String()
		}
		verdicts = append(verdicts, v)
	}
	return verdicts
}

// missing returns the table before a continuation of which there is no file.
func missing(reports []*audit.Report, r *audit.Report) record.Hash {
	at := r.Parent
	for at != nil {
		i := slices.IndexFunc(reports, func(p *audit.Report) bool { return p.Table == at.Table })
		if i < 0 {
			return at.Table
		}
		at = reports[i].Parent
	}
	return r.Parent.Table // all are there, but none of them continues another
}

const exportAgain = "fives export TABLE -o FILE writes a log"

// Empty is the error for a file with nothing in it.
func Empty(file string) error {
	return &UnreadableError{file + " is empty, and no log", exportAgain}
}

const orAgain = ", or export it again: fives export TABLE -o FILE"

// otherForms are forms in which programs store a log, and what to do about each.
var otherForms = []struct {
	is   error
	hint string
}{
	{audit.ErrGzip, "unpack it with gunzip"},
	{audit.ErrZip, "unpack it"},
	{audit.ErrPage, "open it in a browser, where a report has its log to save"},
	{audit.ErrUTF16, "PowerShell's > makes that of a text: turn it into UTF-8 with line ends LF and without a byte order mark"},
	{audit.ErrMark, "take the three bytes in front away"},
	{audit.ErrIndented, "have each record on a line of its own again, as with jq -c"},
}

// Unreadable says why a file cannot be read as a log.
func Unreadable(file string, err error) *UnreadableError {
	why, hint := unreadable(err)
	var altered *audit.AlteredError
	if hint == "" && errors.As(err, &altered) && altered.Record == 1 {
		return &UnreadableError{file + " is no log: " + altered.Why(), exportAgain}
	}
	return &UnreadableError{file + ": " + why, hint}
}

// unreadable says the same without the name of the file.
func unreadable(err error) (why, hint string) {
	for _, f := range otherForms {
		if errors.Is(err, f.is) {
			return f.is.Error(), f.hint + orAgain
		}
	}
	var altered *audit.AlteredError
	var path *fs.PathError
	switch {
	case errors.As(err, &path):
		return path.Err.Error(), exportAgain
	case errors.Is(err, audit.ErrLineEnds):
		return "a program has changed its line ends to those of Windows", "turn its line ends back to LF" + orAgain
	case errors.Is(err, audit.ErrNewline), errors.Is(err, audit.ErrCut):
		return api.Plain(err.Error()), "copy the file again, whole" + orAgain
	case errors.Is(err, audit.ErrBlank) && errors.As(err, &altered):
		return fmt.Sprintf("line %d is blank", altered.Record), "take the blank line out" + orAgain
	}
	return api.Plain(err.Error()), ""
}

// Plain is a [Style] in which nothing stands out.
type Plain struct{}

// Strong returns the text.
func (Plain) Strong(text string) string { return text }

// Warning returns the text.
func (Plain) Warning(text string) string { return text }
