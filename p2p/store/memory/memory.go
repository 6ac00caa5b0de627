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
	errReadOnly = errors.New("store: nothing is changed while it is read")
	errKind     = errors.New("store: a key is that of a value or of a bucket, and not empty")
)

// A DB is a tree in memory. It implements [kv.DB].
type DB struct {
	disk    Disk
	writing sync.Mutex // held through an Update

	mu     sync.RWMutex // guards the rest
	root   *tree
	ended  error // it is closed
	failed error // what the disk has cannot be told
}

// A tree is a bucket as it was committed.
type tree struct {
	values  map[string][]byte
	buckets map[string]*tree
}

func newTree() *tree { return &tree{values: map[string][]byte{}, buckets: map[string]*tree{}} }

// Open makes the tree of what a disk has. The error of entries that are no tree
// wraps [kv.ErrDamaged].
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

// at is the tree at the end of a path, nil if there is none and none is made.
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

// View reads the tree.
func (d *DB) View(f func(root kv.Bucket) error) error {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if err := cmp.Or(d.ended, d.failed); err != nil {
		return err
	}
	return f(&bucket{base: d.root})
}

// Update changes the tree.
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

// commit changes entries, and reports whether that has been done. Where the disk says that
// it has failed, it looks what is there.
func (d *DB) commit(changes []Entry) (done bool, err error) {
	reported := d.disk.Commit(changes)
	if reported == nil {
		return true, nil
	}
	entries, err := d.disk.Entries()
	switch {
	case errors.Is(err, reported): // it is gone, and says so of everything
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
