package store

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"fives/engine/record"
	"fives/p2p/kv"
)

// Errors of Open and of reading; see package kv.
var (
	ErrInUse   = kv.ErrInUse
	ErrDamaged = kv.ErrDamaged
	ErrNewer   = kv.ErrNewer
	ErrOlder   = kv.ErrOlder
)

// Buckets. Each table is a bucket in bucketTables.
var (
	bucketMeta   = []byte("meta")
	bucketTables = []byte("tables")
	bucketOffers = []byte("offers")
	bucketJoins  = []byte("joins")
	bucketWishes = []byte("wishes")
	bucketNames  = []byte("names")

	buckets = [][]byte{bucketMeta, bucketTables, bucketOffers, bucketJoins, bucketWishes, bucketNames}

	keyOwner    = []byte("owner")
	keyGiven    = []byte("given") // ‖ table ID → true
	keyIdentity = []byte("identity")
)

// A Store is an open tree. It is safe for concurrent use.
type Store struct {
	db     kv.DB
	writes committer
}

// Open reads and checks a whole tree, lays out an empty one, and migrates one with an older schema to the
// newest. A tree that it refuses stays as it is, and is closed; the error wraps [ErrDamaged],
// [ErrNewer], or [ErrOlder] if no migration leads on from its schema.
func Open(db kv.DB) (*Store, error) {
	s := &Store{db: db, writes: committer{db: db}}
	err := db.View(check)
	switch {
	case errors.Is(err, errEmpty):
		err = s.layOut()
	case errors.Is(err, errMigrates):
		err = s.migrate()
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

// Close closes the tree.
func (s *Store) Close() error { return s.db.Close() }

// check reads and checks a whole tree. It returns errEmpty for an empty one, and errMigrates for a sound
// one with an older schema.
func check(root kv.Bucket) error {
	meta := root.Bucket(bucketMeta)
	if meta == nil {
		return cmp.Or(root.Walk(func(_, _ []byte) error { return errNoVersion }), errEmpty)
	}
	version, err := schemaOf(meta)
	if err != nil {
		return err
	}
	if err := age(version); err != nil {
		return err
	}
	if version < Schema {
		return cmp.Or(checkSums(root), errMigrates)
	}
	for _, name := range buckets {
		b := root.Bucket(name)
		if b == nil {
			return fmt.Errorf("%w: there is no %s", ErrDamaged, name)
		}
		if err := checkSums(b); err != nil {
			return err
		}
	}
	tables := root.Bucket(bucketTables)
	return tables.Walk(func(id, _ []byte) error { return checkTable(id, tables.Bucket(id)) })
}

// checkSums checks the checksums of all values of a bucket and of the buckets in it, even those of
// tables that are read only when somebody asks for them.
func checkSums(b kv.Bucket) error {
	return b.Walk(func(k, raw []byte) error {
		if inner := b.Bucket(k); inner != nil {
			return checkSums(inner)
		}
		return checkSum(k, raw)
	})
}

// sumSize is the length in bytes of the checksum before every value.
const sumSize = 8

func sum(key, value []byte) []byte {
	h := sha256.New()
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(key))))
	h.Write(key)
	h.Write(value)
	return h.Sum(nil)[:sumSize]
}

// put stores v under key, as canonical CBOR after a checksum.
func put(b kv.Bucket, key []byte, v any) error {
	value, err := record.Marshal(v)
	if err != nil {
		return err
	}
	return b.Put(key, append(sum(key, value), value...))
}

// get reads into v what put has stored under key; it returns false if there is nothing.
func get(b kv.Bucket, key []byte, v any) (bool, error) {
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
