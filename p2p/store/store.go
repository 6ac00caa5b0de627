package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"fives/engine/record"
	"fives/p2p/session"
)

// Schema is the version of the layout of the file.
const Schema = 1

// Errors of Open and of reading.
var (
	ErrInUse   = errors.New("store: another daemon has it open")
	ErrDamaged = session.ErrDamaged
	ErrNewer   = errors.New("store: the file was written by a newer version")
)

// Buckets. A table is a bucket of its own below tables.
var (
	bucketMeta   = []byte("meta")
	bucketTables = []byte("tables")
	bucketOffers = []byte("offers")
	bucketJoins  = []byte("joins")
	bucketNames  = []byte("names")

	buckets = [][]byte{bucketMeta, bucketTables, bucketOffers, bucketJoins, bucketNames}

	keySchema = []byte("schema")
	keyOwner  = []byte("owner")
	keyGiven  = []byte("given") // ‖ table ID → true
)

// A Store is an open file. It is safe for concurrent use.
type Store struct {
	db     *bolt.DB
	writes committer
}

// Open opens the file at path, and makes it if there is none. It reads and
// checks all of it; a file that is damaged stays as it is.
func Open(path string) (*Store, error) {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = layOut(path)
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
	return &Store{db: db, writes: committer{db: db}}, nil
}

func openFile(path string, readOnly bool) (*bolt.DB, error) {
	db, err := bolt.Open(path, 0o600, &bolt.Options{Timeout: time.Second, ReadOnly: readOnly})
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, ErrInUse
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("store: %w", err)
	case err != nil:
		return nil, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	return db, nil
}

// layOut makes a new file. It appears whole: a file without content is a
// damaged one, not a new one.
func layOut(path string) error {
	fresh := path + ".new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	db, err := openFile(fresh, false)
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bolt.Tx) error {
		for _, b := range buckets {
			if _, err := tx.CreateBucket(b); err != nil {
				return err
			}
		}
		return put(tx.Bucket(bucketMeta), keySchema, uint64(Schema))
	})
	if err := errors.Join(err, db.Close()); err != nil {
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

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }

// check reads the whole file, while nobody can write to it.
func check(path string) error {
	db, err := openFile(path, true)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := checkPages(path); err != nil {
		return err
	}
	return db.View(func(tx *bolt.Tx) error {
		var damage error
		for err := range tx.Check() { // to the end: it does not stop before
			damage = fmt.Errorf("%w: %v", ErrDamaged, err)
		}
		if damage != nil {
			return damage
		}
		return checkLayout(tx)
	})
}

func checkLayout(tx *bolt.Tx) error {
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		return fmt.Errorf("%w: it says nothing of its version", ErrDamaged)
	}
	var version uint64
	if ok, err := get(meta, keySchema, &version); err != nil || !ok {
		return fmt.Errorf("%w: it says nothing of its version: %v", ErrDamaged, err)
	}
	if version > Schema {
		return fmt.Errorf("%w: schema %d, this program knows %d", ErrNewer, version, Schema)
	}
	for _, b := range buckets {
		if tx.Bucket(b) == nil {
			return fmt.Errorf("%w: there is no %s", ErrDamaged, b)
		}
	}
	for _, b := range buckets {
		if err := checkSums(tx.Bucket(b)); err != nil {
			return err
		}
	}
	return tx.Bucket(bucketTables).ForEach(func(id, _ []byte) error {
		return checkTable(id, tx.Bucket(bucketTables).Bucket(id))
	})
}

// checkSums checks every value of a bucket and of those in it, also of tables
// that are not read before somebody asks for them.
func checkSums(b *bolt.Bucket) error {
	return b.ForEach(func(k, raw []byte) error {
		if inner := b.Bucket(k); inner != nil {
			return checkSums(inner)
		}
		return checkSum(k, raw)
	})
}

// sumSize is the length of the checksum in front of every value.
const sumSize = 8

func sum(key, value []byte) []byte {
	h := sha256.New()
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(key))))
	h.Write(key)
	h.Write(value)
	return h.Sum(nil)[:sumSize]
}

// put stores v under key as canonical CBOR with a checksum.
func put(b *bolt.Bucket, key []byte, v any) error {
	value, err := record.Marshal(v)
	if err != nil {
		return err
	}
	return b.Put(key, append(sum(key, value), value...))
}

// get reads what put stored; it returns false if there is nothing.
func get(b *bolt.Bucket, key []byte, v any) (bool, error) {
	raw := b.Get(key)
	if raw == nil {
		return false, nil
	}
	return true, decode(key, raw, v)
}

func checkSum(key, raw []byte) error {
	if len(raw) < sumSize || !bytes.Equal(raw[:sumSize], sum(key, raw[sumSize:])) {
		return fmt.Errorf("%w: the value at %x does not match its checksum", ErrDamaged, key)
	}
	return nil
}

func decode(key, raw []byte, v any) error {
	if err := checkSum(key, raw); err != nil {
		return err
	}
	if err := record.Unmarshal(raw[sumSize:], v); err != nil {
		return fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	return nil
}
