package store

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"time"

	"fives/engine/record"
	"fives/p2p/kv"
)

// An Identity is who a node is. A browser keeps it in the store; a daemon keeps it in another file.
type Identity struct {
	Seed []byte `cbor:"seed"` // of its Ed25519 key
	Name string `cbor:"name"`
}

var keySeen = []byte("seen")

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

// Seen returns when the person was last here, to the second, as SetSeen has stored it; the zero time
// if it has not.
func (s *Store) Seen() (at time.Time, err error) {
	err = s.db.View(func(root kv.Bucket) error {
		var second int64
		noted, err := get(root.Bucket(bucketMeta), keySeen, &second)
		if noted {
			at = time.Unix(second, 0)
		}
		return err
	})
	return at, err
}

// SetSeen stores when the person was here. Only pages use it.
func (s *Store) SetSeen(at time.Time) error { return s.put(bucketMeta, keySeen, at.Unix()) }
