package store

import (
	"fives/engine/record"
	"fives/p2p/kv"
)

// PutAdmitted stores which nodes without a seat this node lets watch a table, so that it can sign
// their credentials again.
func (s *Store) PutAdmitted(id record.Hash, nodes []record.Key) error {
	return s.writes.update(func(root kv.Bucket) error {
		b := root.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		return put(b, keyAdmitted, nodes)
	})
}

// Admitted returns what PutAdmitted has stored, nil if nothing.
func (s *Store) Admitted(id record.Hash) (nodes []record.Key, err error) {
	err = s.db.View(func(root kv.Bucket) error {
		b := root.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		_, err := get(b, keyAdmitted, &nodes)
		return err
	})
	return nodes, err
}
