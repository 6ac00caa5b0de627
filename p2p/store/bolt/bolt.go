package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"fives/p2p/store/kv"
)

// JournalSuffix is what the name of the journal has behind that of the file.
const JournalSuffix = "-journal"

// commitAt is the length of a journal in bytes at which the file is brought up to date.
const commitAt = 1 << 20

// commitAfter is how long the file may be behind the journal. Tests change it.
var commitAfter = 2 * time.Second

// A DB is an open file with its journal.
type DB struct {
	path string
	db   *bbolt.DB

	mu      sync.Mutex // guards the rest
	journal journal
	pending [][]change  // what the journal has, in its order
	tx      *bbolt.Tx   // the file with what is pending; nil until it is needed
	soon    *time.Timer // commits; nil if there has been no Update since the last commit
}

// Open opens the file at path, and makes it if there is none. The error of a damaged
// file, or journal, wraps [kv.ErrDamaged], that of one which is open elsewhere is
// [kv.ErrInUse]. A file that is there is not written to before the first Update.
func Open(path string) (*DB, error) {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = makeFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if err := check(path); err != nil {
		return nil, err
	}
	db, err := openFile(path, false)
	if err != nil {
		return nil, err
	}
	d := &DB{path: path, db: db, journal: journal{path: path + JournalSuffix}}
	if err := d.recover(); err != nil {
		db.Close()
		return nil, err
	}
	return d, nil
}

// recover reads what a process that ended before its last commit has left in the
// journal.
func (d *DB) recover() error {
	s, err := stateOf(d.path)
	if err != nil {
		return err
	}
	if d.pending, err = d.journal.read(s); err != nil || len(d.pending) == 0 {
		return err
	}
	if err := d.begin(); err != nil {
		return fmt.Errorf("%w: %s does not fit: %v", kv.ErrDamaged, d.journal.path, err)
	}
	return nil
}

func openFile(path string, readOnly bool) (*bbolt.DB, error) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second, ReadOnly: readOnly})
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, kv.ErrInUse
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("store: %w", err)
	case err != nil:
		return nil, fmt.Errorf("%w: %v", kv.ErrDamaged, err)
	}
	return db, nil
}

// makeFile makes a new file. It appears whole: a file without content is a damaged
// one, not a new one. A journal that is there belongs to a file that is gone.
func makeFile(path string) error {
	if err := os.Remove(path + JournalSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	fresh := path + ".new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	db, err := openFile(fresh, false)
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder makes a rename last; some systems cannot, and need not.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}

// check reads the pages of the whole file, while nobody can write to it.
func check(path string) error {
	db, err := openFile(path, true)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := checkPages(path); err != nil {
		return err
	}
	return db.View(func(tx *bbolt.Tx) error {
		var damage error
		for err := range tx.Check() { // to the end: it does not stop before
			damage = fmt.Errorf("%w: %v", kv.ErrDamaged, err)
		}
		return damage
	})
}

// begin begins a transaction with all that is pending in it, unless there is one.
func (d *DB) begin() error {
	if d.tx != nil {
		return nil
	}
	tx, err := d.db.Begin(true)
	if err != nil {
		return err
	}
	for _, changes := range d.pending {
		for _, c := range changes {
			if err := c.apply(tx); err != nil {
				return errors.Join(err, tx.Rollback())
			}
		}
	}
	d.tx = tx
	return nil
}

// rollBack drops the transaction.
func (d *DB) rollBack() {
	if d.tx != nil {
		_ = d.tx.Rollback() // it fails only for a transaction that has ended
		d.tx = nil
	}
}

// commit puts what is pending into the file, if there has been an Update.
func (d *DB) commit() error {
	if d.soon == nil {
		return nil
	}
	if err := d.begin(); err != nil {
		return err
	}
	err := d.tx.Commit()
	d.tx = nil
	if err != nil {
		return err
	}
	d.soon.Stop()
	d.soon, d.pending = nil, nil
	d.journal.clear()
	return nil
}

// commitSoon sees to it that the file is not behind for long.
func (d *DB) commitSoon() {
	if d.soon != nil {
		return
	}
	d.soon = time.AfterFunc(commitAfter, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.commit() != nil { // the journal has it all
			d.soon.Reset(commitAfter)
		}
	})
}

// Update changes the tree, with one fsync.
func (d *DB) Update(f func(root kv.Bucket) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.journal.size > commitAt {
		if err := d.commit(); err != nil {
			return err
		}
	}
	if err := d.begin(); err != nil {
		return err
	}
	done := false
	defer func() { // also if f panics
		if !done {
			d.rollBack()
		}
	}()
	var changes []change
	if err := f(bucket{b: d.tx.Cursor().Bucket(), changes: &changes}); err != nil {
		return err
	}
	if len(changes) > 0 {
		if err := d.write(changes); err != nil {
			return fmt.Errorf("store: %w", err)
		}
	}
	done = true
	return nil
}

// write makes changes durable.
func (d *DB) write(changes []change) error {
	if d.journal.size == 0 {
		s, err := stateOf(d.path)
		if err != nil {
			return err
		}
		if err := d.journal.begin(s); err != nil {
			return err
		}
	}
	if err := d.journal.add(changes); err != nil {
		return err
	}
	d.pending = append(d.pending, changes)
	d.commitSoon()
	return nil
}

// View reads the tree: the file, once all is in there. If that cannot be, or is not to
// be because there has been no Update, it reads what is to be there.
func (d *DB) View(f func(root kv.Bucket) error) error {
	d.mu.Lock()
	err := d.commit()
	if err == nil && len(d.pending) == 0 {
		d.mu.Unlock()
		return d.db.View(func(tx *bbolt.Tx) error { return f(bucket{b: tx.Cursor().Bucket()}) })
	}
	defer d.mu.Unlock()
	if err := d.begin(); err != nil {
		return err
	}
	return f(bucket{b: d.tx.Cursor().Bucket()})
}

// Close closes the file. If it cannot be brought up to date, it is with the next
// Update after it is opened again.
func (d *DB) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.commit() != nil {
		d.soon.Stop()
		d.soon = nil
	}
	d.rollBack()
	return errors.Join(d.journal.close(), d.db.Close())
}
