package audit

import (
	"bufio"
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
			return nil, altered(n, errors.New("its line is cut off"))
		case errors.Is(err, bufio.ErrBufferFull):
			return nil, altered(n, fmt.Errorf("its line has more than %d bytes", record.MaxLine))
		case err != nil:
			return nil, fmt.Errorf("audit: %w", err)
		}
		rec, err := record.ParseLine(line[:len(line)-1])
		if err != nil {
			return nil, altered(n, err)
		}
		records = append(records, rec)
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
