package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/host"
	"fives/p2p/store"
)

// Exit statuses.
const (
	StatusNo          = 1
	StatusUsage       = 2
	StatusUnreachable = 3
)

// A Failure is an error with an exit status.
type Failure struct {
	Status int
	Text   string
	Hint   string // lines of their own, or ""
}

func (f *Failure) Error() string { return f.Text }

// Usage says what was typed wrong, and what to type instead.
func Usage(hint, format string, args ...any) error {
	return &Failure{Status: StatusUsage, Text: fmt.Sprintf(format, args...), Hint: hint}
}

// No answers no, and says what to do about it.
func No(hint, format string, args ...any) error {
	return &Failure{Status: StatusNo, Text: fmt.Sprintf(format, args...), Hint: hint}
}

// ErrQuiet exits with status 1 for a command that has said everything already.
var ErrQuiet = &Failure{Status: StatusNo}

// explain is [Explain] with what only the daemon knows: what people call the tables that it lists by their
// IDs, and what can be done at one.
func (s *Streams) explain(err error) *Failure {
	f := Explain(err)
	var e *api.Error
	if s.daemon == nil || !errors.As(err, &e) {
		return f
	}
	ctx, cancel := context.WithTimeout(context.Background(), describeTime)
	defer cancel()
	switch {
	case e.Reason == api.ReasonNotYourTurn && e.Table != "":
		s.offer(ctx, f, e)
	case (e.Reason == api.ReasonManyTables || e.Reason == api.ReasonTableFull) && len(e.Candidates) > 0:
		s.describe(ctx, f, e)
	}
	return f
}

// offer adds to a failure with which commands the person can do what the moment asks for.
func (s *Streams) offer(ctx context.Context, f *Failure, e *api.Error) {
	t, err := s.daemon.Table(ctx, e.Table)
	if err != nil {
		return
	}
	var lines []string
	for _, d := range shown.Offered(shown.Deeds(t)) {
		if d.Lead {
			lines = append(lines, d.Hints()...)
		}
	}
	if _, hint := say.Error(e); hint != "" {
		lines = slices.Insert(lines, 0, hint)
	}
	f.Hint = cmp.Or(strings.Join(lines, "\n"), f.Hint)
}

// describe names the tables that an error lists.
func (s *Streams) describe(ctx context.Context, f *Failure, e *api.Error) {
	all, err := s.daemon.Tables(ctx)
	if err != nil {
		return
	}
	called := map[string]string{}
	for _, o := range all.Open {
		called[o.ID] = say.TableName(o.Game, o.Taken, "", o.ID)
	}
	for _, m := range all.Mine {
		called[m.ID] = say.OwnTable(m)
	}
	tables := make([]string, len(e.Candidates))
	for i, id := range e.Candidates {
		if tables[i] = called[id]; tables[i] == "" {
			return
		}
	}
	f.Text, f.Hint = say.ErrorAmong(e, tables)
}

// describeTime limits how long an error waits for the names of what it lists.
const describeTime = 2 * time.Second

// Explain turns any error but nil into a Failure.
func Explain(err error) *Failure {
	var f *Failure
	var e *api.Error
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &e):
		return explainDaemon(e)
	case errors.Is(err, context.Canceled):
		return &Failure{Status: StatusNo, Text: "interrupted"}
	}
	return explainOther(err)
}

// reasons lists errors that are best answered with a hint.
var reasons = []struct {
	is   error
	hint string
}{
	{store.ErrDamaged, "nothing was changed; put fives.db, fives.db-wal and fives.db-mark in the home folder back as they were at one time, or move all three aside to begin without the tables in them; the others still have the logs of your tables, not the cards that only you could open"},
	{syscall.ENOSPC, "make room on the disk that the home folder is on, and try again; nothing is lost"},
	{syscall.EROFS, "the home folder must be on a disk that can be written to; nothing was changed"},
	{syscall.EIO, "the disk that the home folder is on does not answer as it should: see whether it is sound, and can be written to, and try again; what is there was left as it is"},
	{store.ErrNewer, "nothing was changed; use the newer fives that wrote it, or another --home"},
	{store.ErrOlder, "nothing was changed; use the fives that wrote it, or move all files whose names begin with fives.db out of the home folder to begin without the tables in them: you stay who you are"},
	{store.ErrInUse, "stop the other one with: fives down"},
	{host.ErrPorts, "choose another with --port, or --port 0 for any free one"},
}

func explainOther(err error) *Failure {
	f := &Failure{Status: StatusNo, Text: PlainError(err.Error()), Hint: hintFor(err)}
	var name record.NameRefusal
	if errors.As(err, &name) {
		f.Hint = "choose another with --name"
	}
	return f
}

// hintFor returns what the list of reasons says about an error, "" for nothing.
func hintFor(err error) (hint string) {
	for _, r := range reasons {
		if errors.Is(err, r.is) {
			hint = r.hint
		}
	}
	return hint
}

// PlainError returns the text of an error without the names of packages, and without the
// beginning that all errors about typed text share.
func PlainError(text string) string {
	return strings.TrimPrefix(api.Plain(text), "bad terms: ")
}

var statusOf = map[string]int{
	api.CodeNotRunning: StatusUnreachable,
	api.CodeVersion:    StatusUnreachable,
	api.CodeHome:       StatusUnreachable,
	api.CodeBadRequest: StatusUsage,
	api.CodeAmbiguous:  StatusUsage,
}

// nextStep says what to do about an error, by its code, if the code alone tells that.
var nextStep = map[string]string{
	api.CodeBadRequest:  "fives COMMAND --help shows how a command is used",
	api.CodeIllegal:     "fives moves lists what you may do",
	api.CodeNotFound:    "fives tables lists the tables that there are",
	api.CodeConflict:    "fives show says how the table stands, fives tables lists the tables that there are",
	api.CodeRefused:     "fives tables lists the open tables",
	api.CodeUnreachable: "fives peers shows who is there, fives doctor looks for what is wrong",
	api.CodeInternal:    "fives doctor looks for what is wrong; fives.log in the home folder may say more",
}

func explainDaemon(e *api.Error) *Failure {
	f := &Failure{Status: StatusNo}
	f.Text, f.Hint = say.Error(e)
	f.Hint = cmp.Or(hintFor(e), f.Hint, nextStep[e.Code])
	if s, ok := statusOf[e.Code]; ok {
		f.Status = s
	}
	return f
}
