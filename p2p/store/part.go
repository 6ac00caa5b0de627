package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"fives/engine/record"
	"fives/p2p/kv"
)

// A part is the values of one type. Their keys in the map begin with the part's text; what follows is
// the key in the part.
type part[T any] string

// only is the key in a part that has one value.
const only = ""

// put stores v under key, as canonical CBOR after a checksum.
func (p part[T]) put(m kv.Map, key string, v T) error {
	value, err := record.Marshal(v)
	if err != nil {
		return err
	}
	at := string(p) + key
	return m.Put(at, append(sum(at, value), value...))
}

// get returns what put has stored under key; ok is false if there is nothing.
func (p part[T]) get(m kv.Map, key string) (v T, ok bool, err error) {
	at := string(p) + key
	raw := m.Get(at)
	if raw == nil {
		return v, false, nil
	}
	return v, true, decode(at, raw, &v)
}

// drop removes what put has stored under key.
func (p part[T]) drop(m kv.Map, key string) error { return m.Delete(string(p) + key) }

// each calls take with every key in the part and its value, in the order of the keys.
func (p part[T]) each(m kv.Map, take func(key string, v T) error) error {
	return m.Walk(string(p), func(at string, raw []byte) error {
		var v T
		if err := decode(at, raw, &v); err != nil {
			return err
		}
		return take(at[len(p):], v)
	})
}

// list returns the values of a part, in the order of the keys.
func (p part[T]) list(m kv.Map) (values []T, err error) {
	err = p.each(m, func(_ string, v T) error {
		values = append(values, v)
		return nil
	})
	return values, err
}

// dropAll removes all values whose keys in the map begin with a prefix and end with a suffix.
func dropAll(m kv.Map, prefix, suffix string) error {
	var keys []string
	err := m.Walk(prefix, func(key string, _ []byte) error {
		if strings.HasSuffix(key, suffix) {
			keys = append(keys, key)
		}
		return nil
	})
	for _, key := range keys {
		err = errors.Join(err, m.Delete(key))
	}
	return err
}

// load returns a value of a part, in a transaction of its own.
func load[T any](s *Store, p part[T], key string) (v T, ok bool, err error) {
	err = s.db.View(func(m kv.Map) (err error) {
		v, ok, err = p.get(m, key)
		return err
	})
	return v, ok, err
}

// save stores a value of a part, in a transaction of its own.
func save[T any](s *Store, p part[T], key string, v T) error {
	return s.writes.update(func(m kv.Map) error { return p.put(m, key, v) })
}

// forget removes a value of a part, in a transaction of its own.
func forget[T any](s *Store, p part[T], key string) error {
	return s.writes.update(func(m kv.Map) error { return p.drop(m, key) })
}

// sumSize is the length in bytes of the checksum before every value.
const sumSize = 8

func sum(key string, value []byte) []byte {
	h := sha256.New()
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(key))))
	h.Write([]byte(key))
	h.Write(value)
	return h.Sum(nil)[:sumSize]
}

func checkSum(key string, raw []byte) error {
	if len(raw) < sumSize || !bytes.Equal(raw[:sumSize], sum(key, raw[sumSize:])) {
		return fmt.Errorf("%w: the value at %q does not match its checksum", ErrDamaged, key)
	}
	return nil
}

func decode(key string, raw []byte, v any) error {
	if err := checkSum(key, raw); err != nil {
		return err
	}
	if err := record.Unmarshal(raw[sumSize:], v); err != nil {
		return fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	return nil
}

// idOf returns the table ID or node's key that a key in a part is.
func idOf(key string) (id [32]byte, err error) {
	if len(key) != len(id) {
		return id, fmt.Errorf("%w: %q is not the key of a table or a node", ErrDamaged, key)
	}
	copy(id[:], key)
	return id, nil
}
