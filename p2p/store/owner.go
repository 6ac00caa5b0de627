package store

import (
	"fives/engine/record"
	"fives/p2p/kv"
	"fives/p2p/session"
)

// ErrForeign says that a store belongs to another identity.
var ErrForeign = session.ErrForeign

// Owner returns the identity key that SetOwner has stored; ok is false if there is none.
func (s *Store) Owner() (owner record.Key, ok bool, err error) {
	err = s.db.View(func(root kv.Bucket) error {
		ok, err = get(root.Bucket(bucketMeta), keyOwner, &owner)
		return err
	})
	return owner, ok, err
}

// SetOwner stores, once and for all, which identity the tables belong to. The error is [ErrForeign] if
// they belong to another one.
func (s *Store) SetOwner(owner record.Key) error {
	switch old, ok, err := s.Owner(); {
	case err != nil:
		return err
	case ok && old != owner:
		return ErrForeign
	case ok:
		return nil
	}
	return s.put(bucketMeta, keyOwner, owner)
}
