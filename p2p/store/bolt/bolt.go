package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"fives/p2p/store/kv"
)

// A DB is an open file.
type DB struct{ db *bbolt.DB }

// Open opens the file at path, and makes it if there is none. The error of a damaged
// file wraps [kv.ErrDamaged], that of one which is open elsewhere is [kv.ErrInUse].
func Open(path string) (*DB, error) {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = begin(path)
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
	return &DB{db}, nil
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

// begin makes a new file. It appears whole: a file without content is a damaged
// one, not a new one.
func begin(path string) error {
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

// View reads the tree.
func (d *DB) View(f func(root kv.Bucket) error) error {
	return d.db.View(func(tx *bbolt.Tx) error { return f(root(tx)) })
}

// Update changes the tree, with one fsync.
func (d *DB) Update(f func(root kv.Bucket) error) error {
	return d.db.Update(func(tx *bbolt.Tx) error { return f(root(tx)) })
}

// Close closes the file.
func (d *DB) Close() error { return d.db.Close() }

func root(tx *bbolt.Tx) bucket { return bucket{tx.Cursor().Bucket()} }

// A bucket is one of bbolt's.
type bucket struct{ b *bbolt.Bucket }

func (b bucket) Get(key []byte) []byte { return b.b.Get(key) }

func (b bucket) Put(key, value []byte) error { return b.b.Put(key, value) }

func (b bucket) Delete(key []byte) error { return b.b.Delete(key) }

func (b bucket) Walk(f func(key, value []byte) error) error { return b.b.ForEach(f) }

func (b bucket) Bucket(name []byte) kv.Bucket {
	if inner := b.b.Bucket(name); inner != nil {
		return bucket{inner}
	}
	return nil
}

func (b bucket) Create(name []byte) (kv.Bucket, error) {
	inner, err := b.b.CreateBucketIfNotExists(name)
	if err != nil {
		return nil, err
	}
	return bucket{inner}, nil
}

func (b bucket) Drop(name []byte) error {
	if err := b.b.DeleteBucket(name); err != nil && !errors.Is(err, bolterrors.ErrBucketNotFound) {
		return err
	}
	return nil
}
