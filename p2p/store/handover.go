package store

import (
	"fives/engine/record"
	"fives/p2p/kv"
	"fives/p2p/replica"
)

// PutHandovers stores what this node says about a table's handovers.
func (s *Store) PutHandovers(id record.Hash, own []replica.OwnHandover) error {
	return s.writes.update(func(root kv.Bucket) error {
		b := root.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		return put(b, keyHandovers, own)
	})
}

// Handovers returns what PutHandovers has stored; said is false if it was never called.
func (s *Store) Handovers(id record.Hash) (own []replica.OwnHandover, said bool, err error) {
	err = s.db.View(func(root kv.Bucket) error {
		b := root.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		said, err = get(b, keyHandovers, &own)
		return err
	})
	return own, said, err
}
