package store

import (
	bolt "go.etcd.io/bbolt"

	"fives/engine/record"
)

// A Call is a continuation that somebody has called for, until it begins.
type Call struct {
	Caller   string `cbor:"caller"`   // peer ID of the node that told of it; "" for this one
	Accepted bool   `cbor:"accepted"` // this node's person has agreed
}

// PutCall stores a call beside its table.
func (s *Store) PutCall(id record.Hash, c Call) error {
	return s.writes.update(func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		return put(b, keyCall, c)
	})
}

// Call returns what PutCall stored, the zero Call if there is nothing.
func (s *Store) Call(id record.Hash) (c Call, err error) {
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
