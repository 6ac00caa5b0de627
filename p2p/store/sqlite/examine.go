package sqlite

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"syscall"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"fives/p2p/kv"
)

// Suffixes of the files beside the map's file.
const (
	LogSuffix  = "-wal"  // SQLite's write-ahead log
	MarkSuffix = "-mark" // the number of acknowledged Updates

	journalSuffix = "-journal" // the file that programs before SQLite had beside theirs
)

// bolt marks the bbolt files of programs before SQLite: the magic number and version that follow the
// 16 bytes of the first page's header.
var bolt = binary.NativeEndian.AppendUint32(binary.NativeEndian.AppendUint32(nil, 0xED0CDAED), 2)

// recognize returns an error if a file is one of an older program, or empty. SQLite would take an empty
// file for a new one, and remove its log.
func recognize(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, 16+len(bolt))
	switch n, err := io.ReadFull(f, head); {
	case n == 0 && err == io.EOF:
		return fmt.Errorf("%w: %s is empty", kv.ErrDamaged, filepath.Base(path))
	case n == 0:
		return err
	case n == len(head) && bytes.Equal(head[16:], bolt):
		return fmt.Errorf("%w: a file of bbolt, before there was SQLite", kv.ErrOlder)
	}
	return nil
}

// Look calls f with the map in a file that nobody has open, as it is without its log, and unchecked. It
// takes no lock, and neither makes nor changes a file. The error is that of f, or says why the file
// cannot be read.
func Look(path string, f func(m kv.Map) error) error {
	if err := recognize(path); err != nil {
		return err
	}
	conn, err := connect(path, "immutable=1", sqlite.OpenReadOnly)
	if err != nil {
		return explain(err)
	}
	if _, err = versionOf(conn); err == nil {
		tx := &transaction{conn: conn}
		err = errors.Join(f(tx), tx.err)
	}
	return errors.Join(err, conn.Close())
}

// A state is the row of the table commits (schema.go).
type state struct{ count, base int64 }

// examine checks a file and its log, and changes neither. It returns the version of the file's schema,
// and its state.
func examine(conn *sqlite.Conn) (version int64, now state, err error) {
	if version, err = versionOf(conn); err != nil {
		return 0, now, err
	}
	switch result, err := ask(conn, "integrity_check(1)"); {
	case err != nil:
		return 0, now, err
	case result != "ok":
		return 0, now, fmt.Errorf("%w: %s", kv.ErrDamaged, result)
	}
	now, err = stateOf(conn)
	return version, now, err
}

// stateWithoutLog returns the state of a file as it is without its log. It returns false if that cannot be read,
// as after a checkpoint that was cut short.
func stateWithoutLog(path string) (state, bool) {
	conn, err := connect(path, "immutable=1", sqlite.OpenReadOnly)
	if err != nil {
		return state{}, false
	}
	s, err := stateOf(conn)
	return s, errors.Join(err, conn.Close()) == nil
}

// checkFits returns an error unless a file, its log and its mark belong together.
func checkFits(path string, now state) error {
	name := filepath.Base(path)
	if file, ok := stateWithoutLog(path); ok && (file.count < now.base || file.count > now.count) {
		return fmt.Errorf("%w: %s%s has updates %d to %d, but %s ends with %d: one of them is an older copy",
			kv.ErrDamaged, name, LogSuffix, now.base+1, now.count, name, file.count)
	}
	if mark := readMark(path); now.count < mark {
		return fmt.Errorf("%w: %d updates were acknowledged, and %d are there: %s%s was cut off or is gone, or %s is an older copy",
			kv.ErrDamaged, mark, now.count, name, LogSuffix, name)
	}
	return nil
}

// versionOf returns the version of a file's schema. The error wraps [kv.ErrDamaged] if the file is not
// one of this program, and [kv.ErrNewer] or [kv.ErrOlder] if another version wrote it.
func versionOf(conn *sqlite.Conn) (version int64, err error) {
	switch id, err := number(conn, "application_id"); {
	case err != nil:
		return 0, err
	case id != applicationID:
		return 0, fmt.Errorf("%w: it is not a file of this program", kv.ErrDamaged)
	}
	version, err = number(conn, "user_version")
	switch newest := newest(); {
	case err != nil:
	case version > newest:
		err = fmt.Errorf("%w: schema %d of the file, this program knows %d", kv.ErrNewer, version, newest)
	case version <= unread:
		err = fmt.Errorf("%w: schema %d of the file, this program has %d", kv.ErrOlder, version, newest)
	}
	return version, err
}

// stateOf reads the row of the table commits.
func stateOf(conn *sqlite.Conn) (s state, err error) {
	rows := 0
	err = sqlitex.ExecuteTransient(conn, "SELECT count, base FROM commits", &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
		rows++
		s = state{stmt.ColumnInt64(0), stmt.ColumnInt64(1)}
		return nil
	}})
	if err == nil && rows != 1 {
		err = fmt.Errorf("%w: %d rows say how many updates there have been", kv.ErrDamaged, rows)
	}
	return s, err
}

// connect opens a connection that does not wait for locks.
func connect(path, how string, flags sqlite.OpenFlags) (*sqlite.Conn, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: how}
	if u.Path[0] != '/' {
		u.Path = "/" + u.Path // C:/…
	}
	conn, err := sqlite.OpenConn(u.String(), flags|sqlite.OpenURI)
	if err != nil {
		return nil, err
	}
	conn.SetBusyTimeout(0)
	return conn, nil
}

// explain turns errors of SQLite into those of package kv, or of the system.
func explain(err error) error {
	if sqlite.ErrCode(err) == sqlite.ResultIOErrShortRead { // a page is missing
		return fmt.Errorf("%w: %v", kv.ErrDamaged, err)
	}
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultOK:
		return nil
	case sqlite.ResultBusy:
		return kv.ErrInUse
	case sqlite.ResultCorrupt, sqlite.ResultNotADB, sqlite.ResultFormat:
		return fmt.Errorf("%w: %v", kv.ErrDamaged, err)
	case sqlite.ResultFull:
		return fmt.Errorf("store: %w: %w", syscall.ENOSPC, err)
	case sqlite.ResultIOErr, sqlite.ResultCantOpen:
		return fmt.Errorf("store: %w: %w", syscall.EIO, err)
	case sqlite.ResultReadOnly:
		return fmt.Errorf("store: %w: %w", syscall.EROFS, err)
	case sqlite.ResultError: // also for errors that are not SQLite's
		return err
	}
	return fmt.Errorf("store: %w", err)
}

// unreadable explains an error that came while a file was examined: then, what SQLite cannot make sense
// of is damage.
func unreadable(err error) error {
	switch {
	case errors.Is(err, kv.ErrDamaged), errors.Is(err, kv.ErrNewer), errors.Is(err, kv.ErrOlder):
		return err
	case sqlite.ErrCode(err).ToPrimary() == sqlite.ResultError:
		return fmt.Errorf("%w: %v", kv.ErrDamaged, err)
	}
	return explain(err)
}
