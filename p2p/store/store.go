package store

import (
	"errors"
	"fmt"
	"strings"

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

// A Store is an open map. It is safe for concurrent use.
type Store struct {
	db     kv.DB
	writes committer
}

// Open reads and checks a whole map, lays out an empty one, and migrates one with an older schema to the
// newest. A map that it refuses stays as it is, and is closed; the error wraps [ErrDamaged],
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

// Close closes the map.
func (s *Store) Close() error { return s.db.Close() }

// check reads and checks a whole map, also the tables that are read only when somebody asks for them.
// It returns errEmpty for an empty one, and errMigrates for a sound one with an older schema.
func check(m kv.Map) error {
	version, err := schemaOf(m)
	if err != nil {
		return err
	}
	if err := age(version); err != nil {
		return err
	}
	last := "" // the table whose values are read
	err = m.Walk("", func(key string, raw []byte) error {
		if err := checkSum(key, raw); err != nil {
			return err
		}
		rest, belongs := strings.CutPrefix(key, tablePrefix)
		if id := rest[:min(len(rest), len(record.Hash{}))]; version == Schema && belongs && id != last {
			last = id
			if !isTable(m, id) {
				return fmt.Errorf("%w: %q belongs to a table that is not there", ErrDamaged, key)
			}
		}
		return nil
	})
	if err == nil && version < Schema {
		err = errMigrates
	}
	return err
}
