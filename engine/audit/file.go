package audit

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"fives/engine/record"
)

// ReadLog reads a log or evidence file (SPEC §6): a record in each line, which has only one
// spelling and ends with a newline. A malformed line is an [*AlteredError]; other errors
// are r's. The records before it are returned too.
func ReadLog(r io.Reader) ([]record.Record, error) {
	lines := newLines(r)
	var records []record.Record
	for {
		rec, err := lines.next()
		if err == io.EOF {
			return records, nil
		}
		if err != nil {
			return records, err
		}
		records = append(records, rec)
	}
}

// lines reads a file record by record.
type lines struct {
	in *bufio.Reader
	n  int // of the line that was read last, from 1
}

func newLines(r io.Reader) *lines {
	return &lines{in: bufio.NewReaderSize(r, record.MaxLine+1)}
}

// next returns the record of the next line, or io.EOF.
func (l *lines) next() (record.Record, error) {
	l.n++
	none := record.Record{}
	if l.n == 1 && l.page() {
		return none, altered(1, ErrPage)
	}
	line, err := l.in.ReadSlice('\n')
	if other := form(l.n, line); other != nil {
		return none, altered(l.n, other)
	}
	switch {
	case err == io.EOF && len(line) == 0:
		return none, io.EOF
	case err == io.EOF:
		return none, altered(l.n, unended(l.n, line))
	case errors.Is(err, bufio.ErrBufferFull):
		return none, altered(l.n, fmt.Errorf("%w: more than %d bytes", ErrLine, record.MaxLine))
	case err != nil:
		return none, fmt.Errorf("audit: %w", err)
	}
	rec, err := record.ParseLine(line[:len(line)-1])
	switch {
	case err == nil:
		return rec, nil
	case bytes.HasSuffix(line, []byte("\r\n")):
		return none, altered(l.n, ErrLineEnds)
	}
	return none, altered(l.n, fmt.Errorf("%w: %w", ErrLine, err))
}

// page reports whether the file begins with a tag. The blank lines that may come before it
// are not what is wrong.
func (l *lines) page() bool {
	const enough = 16
	head, _ := l.in.Peek(enough) // an error comes back when the line is read
	return bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("<"))
}

// form returns the error for a line of a file that seems to be stored in another form than
// a log's, otherwise nil.
func form(n int, line []byte) error {
	if len(line) > 0 && len(bytes.Trim(line, " \t\n")) == 0 {
		return ErrBlank
	}
	if n > 1 {
		return nil
	}
	for _, f := range []struct {
		begins string
		is     error
	}{
		{"\x1f\x8b", ErrGzip}, {"PK\x03\x04", ErrZip},
		{"\xff\xfe", ErrUTF16}, {"\xfe\xff", ErrUTF16}, {"{\x00", ErrUTF16}, {"\x00{", ErrUTF16},
		{"\xef\xbb\xbf", ErrMark},
		{"{\n", ErrIndented}, {"{\r\n", ErrIndented}, {"[", ErrIndented},
	} {
		if bytes.HasPrefix(line, []byte(f.begins)) {
			return f.is
		}
	}
	return nil
}

// unended returns the error for a last line without a newline. If that is also the first
// line, nothing shows that it ever was a record, cut off or not.
func unended(n int, line []byte) error {
	switch _, err := record.ParseLine(line); {
	case err == nil:
		return ErrNewline
	case n == 1:
		return ErrLine
	}
	return ErrCut
}

// A tape holds what has been read of a log, so that it can be played more than once.
type tape struct {
	records []record.Record
	end     error                         // why there are no more, nil while there may be
	read    func() (record.Record, error) // the next one
}

// play plays the log from its beginning, and reads on where nothing has been read yet.
func (t *tape) play() (next func() (record.Record, error)) {
	at := 0
	return func() (r record.Record, err error) {
		if at == len(t.records) && t.end == nil {
			if r, err = t.read(); err != nil {
				t.end = err
			} else {
				t.records = append(t.records, r)
			}
		}
		if at == len(t.records) {
			return r, t.end
		}
		at++
		return t.records[at-1], nil
	}
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
