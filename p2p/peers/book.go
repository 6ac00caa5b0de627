package peers

import (
	"fmt"
	"slices"
	"sync"

	"fives/engine/record"
	"fives/p2p/api"
)

// maxKeys is how many keys one name may have, such as those of one person's
// machines.
const maxKeys = 16

// A Store keeps the keys that go by each name, oldest first.
type Store interface {
	Names() (map[string][]record.Key, error)
	// AddKey adds a key to those of a name, and forgets the oldest ones beyond most.
	AddKey(name string, key record.Key, most int) error
}

// A Book knows which keys belong to which names. A name belongs to the first key with which
// it was met at a table; any other key is doubted until this node's person trusts it.
type Book struct {
	store Store
	self  record.Key

	mu    sync.Mutex
	keys  map[string][]record.Key // of a name, oldest first
	alike map[string][]string     // names by their skeleton
}

// OpenBook reads the book from the store. This node's own name is its own.
func OpenBook(st Store, own string, self record.Key) (*Book, error) {
	keys, err := st.Names()
	if err != nil {
		return nil, err
	}
	b := &Book{store: st, self: self, keys: keys, alike: map[string][]string{}}
	for name := range keys {
		b.index(name)
	}
	if b.Knows(own, self) {
		return b, nil
	}
	return b, b.Trust(own, self)
}

func (b *Book) index(name string) {
	s := record.NameSkeleton(name)
	if !slices.Contains(b.alike[s], name) {
		b.alike[s] = append(b.alike[s], name)
	}
}

// Knows reports whether a key goes by a name.
func (b *Book) Knows(name string, key record.Key) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Contains(b.keys[name], key)
}

// NoteMet notes a name that was met at a table, unless it is doubted.
func (b *Book) NoteMet(name string, key record.Key) error {
	if b.Doubt(name, key).Code != "" || b.Knows(name, key) {
		return nil
	}
	return b.Trust(name, key)
}

// Trust durably notes that a key goes by a name.
func (b *Book) Trust(name string, key record.Key) error {
	if err := b.store.AddKey(name, key, maxKeys); err != nil {
		return fmt.Errorf("peers: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	keys := append(slices.Clone(b.keys[name]), key)
	b.keys[name] = keys[max(0, len(keys)-maxKeys):]
	b.index(name)
	return nil
}

// Doubt says why somebody who claims a name may not be the one they are taken for, and
// nothing if there is no reason.
func (b *Book) Doubt(name string, key record.Key) api.Warning {
	b.mu.Lock()
	defer b.mu.Unlock()
	keys := b.keys[name]
	switch {
	case key == b.self || name == "" || slices.Contains(keys, key):
		return api.Warning{}
	case len(keys) == 1 && keys[0] == b.self:
		return keyWarning(api.WarnOwnName, name, key)
	case len(keys) > 0:
		return keyWarning(api.WarnNewKey, name, key)
	}
	like := ""
	for _, other := range b.alike[record.NameSkeleton(name)] {
		if slices.Contains(b.keys[other], key) {
			return api.Warning{} // somebody who writes their name differently
		}
		like = other
	}
	if like == "" {
		return api.Warning{}
	}
	return keyWarning(api.WarnLikeKnown, like, key)
}

// keyWarning warns about a key, and names the one that somebody else is known by.
func keyWarning(code api.WarningCode, known string, key record.Key) api.Warning {
	return api.Warning{Code: code, Known: known, Fingerprint: record.Fingerprint(key)}
}
