package audit

import (
	"errors"
	"fmt"

	"fives/engine/record"
	"fives/engine/table"
)

// An AlteredError names the first record that does not fit and of which no
// author is guilty: somebody has changed the file.
type AlteredError struct {
	Record int // counted from 1, which is the line of the file too
	Reason error
}

func (e *AlteredError) Error() string {
	return fmt.Sprintf("the file was altered at record %d: %s", e.Record, e.Why())
}

// Why is the reason in the words of a reader of the file.
func (e *AlteredError) Why() string {
	for _, w := range []struct {
		is   error
		text string
	}{
		{record.ErrSignature, "its signature does not belong to it"},
		{table.ErrKnown, "it is there twice"},
		{table.ErrFuture, "records before it are missing"},
	} {
		if errors.Is(e.Reason, w.is) {
			return w.text
		}
	}
	return e.Reason.Error()
}

func (e *AlteredError) Unwrap() error { return e.Reason }

// A BlameError names a seat that is proved to be at fault by its own signature:
// faults (a) and (b) of the design, section 4.
type BlameError struct {
	Record int // counted from 1
	Seat   int
	Name   string
	Fault  *table.Fault
}

func (e *BlameError) Error() string {
	return fmt.Sprintf("%s is at fault at record %d: %v", e.Name, e.Record, e.Fault.Reason)
}

func (e *BlameError) Unwrap() error { return e.Fault }

// A ChainError says why a log does not continue another.
type ChainError struct{ Reason string }

func (e *ChainError) Error() string { return "it does not continue its parent: " + e.Reason }

// A FileError says which log of a chain an error is about.
type FileError struct {
	File int // index in the chain
	Err  error
}

func (e *FileError) Error() string { return fmt.Sprintf("file %d: %v", e.File+1, e.Err) }

func (e *FileError) Unwrap() error { return e.Err }

func altered(n int, reason error) error { return &AlteredError{Record: n, Reason: reason} }
