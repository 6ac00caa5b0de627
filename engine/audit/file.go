package audit

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"fives/engine/record"
)

// ReadLog reads a log or evidence file (SPEC §6): a record a line, every line
// in its only spelling and ended by a newline. The error for a line that is
// none is an [*AlteredError]; others are those of r.
func ReadLog(r io.Reader) ([]record.Record, error) {
	lines := bufio.NewReaderSize(r, record.MaxLine+1)
	var records []record.Record
	for {
		n := len(records) + 1
		line, err := lines.ReadSlice('\n')
		switch {
		case err == io.EOF && len(line) == 0:
			return records, nil
		case err == io.EOF:
			return nil, altered(n, unended(n, line))
		case errors.Is(err, bufio.ErrBufferFull):
			return nil, altered(n, fmt.Errorf("%w: more than %d bytes", ErrLine, record.MaxLine))
		case err != nil:
			return nil, fmt.Errorf("audit: %w", err)
		}
		rec, err := record.ParseLine(line[:len(line)-1])
		switch {
		case err == nil:
			records = append(records, rec)
		case bytes.HasSuffix(line, []byte("\r\n")):
			return nil, altered(n, ErrLineEnds)
		default:
			return nil, altered(n, fmt.Errorf("%w: %w", ErrLine, err))
		}
	}
}

// unended is what is wrong with a line that has no newline. In a file of one
// such line nothing tells a record that is cut off from anything else.
func unended(n int, line []byte) error {
	switch _, err := record.ParseLine(line); {
	case err == nil:
		return ErrNewline
	case n == 1:
		return ErrLine
	}
	return ErrCut
}

// WriteLog writes what [ReadLog] reads.
func WriteLog(w io.Writer, records []record.Record) error {
	out := bufio.NewWriter(w)
	for _, r := range records {
		out.Write(r.Line())
		out.WriteByte('\n')
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	return nil
}
