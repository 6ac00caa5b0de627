package sqlite

import (
	"fmt"
	"strconv"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"fives/p2p/kv"
)

// settings are those of an open file, besides the write-ahead log. Nobody else can open it, because
// even reading takes the lock. A commit waits for the disk, and on macOS also for the disk's cache. The
// log is copied into the file only when we say so, and deleted bytes in the file are overwritten.
// https://www.sqlite.org/pragma.html
var settings = []struct {
	name  string
	value any
	reads string // the value that is read back
}{
	{"locking_mode", "exclusive", "exclusive"},
	{"synchronous", "full", "2"},
	{"fullfsync", 1, "1"},
	{"checkpoint_fullfsync", 1, "1"},
	{"wal_autocheckpoint", 0, "0"},
	{"secure_delete", 1, "1"},
	{"cache_size", -1024, "-1024"}, // KiB
}

// apply applies the settings to a connection and reads them back.
func apply(conn *sqlite.Conn) error {
	for _, s := range settings {
		if err := set(conn, s.name, s.value); err != nil {
			return err
		}
		got, err := ask(conn, s.name)
		if err != nil {
			return err
		}
		if got != s.reads {
			return fmt.Errorf("store: SQLite does not take %s = %v: it is %q", s.name, s.value, got)
		}
	}
	switch mode, err := ask(conn, "journal_mode"); {
	case err != nil:
		return err
	case mode != "wal":
		return fmt.Errorf("%w: it has no write-ahead log: journal_mode is %q", kv.ErrDamaged, mode)
	}
	return nil
}

func set(conn *sqlite.Conn, pragma string, value any) error {
	return sqlitex.ExecuteTransient(conn, fmt.Sprintf("PRAGMA %s = %v", pragma, value), nil)
}

// number returns the number that a pragma returns.
func number(conn *sqlite.Conn, pragma string) (int64, error) {
	text, err := ask(conn, pragma)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(text, 10, 64)
}

// ask returns the first text that a pragma returns.
func ask(conn *sqlite.Conn, pragma string) (text string, err error) {
	err = sqlitex.ExecuteTransient(conn, "PRAGMA "+pragma, &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
		if text == "" {
			text = stmt.ColumnText(0)
		}
		return nil
	}})
	return text, err
}
