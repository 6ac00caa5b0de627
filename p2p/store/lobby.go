package store

import (
	"errors"
	"slices"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/kv"
	"fives/p2p/lobby"
)

// PutOffer stores an open table of this node.
func (s *Store) PutOffer(id record.Hash, o lobby.OpenTable) error {
	return s.put(bucketOffers, id[:], o)
}

// MoveOffer stores an open table that was proposed again, with the new ID to, in place of from.
func (s *Store) MoveOffer(from, to record.Hash, o lobby.OpenTable) error {
	return s.writes.update(func(root kv.Bucket) error {
		b := root.Bucket(bucketOffers)
		return errors.Join(b.Delete(from[:]), put(b, to[:], o))
	})
}

// DropOffer forgets an open table.
func (s *Store) DropOffer(id record.Hash) error { return s.drop(bucketOffers, id[:]) }

// Offers returns the stored open tables, by ID.
func (s *Store) Offers() (map[record.Hash]lobby.OpenTable, error) {
	return all[lobby.OpenTable](s, bucketOffers)
}

// PutJoin stores that this node has asked for a seat at an open table.
func (s *Store) PutJoin(id record.Hash, r lobby.Reservation) error {
	return s.writes.update(func(root kv.Bucket) error {
		return errors.Join(
			root.Bucket(bucketMeta).Delete(givenUpKey(id)),
			put(root.Bucket(bucketJoins), id[:], r))
	})
}

// GiveUp forgets a seat that is no longer wanted, and remembers that it was given up: the host still
// has the join record.
func (s *Store) GiveUp(id record.Hash) error {
	return s.writes.update(func(root kv.Bucket) error {
		return errors.Join(
			put(root.Bucket(bucketMeta), givenUpKey(id), true),
			root.Bucket(bucketJoins).Delete(id[:]))
	})
}

// GivenUp reports whether the seat at a table was given up, or the table was forgotten.
func (s *Store) GivenUp(id record.Hash) (ok bool, err error) {
	err = s.db.View(func(root kv.Bucket) error {
		ok = root.Bucket(bucketMeta).Get(givenUpKey(id)) != nil
		return nil
	})
	return ok, err
}

func givenUpKey(id record.Hash) []byte { return append(slices.Clone(keyGiven), id[:]...) }

// DropJoin forgets a seat at a table that has begun.
func (s *Store) DropJoin(id record.Hash) error { return s.drop(bucketJoins, id[:]) }

// Joins returns the seats that this node has asked for, by table ID.
func (s *Store) Joins() (map[record.Hash]lobby.Reservation, error) {
	return all[lobby.Reservation](s, bucketJoins)
}

// PutWish stores that this node has asked for a seat at a running table.
func (s *Store) PutWish(id record.Hash, w lobby.Wish) error { return s.put(bucketWishes, id[:], w) }

// MoveWish stores a wish for a seat at the table to, which goes on from the table from, in place of
// the wish there.
func (s *Store) MoveWish(from, to record.Hash, w lobby.Wish) error {
	return s.writes.update(func(root kv.Bucket) error {
		b := root.Bucket(bucketWishes)
		return errors.Join(b.Delete(from[:]), put(b, to[:], w))
	})
}

// DropWish forgets a wish.
func (s *Store) DropWish(id record.Hash) error { return s.drop(bucketWishes, id[:]) }

// Wishes returns the stored wishes, by table ID.
func (s *Store) Wishes() (map[record.Hash]lobby.Wish, error) {
	return all[lobby.Wish](s, bucketWishes)
}

// PutCode stores the code of a private table with it.
func (s *Store) PutCode(id record.Hash, code entry.StoredCode) error {
	return s.writes.update(func(root kv.Bucket) error {
		b := root.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		return put(b, keyCode, code)
	})
}

// Code returns what PutCode has stored, without a text if nothing.
func (s *Store) Code(id record.Hash) (code entry.StoredCode, err error) {
	err = s.db.View(func(root kv.Bucket) error {
		b := root.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return nil
		}
		_, err := get(b, keyCode, &code)
		return err
	})
	return code, err
}

// PutSentAway stores with a table which nodes its host has sent away.
func (s *Store) PutSentAway(id record.Hash, nodes []record.Key) error {
	return s.writes.update(func(root kv.Bucket) error {
		b := root.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		return put(b, keySentAway, nodes)
	})
}

// SentAway returns what PutSentAway has stored.
func (s *Store) SentAway(id record.Hash) (nodes []record.Key, err error) {
	err = s.db.View(func(root kv.Bucket) error {
		b := root.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return nil
		}
		_, err := get(b, keySentAway, &nodes)
		return err
	})
	return nodes, err
}

// Names returns the keys known by each name, oldest first.
func (s *Store) Names() (map[string][]record.Key, error) {
	names := map[string][]record.Key{}
	err := s.db.View(func(root kv.Bucket) error {
		return each(root.Bucket(bucketNames), func(name []byte, keys []record.Key) { names[string(name)] = keys })
	})
	return names, err
}

// AddKey adds a key to those known by a name, and keeps the newest ones, at most most of them.
func (s *Store) AddKey(name string, key record.Key, most int) error {
	return s.writes.update(func(root kv.Bucket) error {
		b := root.Bucket(bucketNames)
		var keys []record.Key
		if _, err := get(b, []byte(name), &keys); err != nil {
			return err
		}
		keys = append(keys, key)
		return put(b, []byte(name), keys[max(0, len(keys)-most):])
	})
}

func (s *Store) put(bucket, key []byte, v any) error {
	return s.writes.update(func(root kv.Bucket) error { return put(root.Bucket(bucket), key, v) })
}

func (s *Store) drop(bucket, key []byte) error {
	return s.writes.update(func(root kv.Bucket) error { return root.Bucket(bucket).Delete(key) })
}

func all[T any](s *Store, bucket []byte) (map[record.Hash]T, error) {
	m := map[record.Hash]T{}
	err := s.db.View(func(root kv.Bucket) error {
		return each(root.Bucket(bucket), func(k []byte, v T) { m[record.Hash(k)] = v })
	})
	return m, err
}
