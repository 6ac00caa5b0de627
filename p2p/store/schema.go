package store

import (
	"errors"
	"fmt"

	"fives/p2p/kv"
)

// Schema is the version of the layout of the tree.
const Schema = 1

// migrations lead from one schema to the next: each has the schema that it starts from,
// and changes a tree of that into one of the schema after it. 1 is the first there was.
var migrations = map[uint64]func(root kv.Bucket) error{}

var keySchema = []byte("schema")

var (
	// errEmpty says that there is nothing in a tree at all: it is a new one.
	errEmpty = errors.New("store: it is empty")
	// errOlder says that a tree is sound, and of an older schema.
	errOlder = errors.New("store: it is of an older schema")

	errNoVersion = fmt.Errorf("%w: it says nothing of its version", ErrDamaged)
)

// schemaOf reads the schema of a tree.
func schemaOf(meta kv.Bucket) (version uint64, err error) {
	if ok, err := get(meta, keySchema, &version); err != nil || !ok {
		return 0, fmt.Errorf("%w: %v", errNoVersion, err)
	}
	return version, nil
}

// layOut makes an empty tree one of the newest schema.
func (s *Store) layOut() error {
	if err := s.writes.update(layOut); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// layOut puts what every tree has into an empty one.
func layOut(root kv.Bucket) error {
	for _, name := range buckets {
		if _, err := root.Create(name); err != nil {
			return err
		}
	}
	return put(root.Bucket(bucketMeta), keySchema, uint64(Schema))
}

// migrate brings a tree to the newest schema and checks it, in one commit: if anything is
// wrong, it stays as it was.
func (s *Store) migrate() error {
	return s.writes.update(func(root kv.Bucket) error {
		meta := root.Bucket(bucketMeta)
		version, err := schemaOf(meta)
		if err != nil {
			return err
		}
		for ; version < Schema; version++ {
			next, ok := migrations[version]
			if !ok {
				return fmt.Errorf("%w: no program has written schema %d", ErrDamaged, version)
			}
			if err := next(root); err != nil {
				return fmt.Errorf("store: from schema %d to the next: %w", version, err)
			}
		}
		if err := put(meta, keySchema, version); err != nil {
			return err
		}
		return check(root)
	})
}
