package store

import (
	bolt "go.etcd.io/bbolt"

	"fives/engine/record"
	"fives/p2p/session"
)

// PutCall stores a call beside its table.
func (s *Store) PutCall(id record.Hash, c session.Call) error {
	return s.writes.update(func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		return put(b, keyCall, c)
	})
}

// Call returns what PutCall stored, the zero Call if there is nothing.
func (s *Store) Call(id record.Hash) (c session.Call, err error) {
	err = s.db.View(func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		_, err := get(b, keyCall, &c)
		return err
	})
	return c, err
}
