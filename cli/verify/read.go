package verify

import (
	"errors"
	"io/fs"

	"fives/cli/console"
	"fives/cli/failure"
	"fives/engine/audit"
	"fives/engine/record"
)

// ReadLog reads a log file, or standard input for "-".
func ReadLog(s *console.Streams, file string) ([]record.Record, error) {
	in, err := s.Open(file)
	if err != nil {
		return nil, unreadable(file, err)
	}
	defer in.Close()
	records, err := audit.ReadLog(in)
	if err != nil {
		return nil, unreadable(file, err)
	}
	if len(records) == 0 {
		return nil, failure.No(exportAgain, "%s is empty, and no log", file)
	}
	return records, nil
}

// ReadLogs reads log files.
func ReadLogs(s *console.Streams, files []string) ([][]record.Record, error) {
	var logs [][]record.Record
	for _, file := range files {
		records, err := ReadLog(s, file)
		if err != nil {
			return nil, err
		}
		logs = append(logs, records)
	}
	return logs, nil
}

const exportAgain = "fives export TABLE -o FILE writes a log"

// unreadable says why a file cannot be read as a log.
func unreadable(file string, err error) error {
	var altered *audit.AlteredError
	var path *fs.PathError
	switch {
	case errors.As(err, &path):
		return failure.No(exportAgain, "%s: %v", file, path.Err)
	case errors.Is(err, audit.ErrLineEnds):
		return failure.No("turn its line ends back to LF, or export it again: fives export TABLE -o FILE", "%s: a program has changed its line ends to those of Windows", file)
	case errors.Is(err, audit.ErrNewline), errors.Is(err, audit.ErrCut):
		return failure.No("copy the file again, whole, or export it again: fives export TABLE -o FILE", "%s: %s", file, failure.Explain(err).Text)
	case errors.As(err, &altered) && altered.Record == 1:
		return failure.No(exportAgain, "%s is no log: %s", file, altered.Why())
	}
	return failure.No("", "%s: %s", file, failure.Explain(err).Text)
}
