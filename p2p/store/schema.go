package store

import (
	"cmp"
	"errors"
	"fmt"

	"fives/p2p/kv"
)

// Schema is the version of the layout of the map and of the records in it. Schemas 1 to 3 were trees
// with records of protocol versions 1 to 4.
const Schema = 4

// migrations has, by schema, the functions that turn a map of that schema into one of the next.
// There are none for schemas that no release has written.
var migrations = map[uint64]func(m kv.Map) error{}

const partSchema part[uint64] = "meta/schema"

// schemaOfTrees is the key of the schema in a browser where it is of a tree.
const schemaOfTrees = "\x04meta\x06schema"

var (
	// errEmpty says that a map has nothing in it, so it is new.
	errEmpty = errors.New("store: it is empty")
	// errMigrates says that a map is sound and has an older schema that can be migrated.
	errMigrates = errors.New("store: it has to be migrated to the newest schema")

	errNoVersion = fmt.Errorf("%w: it has no version", ErrDamaged)
)

// schemaOf reads the schema of a map.
func schemaOf(m kv.Map) (version uint64, err error) {
	version, ok, err := partSchema.get(m, only)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%w: %v", errNoVersion, err)
	case ok:
		return version, nil
	case m.Get(schemaOfTrees) != nil:
		return 0, fmt.Errorf("%w: schema 3 or less, this program has %d", ErrOlder, Schema)
	}
	return 0, cmp.Or(m.Walk("", func(string, []byte) error { return errNoVersion }), errEmpty)
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

// Age returns the error with which [Open] would refuse a map because of its age, nil if it would not.
// It reads only one value.
func Age(m kv.Map) error {
	version, err := schemaOf(m)
	if err != nil && !errors.Is(err, ErrOlder) {
		return nil // Open, which reads everything, will report damage
	}
	return cmp.Or(err, age(version))
}

// layOut puts the schema into the store's map, which is empty.
func (s *Store) layOut() error {
	if err := save(s, partSchema, only, Schema); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// migrate migrates the map to the newest schema and checks it, in one commit: if anything is wrong,
// the map stays as it was.
func (s *Store) migrate() error {
	return s.writes.update(func(m kv.Map) error {
		version, err := schemaOf(m)
		if err != nil {
			return err
		}
		for ; version < Schema; version++ {
			if err := migrations[version](m); err != nil {
				return fmt.Errorf("store: from schema %d to the next: %w", version, err)
			}
		}
		if err := partSchema.put(m, only, version); err != nil {
			return err
		}
		return check(m)
	})
}
