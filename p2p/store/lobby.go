package store

import (
	"errors"
	"slices"

	bolt "go.etcd.io/bbolt"

	"fives/engine/record"
)

// An Offer is a table that this node has opened and that is not full yet.
type Offer struct {
	Proposal record.Record          `cbor:"proposal"`
	Joins    []record.Record        `cbor:"joins"` // in seat order
	Code     string                 `cbor:"code"`  // of a private table
	Own      map[string]ReservedBot `cbor:"own"`   // this node's computer players, by their key's bytes
	Kept     []KeptSeat             `cbor:"kept,omitempty"`
}

// A KeptSeat says that a node had a seat at the table when it was proposed
// under another ID, and has not come back for it.
type KeptSeat struct {
	Node  record.Key  `cbor:"node"`
	Table record.Hash `cbor:"table"` // by which it knows the table
}

// A Join is a seat that this node has asked for, or reserved, at somebody
// else's table.
type Join struct {
	Proposal record.Record `cbor:"proposal"`
	Join     record.Record `cbor:"join"`
	Host     record.Key    `cbor:"host"` // the node to ask
	Bot      ReservedBot   `cbor:"bot"`  // set if a computer player is to sit there
}

// A ReservedBot is a computer player that will sit at a table.
type ReservedBot struct {
	Seed []byte `cbor:"seed"` // of its key; empty for none
	Bot  string `cbor:"bot"`  // its strength
}

// PutOffer stores an open table of one's own.
func (s *Store) PutOffer(id record.Hash, o Offer) error { return s.put(bucketOffers, id[:], o) }

// MoveOffer stores an open table that was proposed anew, in place of the old one.
func (s *Store) MoveOffer(from, to record.Hash, o Offer) error {
	return s.writes.update(func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketOffers)
		return errors.Join(b.Delete(from[:]), put(b, to[:], o))
	})
}

// DropOffer forgets it.
func (s *Store) DropOffer(id record.Hash) error { return s.drop(bucketOffers, id[:]) }

// Offers returns the open tables.
func (s *Store) Offers() (map[record.Hash]Offer, error) {
	return all[Offer](s, bucketOffers)
}

// PutJoin stores a seat asked for.
func (s *Store) PutJoin(id record.Hash, j Join) error {
	return s.writes.update(func(tx *bolt.Tx) error {
		return errors.Join(
			tx.Bucket(bucketMeta).Delete(given(id)),
			put(tx.Bucket(bucketJoins), id[:], j))
	})
}

// GiveUp forgets a seat that is not wanted any more, and remembers that: the
// host still has the join.
func (s *Store) GiveUp(id record.Hash) error {
	return s.writes.update(func(tx *bolt.Tx) error {
		return errors.Join(
			put(tx.Bucket(bucketMeta), given(id), true),
			tx.Bucket(bucketJoins).Delete(id[:]))
	})
}

// GivenUp reports whether the seat at a table was given up.
func (s *Store) GivenUp(id record.Hash) (ok bool, err error) {
	err = s.db.View(func(tx *bolt.Tx) error {
		ok = tx.Bucket(bucketMeta).Get(given(id)) != nil
		return nil
	})
	return ok, err
}

func given(id record.Hash) []byte { return append(slices.Clone(keyGiven), id[:]...) }

// DropJoin forgets a seat at a table that has begun.
func (s *Store) DropJoin(id record.Hash) error { return s.drop(bucketJoins, id[:]) }

// Joins returns the seats asked for.
func (s *Store) Joins() (map[record.Hash]Join, error) {
	return all[Join](s, bucketJoins)
}

// Names returns the keys that go by each name, oldest first.
func (s *Store) Names() (map[string][]record.Key, error) {
	names := map[string][]record.Key{}
	err := s.db.View(func(tx *bolt.Tx) error {
		return each(tx.Bucket(bucketNames), func(name []byte, keys []record.Key) { names[string(name)] = keys })
	})
	return names, err
}

// AddKey adds a key to those that go by a name, and forgets the oldest beyond
// most.
func (s *Store) AddKey(name string, key record.Key, most int) error {
	return s.db.Update(func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketNames)
		var keys []record.Key
		if _, err := get(b, []byte(name), &keys); err != nil {
			return err
		}
		keys = append(keys, key)
		return put(b, []byte(name), keys[max(0, len(keys)-most):])
	})
}

func (s *Store) put(bucket, key []byte, v any) error {
	return s.writes.update(func(tx *bolt.Tx) error { return put(tx.Bucket(bucket), key, v) })
}

func (s *Store) drop(bucket, key []byte) error {
	return s.writes.update(func(tx *bolt.Tx) error { return tx.Bucket(bucket).Delete(key) })
}

func all[T any](s *Store, bucket []byte) (map[record.Hash]T, error) {
	m := map[record.Hash]T{}
	err := s.db.View(func(tx *bolt.Tx) error {
		return each(tx.Bucket(bucket), func(k []byte, v T) { m[record.Hash(k)] = v })
	})
	return m, err
}
