package store

import (
	"errors"
	"slices"

	"fives/engine/record"
	"fives/p2p/kv"
	"fives/p2p/lobby"
)

// PutOffer stores an open table of one's own.
func (s *Store) PutOffer(id record.Hash, o lobby.OpenTable) error {
	return s.put(bucketOffers, id[:], o)
}

// MoveOffer stores an open table that was proposed anew, in place of the old one.
func (s *Store) MoveOffer(from, to record.Hash, o lobby.OpenTable) error {
	return s.writes.update(func(root kv.Bucket) error {
		b := root.Bucket(bucketOffers)
		return errors.Join(b.Delete(from[:]), put(b, to[:], o))
	})
}

// DropOffer forgets it.
func (s *Store) DropOffer(id record.Hash) error { return s.drop(bucketOffers, id[:]) }

// Offers returns the open tables.
func (s *Store) Offers() (map[record.Hash]lobby.OpenTable, error) {
	return all[lobby.OpenTable](s, bucketOffers)
}

// PutJoin stores a seat asked for.
func (s *Store) PutJoin(id record.Hash, r lobby.Reservation) error {
	return s.writes.update(func(root kv.Bucket) error {
		return errors.Join(
			root.Bucket(bucketMeta).Delete(given(id)),
			put(root.Bucket(bucketJoins), id[:], r))
	})
}

// GiveUp forgets a seat that is not wanted any more, and remembers that: the
// host still has the join.
func (s *Store) GiveUp(id record.Hash) error {
	return s.writes.update(func(root kv.Bucket) error {
		return errors.Join(
			put(root.Bucket(bucketMeta), given(id), true),
			root.Bucket(bucketJoins).Delete(id[:]))
	})
}

// GivenUp reports whether the seat at a table was given up, or the table forgotten.
func (s *Store) GivenUp(id record.Hash) (ok bool, err error) {
	err = s.db.View(func(root kv.Bucket) error {
		ok = root.Bucket(bucketMeta).Get(given(id)) != nil
		return nil
	})
	return ok, err
}

func given(id record.Hash) []byte { return append(slices.Clone(keyGiven), id[:]...) }

// DropJoin forgets a seat at a table that has begun.
func (s *Store) DropJoin(id record.Hash) error { return s.drop(bucketJoins, id[:]) }

// Joins returns the seats asked for.
func (s *Store) Joins() (map[record.Hash]lobby.Reservation, error) {
	return all[lobby.Reservation](s, bucketJoins)
}

// PutWish stores that a seat at a running table is asked for.
func (s *Store) PutWish(id record.Hash, w lobby.Wish) error { return s.put(bucketWishes, id[:], w) }

// MoveWish stores a wish for a seat at the table that goes on from another one, in place of
// the old one.
func (s *Store) MoveWish(from, to record.Hash, w lobby.Wish) error {
	return s.writes.update(func(root kv.Bucket) error {
		b := root.Bucket(bucketWishes)
		return errors.Join(b.Delete(from[:]), put(b, to[:], w))
	})
}

// DropWish forgets it.
func (s *Store) DropWish(id record.Hash) error { return s.drop(bucketWishes, id[:]) }

// Wishes returns what is asked for.
func (s *Store) Wishes() (map[record.Hash]lobby.Wish, error) {
	return all[lobby.Wish](s, bucketWishes)
}

// PutCode stores the code of a private table beside it.
func (s *Store) PutCode(id record.Hash, code string) error {
	return s.writes.update(func(root kv.Bucket) error {
		b := root.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		return put(b, keyCode, code)
	})
}

// Code returns what PutCode stored, "" if there is nothing.
func (s *Store) Code(id record.Hash) (code string, err error) {
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

// Names returns the keys that go by each name, oldest first.
func (s *Store) Names() (map[string][]record.Key, error) {
	names := map[string][]record.Key{}
	err := s.db.View(func(root kv.Bucket) error {
		return each(root.Bucket(bucketNames), func(name []byte, keys []record.Key) { names[string(name)] = keys })
	})
	return names, err
}

// AddKey adds a key to those that go by a name, and forgets the oldest beyond
// most.
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
