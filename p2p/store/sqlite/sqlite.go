package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"fives/p2p/kv"
)

// longLog is the length in bytes above which the log is copied into the file.
var longLog int64 = 4 << 20 // tests change it

// A DB is an open file with its log.
type DB struct {
	path string
	mark *os.File // nil if it cannot be opened

	mu      sync.Mutex // guards the rest
	conn    *sqlite.Conn
	now     state
	begun   bool  // since the file was opened, the log was started again, or that was tried
	failed  error // why nothing can be read or changed any more
	refused bool  // a View has found that the map is damaged, or of another version
}

// Open opens the file at path, and makes one with an empty map if there is none. A file that it refuses
// stays as it is. The error wraps [kv.ErrDamaged] if the file is damaged or does not fit its log,
// [kv.ErrNewer] or [kv.ErrOlder] if another program wrote it; it is [kv.ErrInUse] if the file is open
// elsewhere.
func Open(path string) (*DB, error) {
	err := recognize(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = Make(path, func(kv.DB) error { return nil })
	}
	if err != nil {
		return nil, err
	}
	d := &DB{path: path}
	if err := d.open(); err != nil {
		return nil, err
	}
	d.mark, _ = os.OpenFile(path+MarkSuffix, os.O_RDWR|os.O_CREATE, 0o600)
	return d, nil
}

// open opens the file and examines it.
func (d *DB) open() error {
	conn, err := connect(d.path, "", sqlite.OpenReadWrite)
	if err != nil {
		return explain(err)
	}
	logged := d.logLength() > 0
	version, now, err := d.accept(conn)
	if err != nil {
		// Closing would copy the log into the file, and it may belong to another one.
		if !logged {
			err = errors.Join(err, conn.Close())
		}
		return err
	}
	if err := migrate(conn, version); err != nil {
		return explain(errors.Join(err, conn.Close()))
	}
	if !logged {
		now.base = now.count
	}
	d.conn, d.now, d.begun = conn, now, !logged
	return nil
}

// accept returns an error if the files must not be used; it changes none of them.
func (d *DB) accept(conn *sqlite.Conn) (version int64, now state, err error) {
	if err := apply(conn); err != nil {
		return 0, now, unreadable(err)
	}
	if version, now, err = examine(conn); err != nil {
		return 0, now, unreadable(err)
	}
	return version, now, checkFits(d.path, now)
}

// logLength returns the length of the log in bytes.
func (d *DB) logLength() int64 {
	info, err := os.Stat(d.path + LogSuffix)
	if err != nil {
		return 0
	}
	return info.Size()
}

// Make makes a new file, with the map that fill makes of an empty one. The file appears whole or not at
// all, since an empty file counts as damaged, not as new. The error wraps [kv.ErrDamaged] if there is a
// log or mark without a file: they are the remains of a store.
func Make(path string, fill func(kv.DB) error) error {
	for _, suffix := range []string{LogSuffix, journalSuffix, MarkSuffix} {
		if info, err := os.Stat(path + suffix); err == nil && info.Size() > 0 {
			return fmt.Errorf("%w: %s is gone, and %s is there", kv.ErrDamaged, filepath.Base(path), filepath.Base(path)+suffix)
		}
	}
	fresh := path + ".new"
	if err := removeAll(fresh, fresh+LogSuffix, path+MarkSuffix); err != nil {
		return err
	}
	err := makeFile(fresh, fill)
	if err == nil {
		err = os.Rename(fresh, path)
	}
	if err != nil {
		return errors.Join(err, removeAll(fresh, fresh+LogSuffix))
	}
	return syncFolder(filepath.Dir(path))
}

// makeFile makes a file that is whole without its log.
func makeFile(path string, fill func(kv.DB) error) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	d := &DB{path: path, begun: true}
	if d.conn, err = connect(path, "", sqlite.OpenReadWrite); err != nil {
		return explain(err)
	}
	if err = explain(layOut(d.conn)); err == nil {
		err = fill(d)
	}
	if err == nil {
		err = d.checkpoint() // Close would not report that it fails
	}
	return errors.Join(err, d.Close())
}

// layOut applies settings and migrations to an empty file. The settings come before the first use of
// the log: otherwise SQLite would have a third file, for memory shared between processes, and report a
// full disk as an I/O error if there is no room for it.
func layOut(conn *sqlite.Conn) error {
	if err := set(conn, "journal_mode", "wal"); err != nil {
		return err
	}
	if err := apply(conn); err != nil {
		return err
	}
	return migrate(conn, unread)
}

func removeAll(paths ...string) error {
	for _, path := range paths {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// syncFolder makes a rename or a removal durable; systems that cannot sync a folder need not. Tests
// replace it.
var syncFolder = func(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}

// View calls f with the map, to read it. If f finds that the map is damaged, which the integrity check
// cannot see in values, or of another version, Close will leave the files as they are.
func (d *DB) View(f func(m kv.Map) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.failed != nil {
		return d.failed
	}
	tx := &transaction{conn: d.conn}
	err := f(tx)
	if tx.err != nil {
		err = explain(tx.err)
	}
	d.refused = d.refused || errors.Is(err, kv.ErrDamaged) || errors.Is(err, kv.ErrNewer) || errors.Is(err, kv.ErrOlder)
	return err
}

// Update calls f with the map, to change it, and commits the changes with one sync.
func (d *DB) Update(f func(m kv.Map) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.failed != nil {
		return d.failed
	}
	d.shorten()
	if err := d.run("BEGIN IMMEDIATE"); err != nil {
		return explain(err)
	}
	done := false
	defer func() { // even if f panics
		if !done {
			d.rollBack()
		}
	}()
	tx := &transaction{conn: d.conn, writes: true}
	err := f(tx)
	if tx.err != nil {
		err = explain(tx.err)
	}
	if err != nil || !tx.changed {
		return err
	}
	next := state{d.now.count + 1, d.now.base}
	// OR ROLLBACK, because to be able to undo only this statement, SQLite would make a journal of 64 KiB each time.
	if err := sqlitex.Execute(d.conn, "UPDATE OR ROLLBACK commits SET count = ?, base = ?", &sqlitex.ExecOptions{Args: []any{next.count, next.base}}); err != nil {
		return explain(err)
	}
	done = true
	if err := d.run("COMMIT"); err != nil {
		return d.settle(next, explain(err))
	}
	d.now = next
	d.writeMark()
	return nil
}

func (d *DB) run(query string) error { return sqlitex.Execute(d.conn, query, nil) }

// rollBack undoes what was done since the transaction began, unless SQLite has already done so.
func (d *DB) rollBack() {
	if d.conn.AutocommitEnabled() {
		return
	}
	if err := d.run("ROLLBACK"); err != nil {
		_ = d.reopen() // if it fails, the next call returns the error
	}
}

// settle finds out whether the changes of a commit that reported an error are there. It returns nil if
// they are, the reported error if they are not, and an error that wraps [kv.ErrInDoubt] or
// [kv.ErrDamaged] if that cannot be told.
func (d *DB) settle(next state, reported error) error {
	if err := d.reopen(); err != nil {
		return err
	}
	switch d.now.count {
	case next.count:
		// The changes can be read, but since a sync failed, they may not be on the disk.
		if err := d.checkpoint(); err != nil {
			d.failed = fmt.Errorf("%w: %w", kv.ErrInDoubt, errors.Join(reported, err))
			return d.failed
		}
		d.writeMark()
		return nil
	case next.count - 1:
		// The log that reopen has removed may have the changes, and must not come back.
		if err := syncFolder(filepath.Dir(d.path)); err != nil {
			d.failed = fmt.Errorf("%w: %w", kv.ErrInDoubt, errors.Join(reported, err))
			return d.failed
		}
		return reported
	}
	d.failed = fmt.Errorf("%w: %d updates are there after a failed one, and not %d", kv.ErrDamaged, d.now.count, next.count)
	return d.failed
}

// reopen closes the file and opens it again.
func (d *DB) reopen() error {
	_ = d.conn.Close()
	if err := d.open(); err != nil {
		d.failed = fmt.Errorf("%w: %w", kv.ErrInDoubt, err)
		return d.failed
	}
	return nil
}

// shorten copies the log into the file if it is long, and before the first Update, so that it is known
// with which Update the log begins. If that fails, the log just goes on.
func (d *DB) shorten() {
	if n := d.logLength(); n > 0 && !d.begun || n > longLog {
		_ = d.checkpoint()
	}
	d.begun = true
}

// checkpoint copies the log into the file, and empties it.
func (d *DB) checkpoint() error {
	busy, err := ask(d.conn, "wal_checkpoint(truncate)")
	if err != nil {
		return explain(err)
	}
	if busy != "0" {
		return errors.New("store: the log is in use")
	}
	d.now.base = d.now.count
	return nil
}

// Close closes the file, after running calls have returned.
func (d *DB) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if errors.Is(d.failed, errClosed) {
		return nil
	}
	var err error
	if !d.refused || d.logLength() == 0 { // else it would copy the log into the file
		err = explain(d.conn.Close())
	}
	if d.failed != nil {
		err = nil // the failure was reported before
	}
	d.failed = errClosed
	if d.mark != nil {
		err = errors.Join(err, d.mark.Close())
	}
	return err
}

var errClosed = errors.New("store: it is closed")
