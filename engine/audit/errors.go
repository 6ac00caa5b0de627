package audit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fives/engine/record"
	"fives/engine/table"
)

// Reasons of an [AlteredError] for a line that is not a record: either a program has
// rewritten the file, or it never was a log.
var (
	ErrLine     = errors.New("its line is not a record as fives writes one")
	ErrLineEnds = errors.New("its line ends as on Windows, with CR LF")
	ErrNewline  = errors.New("the newline behind it is missing")
	ErrCut      = errors.New("its line is cut off")
	ErrBlank    = errors.New("its line is blank")
)

// Reasons of an [AlteredError] at record 1, for a file that some program has stored in
// another form.
var (
	ErrGzip     = errors.New("it is packed with gzip")
	ErrZip      = errors.New("it is packed with zip")
	ErrPage     = errors.New("it is a web page, such as the report of a game")
	ErrUTF16    = errors.New("it is text in UTF-16")
	ErrMark     = errors.New("it begins with a byte order mark")
	ErrIndented = errors.New("its records are spread over several lines")
)

// ErrUnreadable is wrapped by the errors of [VerifyFile] for a file that could not be read
// to its end: a line is not a record, or its reader has failed.
var ErrUnreadable = errors.New("audit: the file cannot be read as a log")

// unreadable has the text of its cause.
type unreadable struct{ cause error }

func (e unreadable) Error() string   { return e.cause.Error() }
func (e unreadable) Unwrap() []error { return []error{ErrUnreadable, e.cause} }

// An AlteredError names the first record that does not fit without its author being guilty:
// somebody has changed the file.
type AlteredError struct {
	Record int // counted from 1, like the lines of the file
	Reason error
}

func (e *AlteredError) Error() string {
	if e.Record == 1 && errors.Is(e.Reason, record.ErrVersion) {
		return "the file is of another version of fives: " + e.Why()
	}
	return fmt.Sprintf("the file was altered at record %d: %s", e.Record, e.Why())
}

// Why returns the reason in words for a reader of the file.
func (e *AlteredError) Why() string {
	for _, w := range []struct {
		is   error
		text string
	}{
		{record.ErrSignature, "its signature does not belong to it"},
		{table.ErrKnown, "it is there twice"},
		{table.ErrFuture, "records before it are missing, or stand behind it"},
		{ErrLine, ErrLine.Error()},
	} {
		if errors.Is(e.Reason, w.is) {
			return w.text
		}
	}
	if errors.Is(e.Reason, record.ErrEncoding) {
		return "it cannot be read: " + reasonOf(e.Reason)
	}
	return reasonOf(e.Reason)
}

func (e *AlteredError) Unwrap() error { return e.Reason }

// A BlameError names a seat whose own signature proves that it is at fault: faults (a), (b)
// and (d) of SPEC §8.2 and §10.5.
type BlameError struct {
	Record int // counted from 1
	Seat   int
	Name   string
	Fault  *table.Fault
	Also   *BlameError // the author of an upheld complaint, if it is at fault as well; otherwise nil
}

func (e *BlameError) Error() string {
	text := fmt.Sprintf("%s is at fault at record %d: %s", record.ShowName(e.Name), e.Record, reasonOf(e.Fault.Reason))
	if e.Also != nil {
		text += "; " + e.Also.Error()
	}
	return text
}

// Names lists whom the record proves to be at fault.
func (e *BlameError) Names() []string {
	if e.Also != nil {
		return append([]string{e.Name}, e.Also.Names()...)
	}
	return []string{e.Name}
}

func (e *BlameError) Unwrap() error { return e.Fault }

// A ChainError says why a log does not fit the others of a chain.
type ChainError struct {
	Reason string
	Guilty []string // whom the logs together prove to be at fault, in order of the seats
	Record int      // the first of their records in this log that proves it, together with another log, from 1; 0 if nobody is at fault
}

func (e *ChainError) Error() string { return e.Reason }

// A FileError says which log of a chain an error is about.
type FileError struct {
	File int // index in the chain
	Err  error
}

func (e *FileError) Error() string { return fmt.Sprintf("file %d: %v", e.File+1, e.Err) }

func (e *FileError) Unwrap() error { return e.Err }

func altered(n int, reason error) error { return &AlteredError{Record: n, Reason: reason} }

// packages are the package names with which errors begin.
var packages = []string{"record", "table", "rules", "card", "mask", "sigma", "piece", "ristretto", "transcript", "cbor"}

// reasonOf returns the text of an error without the names of packages and without the
// general words for its kind.
func reasonOf(err error) string {
	text := err.Error()
	for _, kind := range []error{table.ErrForeign, table.ErrTerms, record.ErrEncoding} {
		text = strings.ReplaceAll(text, kind.Error()+": ", "")
	}
	parts := strings.Split(text, ": ")
	parts = slices.DeleteFunc(parts, func(s string) bool { return slices.Contains(packages, s) })
	return strings.Join(slices.Compact(parts), ": ") // an error of the shuffle may name it twice
}
