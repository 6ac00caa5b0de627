package store

import (
	"crypto/ed25519"
	"errors"
	"fmt"

	"fives/engine/record"
	"fives/p2p/kv"
)

// An Identity is who a node is. A browser keeps it in the store; a daemon keeps it in another file.
type Identity struct {
	Seed []byte `cbor:"seed"` // of its Ed25519 key
	Name string `cbor:"name"`
}

// Key returns the key of an identity. The error wraps [ErrDamaged] if the seed has another length.
func (i Identity) Key() (ed25519.PrivateKey, error) {
	if len(i.Seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("%w: the identity has no key", ErrDamaged)
	}
	return ed25519.NewKeyFromSeed(i.Seed), nil
}

// ErrNoIdentity says that a store has an owner, but not the owner's key.
var ErrNoIdentity = errors.New("store: the key that its tables belong to is missing")

// Identity returns what SetIdentity has stored; ok is false for a new store. The error wraps
// [ErrNoIdentity] if the store has an owner, but not the owner's key.
func (s *Store) Identity() (i Identity, ok bool, err error) {
	err = s.db.View(func(root kv.Bucket) error {
		var owner record.Key
		meta := root.Bucket(bucketMeta)
		if ok, err = get(meta, keyIdentity, &i); ok || err != nil {
			return err
		}
		if owned, err := get(meta, keyOwner, &owner); owned || err != nil {
			return errors.Join(ErrNoIdentity, err)
		}
		return nil
	})
	return i, ok, err
}

// HasTables reports whether there is anything of a table: one that has begun, one that is open, or a seat that
// was asked for.
func (s *Store) HasTables() (has bool, err error) {
	err = s.db.View(func(root kv.Bucket) error {
		for _, bucket := range [][]byte{bucketTables, bucketOffers, bucketJoins, bucketWishes} {
			if err := root.Bucket(bucket).Walk(func(_, _ []byte) error { has = true; return nil }); err != nil {
				return err
			}
		}
		return nil
	})
	return has, err
}

// SetIdentity stores who the node is, and that the store belongs to it. The error wraps [ErrForeign]
// if the store belongs to another identity.
func (s *Store) SetIdentity(i Identity) error {
	key, err := i.Key()
	if err != nil {
		return err
	}
	return s.writes.update(func(root kv.Bucket) error {
		var owner record.Key
		meta := root.Bucket(bucketMeta)
		if known, err := get(meta, keyOwner, &owner); err != nil || known && owner != record.KeyOf(key) {
			return errors.Join(ErrForeign, err)
		}
		return errors.Join(put(meta, keyIdentity, i), put(meta, keyOwner, record.KeyOf(key)))
	})
}
