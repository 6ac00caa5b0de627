package memory

import (
	"maps"
	"slices"

	"fives/p2p/kv"
)

// A bucket is a bucket in a transaction: the changes, over what was committed.
type bucket struct {
	base    *tree              // as committed; nil for a new bucket
	name    string             // of its entry, without the last part
	changes map[string][]byte  // of the whole transaction, by entry name; nil in a View
	values  map[string][]byte  // the values that were put, nil for a deleted one
	buckets map[string]*bucket // the inner buckets that an Update has used, nil for a dropped one
}

func (b *bucket) Get(key []byte) []byte {
	if value, ok := b.values[string(key)]; ok || b.base == nil {
		return value
	}
	return b.base.values[string(key)]
}

func (b *bucket) Put(key, value []byte) error {
	if err := b.mayChange(key); err != nil {
		return err
	}
	if b.Bucket(key) != nil {
		return errKind
	}
	b.set(string(key), append([]byte{}, value...))
	return nil
}

func (b *bucket) Delete(key []byte) error {
	if err := b.mayChange(key); err != nil {
		return err
	}
	if b.Bucket(key) != nil {
		return errKind
	}
	if b.Get(key) != nil {
		b.set(string(key), nil)
	}
	return nil
}

func (b *bucket) set(key string, value []byte) {
	if b.values == nil {
		b.values = map[string][]byte{}
	}
	b.values[key] = value
	b.changes[join(b.name, key)] = value
}

func (b *bucket) mayChange(key []byte) error {
	switch {
	case b.changes == nil:
		return errReadOnly
	case len(key) == 0:
		return errKind
	}
	return nil
}

func (b *bucket) Walk(f func(key, value []byte) error) error {
	keys := map[string]bool{} // false for those that are gone
	if b.base != nil {
		for key := range b.base.values {
			keys[key] = true
		}
		for name := range b.base.buckets {
			keys[name] = true
		}
	}
	for key, value := range b.values {
		keys[key] = value != nil
	}
	for name, inner := range b.buckets {
		keys[name] = inner != nil || keys[name] && b.Get([]byte(name)) != nil
	}
	maps.DeleteFunc(keys, func(_ string, there bool) bool { return !there })
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if err := f([]byte(key), b.Get([]byte(key))); err != nil {
			return err
		}
	}
	return nil
}

func (b *bucket) Bucket(name []byte) kv.Bucket {
	if inner := b.inner(string(name)); inner != nil {
		return inner
	}
	return nil
}

// inner returns the inner bucket with a name, nil if there is none.
func (b *bucket) inner(name string) *bucket {
	if inner, ok := b.buckets[name]; ok {
		return inner
	}
	if b.base == nil || b.base.buckets[name] == nil {
		return nil
	}
	inner := &bucket{base: b.base.buckets[name]}
	if b.changes != nil {
		inner.name, inner.changes = join(b.name, name), b.changes
		b.hold(name, inner)
	}
	return inner
}

// hold notes an inner bucket of the transaction, nil for a dropped one.
func (b *bucket) hold(name string, inner *bucket) {
	if b.buckets == nil {
		b.buckets = map[string]*bucket{}
	}
	b.buckets[name] = inner
}

func (b *bucket) Create(name []byte) (kv.Bucket, error) {
	if err := b.mayChange(name); err != nil {
		return nil, err
	}
	if b.Get(name) != nil {
		return nil, errKind
	}
	if inner := b.inner(string(name)); inner != nil {
		return inner, nil
	}
	inner := &bucket{name: join(b.name, string(name)), changes: b.changes}
	b.hold(string(name), inner)
	b.changes[join(inner.name, "")] = []byte{}
	return inner, nil
}

func (b *bucket) Drop(name []byte) error {
	if err := b.mayChange(name); err != nil {
		return err
	}
	if b.Get(name) != nil {
		return errKind
	}
	if inner := b.inner(string(name)); inner != nil {
		inner.remove()
		b.hold(string(name), nil)
	}
	return nil
}

// remove removes all entries in a bucket, and the bucket's own.
func (b *bucket) remove() {
	_ = b.Walk(func(key, _ []byte) error {
		if inner := b.inner(string(key)); inner != nil {
			inner.remove()
		} else {
			b.changes[join(b.name, string(key))] = nil
		}
		return nil
	})
	b.changes[join(b.name, "")] = nil
}

// settle puts the changes into the committed tree, and returns that.
func (b *bucket) settle() *tree {
	t := b.base
	if t == nil {
		t = newTree()
	}
	for key, value := range b.values {
		if value == nil {
			delete(t.values, key)
		} else {
			t.values[key] = value
		}
	}
	for name, inner := range b.buckets {
		if inner == nil {
			delete(t.buckets, name)
		} else {
			t.buckets[name] = inner.settle()
		}
	}
	return t
}
