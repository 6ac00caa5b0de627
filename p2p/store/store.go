package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"fives/engine/record"
)

// Schema is the version of the layout of the file.
const Schema = 1

// Errors of Open and of reading.
var (
	ErrInUse   = errors.New("store: another daemon has it open")
	ErrDamaged = errors.New("store: the file is damaged")
	ErrNewer   = errors.New("store: the file was written by a newer version")
)

// Buckets. A table is a bucket of its own below tables.
var (
	bucketMeta   = []byte("meta")
	bucketTables = []byte("tables")
	bucketOffers = []byte("offers")
	bucketJoins  = []byte("joins")
	bucketNames  = []byte("names")

	keySchema = []byte("schema")
)

// A Store is an open file. It is safe for concurrent use.
type Store struct{ db *bolt.DB }

// Open opens the file at path, and makes it if there is none.
func Open(path string) (s *Store, err error) {
	defer func() {
		if r := recover(); r != nil { // bbolt panics on pages that make no sense
			s, err = nil, fmt.Errorf("%w: %v", ErrDamaged, r)
		}
	}()
	db, err := bolt.Open(path, 0o600, &bolt.Options{Timeout: time.Second})
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, ErrInUse
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrChecksum), errors.Is(err, bolterrors.ErrVersionMismatch):
		return nil, fmt.Errorf("%w: %v", ErrDamaged, err)
	case err != nil:
		return nil, fmt.Errorf("store: %w", err)
	}
	s = &Store{db: db}
	if err := s.prepare(); err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }

// prepare checks the pages and the schema of the file, and lays out a new one.
func (s *Store) prepare() error {
	err := s.db.View(func(tx *bolt.Tx) error {
		for err := range tx.Check() {
			return fmt.Errorf("%w: %v", ErrDamaged, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.db.Update(func(tx *bolt.Tx) error {
		meta, err := tx.CreateBucketIfNotExists(bucketMeta)
		if err != nil {
			return err
		}
		if err := checkSchema(meta); err != nil {
			return err
		}
		for _, b := range [][]byte{bucketTables, bucketOffers, bucketJoins, bucketNames} {
			if _, err := tx.CreateBucketIfNotExists(b); err != nil {
				return err
			}
		}
		return nil
	})
}

func checkSchema(meta *bolt.Bucket) error {
	var version uint64
	ok, err := get(meta, keySchema, &version)
	if err != nil {
		return err
	}
	if ok && version > Schema {
		return fmt.Errorf("%w: schema %d, this program knows %d", ErrNewer, version, Schema)
	}
	return put(meta, keySchema, uint64(Schema))
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

func decode(key, raw []byte, v any) error {
	if len(raw) < sumSize || !bytes.Equal(raw[:sumSize], sum(key, raw[sumSize:])) {
		return fmt.Errorf("%w: the value at %x does not match its checksum", ErrDamaged, key)
	}
	if err := record.Unmarshal(raw[sumSize:], v); err != nil {
		return fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	return nil
}
