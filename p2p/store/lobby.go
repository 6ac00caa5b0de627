package store

import (
	"errors"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/kv"
	"fives/p2p/lobby"
)

// Parts of what comes before a table, by its ID, and of who is known.
const (
	partOffers part[lobby.OpenTable]   = "offers/"
	partJoins  part[lobby.Reservation] = "joins/"
	partWishes part[lobby.Wish]        = "wishes/"
	partGiven  part[bool]              = "given/"
	partNames  part[[]record.Key]      = "names/" // by name
)

// PutOffer stores an open table of this node.
func (s *Store) PutOffer(id record.Hash, o lobby.OpenTable) error {
	return save(s, partOffers, string(id[:]), o)
}

// MoveOffer stores an open table that was proposed again, with the new ID to, in place of from.
func (s *Store) MoveOffer(from, to record.Hash, o lobby.OpenTable) error {
	return move(s, partOffers, from, to, o)
}

// DropOffer forgets an open table.
func (s *Store) DropOffer(id record.Hash) error { return forget(s, partOffers, string(id[:])) }

// Offers returns the stored open tables, by ID.
func (s *Store) Offers() (map[record.Hash]lobby.OpenTable, error) { return all(s, partOffers) }

// PutJoin stores that this node has asked for a seat at an open table.
func (s *Store) PutJoin(id record.Hash, r lobby.Reservation) error {
	return s.writes.update(func(m kv.Map) error {
		return errors.Join(partGiven.drop(m, string(id[:])), partJoins.put(m, string(id[:]), r))
	})
}

// GiveUp forgets a seat that is no longer wanted, and remembers that it was given up: the host still
// has the join record.
func (s *Store) GiveUp(id record.Hash) error {
	return s.writes.update(func(m kv.Map) error {
		return errors.Join(partGiven.put(m, string(id[:]), true), partJoins.drop(m, string(id[:])))
	})
}

// GivenUp reports whether the seat at a table was given up, or the table was forgotten.
func (s *Store) GivenUp(id record.Hash) (bool, error) {
	_, ok, err := load(s, partGiven, string(id[:]))
	return ok, err
}

// DropJoin forgets a seat at a table that has begun.
func (s *Store) DropJoin(id record.Hash) error { return forget(s, partJoins, string(id[:])) }

// Joins returns the seats that this node has asked for, by table ID.
func (s *Store) Joins() (map[record.Hash]lobby.Reservation, error) { return all(s, partJoins) }

// PutWish stores that this node has asked for a seat at a running table.
func (s *Store) PutWish(id record.Hash, w lobby.Wish) error {
	return save(s, partWishes, string(id[:]), w)
}

// MoveWish stores a wish for a seat at the table to, which goes on from the table from, in place of
// the wish there.
func (s *Store) MoveWish(from, to record.Hash, w lobby.Wish) error {
	return move(s, partWishes, from, to, w)
}

// DropWish forgets a wish.
func (s *Store) DropWish(id record.Hash) error { return forget(s, partWishes, string(id[:])) }

// Wishes returns the stored wishes, by table ID.
func (s *Store) Wishes() (map[record.Hash]lobby.Wish, error) { return all(s, partWishes) }

// PutCode stores the code of a private table with it.
func (s *Store) PutCode(id record.Hash, code entry.StoredCode) error {
	return saveOf(s, id, partCode, code)
}

// Code returns what PutCode has stored, without a text if nothing.
func (s *Store) Code(id record.Hash) (entry.StoredCode, error) {
	code, _, err := load(s, of(id, partCode), only)
	return code, err
}

// PutSentAway stores with a table which nodes its host has sent away.
func (s *Store) PutSentAway(id record.Hash, nodes []record.Key) error {
	return saveOf(s, id, partSentAway, nodes)
}

// SentAway returns what PutSentAway has stored.
func (s *Store) SentAway(id record.Hash) ([]record.Key, error) {
	nodes, _, err := load(s, of(id, partSentAway), only)
	return nodes, err
}

// Names returns the keys known by each name, oldest first.
func (s *Store) Names() (map[string][]record.Key, error) {
	names := map[string][]record.Key{}
	err := s.db.View(func(m kv.Map) error {
		return partNames.each(m, func(name string, keys []record.Key) error {
			names[name] = keys
			return nil
		})
	})
	return names, err
}

// AddKey adds a key to those known by a name, and keeps the newest ones, at most most of them.
func (s *Store) AddKey(name string, key record.Key, most int) error {
	return s.writes.update(func(m kv.Map) error {
		keys, _, err := partNames.get(m, name)
		if err != nil {
			return err
		}
		keys = append(keys, key)
		return partNames.put(m, name, keys[max(0, len(keys)-most):])
	})
}

// move stores a value of a part by the ID to, in place of the one by from.
func move[T any](s *Store, p part[T], from, to record.Hash, v T) error {
	return s.writes.update(func(m kv.Map) error {
		return errors.Join(p.drop(m, string(from[:])), p.put(m, string(to[:]), v))
	})
}

// all returns the values of a part, by table ID.
func all[T any](s *Store, p part[T]) (map[record.Hash]T, error) {
	values := map[record.Hash]T{}
	err := s.db.View(func(m kv.Map) error {
		return p.each(m, func(key string, v T) error {
			id, err := idOf(key)
			values[id] = v
			return err
		})
	})
	return values, err
}

const partFaces part[map[string]int] = "meta/faces"

// Faces returns what PutFaces has stored.
func (s *Store) Faces() (map[string]int, error) {
	numbers, _, err := load(s, partFaces, only)
	return numbers, err
}

// PutFaces stores by which number everybody is drawn, by fingerprint.
func (s *Store) PutFaces(numbers map[string]int) error { return save(s, partFaces, only, numbers) }
