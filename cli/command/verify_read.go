package command

import (
	"errors"

	"fives/cli/console"
	"fives/cli/verdict"
	"fives/engine/audit"
	"fives/engine/record"
)

// readLog reads a log file, or standard input for "-", up to the first line that is no record; the error
// is about that line.
func readLog(s *console.Streams, file string) ([]record.Record, error) {
	in, err := s.Open(file)
	if err != nil {
		return nil, refuse(verdict.Unreadable(file, err))
	}
	defer in.Close()
	records, err := audit.ReadLog(in)
	switch {
	case err != nil:
		return records, refuse(verdict.Unreadable(file, err))
	case len(records) == 0:
		return nil, refuse(verdict.Empty(file))
	}
	return records, nil
}

// readLogs reads log files.
func readLogs(s *console.Streams, files []string) ([][]record.Record, error) {
	var logs [][]record.Record
	for _, file := range files {
		records, err := readLog(s, file)
		if err != nil {
			return nil, err
		}
		logs = append(logs, records)
	}
	return logs, nil
}

// refuse returns the error for a file that cannot be read as a log.
func refuse(err error) error {
	var unreadable *verdict.UnreadableError
	if errors.As(err, &unreadable) {
		return console.No(unreadable.Hint, "%s", unreadable.Text)
	}
	return err
}
