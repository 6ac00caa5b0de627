package store

import (
	"cmp"
	"errors"
	"fmt"

	"fives/p2p/kv"
)

// Schema is the version of the layout of the tree and of the records in it. Trees of schema 1 had
// records of protocol versions 1 and 2, those of schema 2 records of version 3.
const Schema = 3

// migrations has, by schema, the functions that turn a tree of that schema into one of the next.
// There are none for schemas that no release has written.
var migrations = map[uint64]func(root kv.Bucket) error{}

var keySchema = []byte("schema")

var (
	// errEmpty says that a tree has nothing in it, so it is new.
	errEmpty = errors.New("store: it is empty")
	// errMigrates says that a tree is sound and has an older schema that can be migrated.
	errMigrates = errors.New("store: it has to be migrated to the newest schema")

	errNoVersion = fmt.Errorf("%w: it has no version", ErrDamaged)
)

// schemaOf reads the schema of a tree.
func schemaOf(meta kv.Bucket) (version uint64, err error) {
	if ok, err := get(meta, keySchema, &version); err != nil || !ok {
		return 0, fmt.Errorf("%w: %v", errNoVersion, err)
	}
	return version, nil
}

// age returns an error that wraps [ErrNewer] if a schema is newer than this program's, or [ErrOlder]
// if no migration leads on from it; else nil.
func age(version uint64) error {
	if version > Schema {
		return fmt.Errorf("%w: schema %d, this program knows %d", ErrNewer, version, Schema)
	}
	for v := version; v < Schema; v++ {
		if migrations[v] == nil {
			return fmt.Errorf("%w: schema %d, this program has %d", ErrOlder, version, Schema)
		}
	}
	return nil
}

// Age returns the error with which [Open] would refuse the tree of a file because of its age, nil if it
// would not. It reads only one value. A file that is empty without its log was made by an older
// program, because now a new file already has the buckets of a tree.
func Age(root kv.Bucket) error {
	meta := root.Bucket(bucketMeta)
	if meta == nil {
		return cmp.Or(root.Walk(func(_, _ []byte) error { return errNoVersion }), fmt.Errorf("%w: its file has no schema", ErrOlder))
	}
	version, err := schemaOf(meta)
	if err != nil {
		return nil // Open, which reads everything, will report damage
	}
	return age(version)
}

// layOut lays out the store's tree, which is empty.
func (s *Store) layOut() error {
	if err := s.writes.update(layOut); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// layOut puts into an empty tree what every tree has: the buckets and the schema.
func layOut(root kv.Bucket) error {
	for _, name := range buckets {
		if _, err := root.Create(name); err != nil {
			return err
		}
	}
	return put(root.Bucket(bucketMeta), keySchema, uint64(Schema))
}

// migrate migrates the tree to the newest schema and checks it, in one commit: if anything is wrong,
// the tree stays as it was.
func (s *Store) migrate() error {
	return s.writes.update(func(root kv.Bucket) error {
		meta := root.Bucket(bucketMeta)
		version, err := schemaOf(meta)
		if err != nil {
			return err
		}
		for ; version < Schema; version++ {
			if err := migrations[version](root); err != nil {
				return fmt.Errorf("store: from schema %d to the next: %w", version, err)
			}
		}
		if err := put(meta, keySchema, version); err != nil {
			return err
		}
		return check(root)
	})
}
