package store

import (
	"crypto/ed25519"
	"errors"
	"fmt"

	"fives/engine/record"
	"fives/p2p/kv"
	"fives/p2p/session"
)

const (
	partOwner    part[record.Key] = "meta/owner"
	partIdentity part[Identity]   = "meta/identity"
)

// ErrForeign says that a store belongs to another identity.
var ErrForeign = session.ErrForeign

// Owner returns the identity key that SetOwner has stored; ok is false if there is none.
func (s *Store) Owner() (owner record.Key, ok bool, err error) { return load(s, partOwner, only) }

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
	return save(s, partOwner, only, owner)
}

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
	err = s.db.View(func(m kv.Map) (err error) {
		if i, ok, err = partIdentity.get(m, only); ok || err != nil {
			return err
		}
		if _, owned, err := partOwner.get(m, only); owned || err != nil {
			return errors.Join(ErrNoIdentity, err)
		}
		return nil
	})
	return i, ok, err
}

// HasTables reports whether there is anything of a table: one that has begun, one that is open, or a seat that
// was asked for.
func (s *Store) HasTables() (has bool, err error) {
	err = s.db.View(func(m kv.Map) error {
		for _, p := range []string{string(partGenesis), string(partOffers), string(partJoins), string(partWishes)} {
			if err := m.Walk(p, func(string, []byte) error { has = true; return nil }); err != nil {
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
	return s.writes.update(func(m kv.Map) error {
		owner, known, err := partOwner.get(m, only)
		if err != nil || known && owner != record.KeyOf(key) {
			return errors.Join(ErrForeign, err)
		}
		return errors.Join(partIdentity.put(m, only, i), partOwner.put(m, only, record.KeyOf(key)))
	})
}
