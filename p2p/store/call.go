package store

import (
	"fives/engine/record"
	"fives/p2p/kv"
	"fives/p2p/session"
)

// PutCall stores a call for a continuation with its table.
func (s *Store) PutCall(id record.Hash, c session.Call) error {
	return s.writes.update(func(root kv.Bucket) error {
		b := root.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		return put(b, keyCall, c)
	})
}

// Call returns what PutCall has stored, the zero Call if nothing.
func (s *Store) Call(id record.Hash) (c session.Call, err error) {
	err = s.db.View(func(root kv.Bucket) error {
		b := root.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		_, err := get(b, keyCall, &c)
		return err
	})
	return c, err
}
