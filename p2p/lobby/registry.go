package lobby

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"fives/engine/record"
)

// A registry holds what there is one of for a table. It is safe for concurrent use.
type registry[T any] struct {
	mu  sync.Mutex // guards the rest; nothing is called while it is held
	all map[record.Hash]*T
}

// get returns the entry of a table, nil if there is none.
func (r *registry[T]) get(id record.Hash) *T {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.all[id]
}

// ids lists the tables, in their order.
func (r *registry[T]) ids() []record.Hash {
	r.mu.Lock()
	defer r.mu.Unlock()
	return sortedIDs(r.all)
}

// list lists what there is, in the order of the tables.
func (r *registry[T]) list() (list []*T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range sortedIDs(r.all) {
		list = append(list, r.all[id])
	}
	return list
}

// add adds what is new, unless there is one of that table, or so many already.
func (r *registry[T]) add(id record.Hash, v *T, most int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all[id] != nil || len(r.all) >= most {
		return false
	}
	if r.all == nil {
		r.all = map[record.Hash]*T{}
	}
	r.all[id] = v
	return true
}

// drop removes what add has added.
func (r *registry[T]) drop(id record.Hash) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.all, id)
}

func sortedIDs[K ~[32]byte, T any](m map[K]T) []K {
	return slices.SortedFunc(maps.Keys(m), func(a, b K) int { return strings.Compare(string(a[:]), string(b[:])) })
}
