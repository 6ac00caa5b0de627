package node

import (
	"fmt"
	"slices"
	"sync"

	"fives/engine/nickname"
	"fives/engine/record"
	"fives/p2p/store"
)

// maxKeys is how many keys one name may have, such as those of one person's
// machines.
const maxKeys = 16

// A book holds which keys people go by. A name belongs to the first key that it
// was met with at a table; another one is doubted until this node's person
// trusts it.
type book struct {
	store *store.Store
	self  record.Key

	mu    sync.Mutex
	keys  map[string][]record.Key // of a name, oldest first
	alike map[string][]string     // names by their skeleton
}

// openBook reads the book from the store. This node's own name is its own.
func openBook(st *store.Store, own string, self record.Key) (*book, error) {
	keys, err := st.Names()
	if err != nil {
		return nil, err
	}
	b := &book{store: st, self: self, keys: keys, alike: map[string][]string{}}
	for name := range keys {
		b.index(name)
	}
	if b.knows(own, self) {
		return b, nil
	}
	return b, b.trust(own, self)
}

func (b *book) index(name string) {
	s := nickname.Skeleton(name)
	if !slices.Contains(b.alike[s], name) {
		b.alike[s] = append(b.alike[s], name)
	}
}

// knows tells whether a key goes by a name.
func (b *book) knows(name string, key record.Key) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Contains(b.keys[name], key)
}

// met notes a name that was met at a table, unless it is doubted.
func (b *book) met(name string, key record.Key) error {
	if b.doubt(name, key) != "" || b.knows(name, key) {
		return nil
	}
	return b.trust(name, key)
}

// trust notes that a key goes by a name.
func (b *book) trust(name string, key record.Key) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	keys := append(slices.Clone(b.keys[name]), key)
	keys = keys[max(0, len(keys)-maxKeys):]
	if err := b.store.PutKeys(name, keys); err != nil {
		return fmt.Errorf("node: %w", err)
	}
	b.keys[name] = keys
	b.index(name)
	return nil
}

// doubt says why somebody who claims a name may not be who a person takes them
// for; "" if there is no reason.
func (b *book) doubt(name string, key record.Key) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	keys := b.keys[name]
	switch {
	case key == b.self || name == "" || slices.Contains(keys, key):
		return ""
	case len(keys) == 1 && keys[0] == b.self:
		return fmt.Sprintf("your own name, with the key %s", record.Fingerprint(key))
	case len(keys) > 0:
		return fmt.Sprintf("a new key, %s: you know another %s", record.Fingerprint(key), nickname.Shown(name))
	}
	like := ""
	for _, other := range b.alike[nickname.Skeleton(name)] {
		if slices.Contains(b.keys[other], key) {
			return "" // who writes their name in another way
		}
		like = other
	}
	if like == "" {
		return ""
	}
	return fmt.Sprintf("looks like %s, whom you know, but has another key, %s", nickname.Shown(like), record.Fingerprint(key))
}
