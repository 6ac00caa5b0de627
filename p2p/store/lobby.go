package store

import (
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

// DropOffer forgets it.
func (s *Store) DropOffer(id record.Hash) error { return s.drop(bucketOffers, id[:]) }

// Offers returns the open tables.
func (s *Store) Offers() (map[record.Hash]Offer, error) {
	return all[Offer](s, bucketOffers)
}

// PutJoin stores a seat asked for.
func (s *Store) PutJoin(id record.Hash, j Join) error { return s.put(bucketJoins, id[:], j) }

// DropJoin forgets it.
func (s *Store) DropJoin(id record.Hash) error { return s.drop(bucketJoins, id[:]) }

// Joins returns the seats asked for.
func (s *Store) Joins() (map[record.Hash]Join, error) {
	return all[Join](s, bucketJoins)
}

// Keys returns the keys under which a name has been seen, oldest first.
func (s *Store) Keys(name string) ([]record.Key, error) {
	var keys []record.Key
	err := s.db.View(func(tx *bolt.Tx) error {
		_, err := get(tx.Bucket(bucketNames), []byte(name), &keys)
		return err
	})
	return keys, err
}

// SawKey notes that a name was claimed with a key.
func (s *Store) SawKey(name string, key record.Key) error {
	keys, err := s.Keys(name)
	if err != nil || slices.Contains(keys, key) || len(keys) >= maxKeys {
		return err
	}
	return s.put(bucketNames, []byte(name), append(keys, key))
}

const maxKeys = 16

func (s *Store) put(bucket, key []byte, v any) error {
	return s.db.Update(func(tx *bolt.Tx) error { return put(tx.Bucket(bucket), key, v) })
}

func (s *Store) drop(bucket, key []byte) error {
	return s.db.Update(func(tx *bolt.Tx) error { return tx.Bucket(bucket).Delete(key) })
}

func all[T any](s *Store, bucket []byte) (map[record.Hash]T, error) {
	m := map[record.Hash]T{}
	err := s.db.View(func(tx *bolt.Tx) error {
		return each(tx.Bucket(bucket), func(k []byte, v T) { m[record.Hash(k)] = v })
	})
	return m, err
}
