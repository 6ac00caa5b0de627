package memory

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"fives/p2p/kv"
)

// Errors of wrong use.
var (
	errClosed   = errors.New("store: it is closed")
	errReadOnly = errors.New("store: a View must not change anything")
	errKind     = errors.New("store: the key is empty, or a value has the key of a bucket, or a bucket that of a value")
)

// A DB is a tree in memory. It implements [kv.DB].
type DB struct {
	disk    Disk
	writing sync.Mutex // held through an Update

	mu     sync.RWMutex // guards the rest
	root   *tree
	ended  error // set when it is closed
	failed error // set when nobody knows what the disk has
}

// A tree is a bucket as it was committed.
type tree struct {
	values  map[string][]byte
	buckets map[string]*tree
}

func newTree() *tree { return &tree{values: map[string][]byte{}, buckets: map[string]*tree{}} }

// Open returns the tree that a disk has. The error wraps [kv.ErrDamaged] if its entries are no tree.
func Open(disk Disk) (*DB, error) {
	entries, err := disk.Entries()
	if err != nil {
		return nil, err
	}
	d := &DB{disk: disk, root: newTree()}
	for _, e := range entries { // a bucket may come after what is in it
		parts, err := split(e.Name)
		if err != nil {
			return nil, err
		}
		if key := parts[len(parts)-1]; key == "" {
			d.root.at(parts[:len(parts)-1], true)
		}
	}
	for _, e := range entries {
		parts, _ := split(e.Name)
		if err := d.root.take(parts, e.Value); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// at returns the tree at the end of a path; if there is none, it makes one if making is set, and
// else returns nil.
func (t *tree) at(path []string, making bool) *tree {
	for _, name := range path {
		inner := t.buckets[name]
		if inner == nil && !making {
			return nil
		}
		if inner == nil {
			inner = newTree()
			t.buckets[name] = inner
		}
		t = inner
	}
	return t
}

// take puts a value in its place.
func (t *tree) take(parts []string, value []byte) error {
	path, key := parts[:len(parts)-1], parts[len(parts)-1]
	if key == "" {
		return nil
	}
	in := t.at(path, false)
	if in == nil || in.buckets[key] != nil {
		return fmt.Errorf("%w: the value at %x has no place", kv.ErrDamaged, key)
	}
	in.values[key] = value
	return nil
}

// View calls f with the tree, to read it.
func (d *DB) View(f func(root kv.Bucket) error) error {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if err := cmp.Or(d.ended, d.failed); err != nil {
		return err
	}
	return f(&bucket{base: d.root})
}

// Update calls f with the tree, to change it, and commits the changes. If it returns an error other
// than one that wraps [kv.ErrInDoubt], nothing has changed.
func (d *DB) Update(f func(root kv.Bucket) error) error {
	d.writing.Lock()
	defer d.writing.Unlock()
	if err := cmp.Or(d.ended, d.failed); err != nil { // only Close and Update write them
		return err
	}
	changes := map[string][]byte{}
	top := &bucket{base: d.root, changes: changes}
	if err := f(top); err != nil {
		return err
	}
	if len(changes) == 0 {
		return nil
	}
	var list []Entry
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		list = append(list, Entry{name, changes[name]})
	}
	done, err := d.commit(list)
	d.mu.Lock()
	defer d.mu.Unlock()
	if errors.Is(err, kv.ErrInDoubt) {
		d.failed = err
	}
	if done {
		top.settle()
	}
	return err
}

// commit changes entries, and reports whether they were changed. If the disk reports an error, it
// reads what the disk has.
func (d *DB) commit(changes []Entry) (done bool, err error) {
	reported := d.disk.Commit(changes)
	if reported == nil {
		return true, nil
	}
	entries, err := d.disk.Entries()
	switch {
	case errors.Is(err, reported): // the disk is gone, and says so whatever it is asked
		return false, reported
	case err != nil:
		return false, fmt.Errorf("%w: %w", kv.ErrInDoubt, errors.Join(reported, err))
	}
	there := map[string][]byte{}
	for _, e := range entries {
		there[e.Name] = e.Value
	}
	n := 0
	for _, e := range changes {
		if value, ok := there[e.Name]; ok == (e.Value != nil) && bytes.Equal(value, e.Value) {
			n++
		}
	}
	if n == len(changes) {
		return true, nil
	}
	return false, reported
}

// Close closes the disk.
func (d *DB) Close() error {
	d.writing.Lock()
	defer d.writing.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ended != nil {
		return nil
	}
	d.ended = errClosed
	return d.disk.Close()
}
