package memory

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"fives/p2p/kv"
)

// Errors of wrong use.
var (
	errClosed   = errors.New("store: it is closed")
	errReadOnly = errors.New("store: a View must not change anything")
	errNoKey    = errors.New("store: the key is empty")
)

// A DB is an ordered map in memory. It implements [kv.DB].
type DB struct {
	disk    Disk
	writing sync.Mutex // held through an Update

	mu        sync.RWMutex // guards the rest
	committed []Entry      // by name
	ended     error        // set when it is closed
	failed    error        // set when nobody knows what the disk has
}

// Open returns the map that a disk has.
func Open(disk Disk) (*DB, error) {
	entries, err := disk.Entries()
	if err != nil {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	return &DB{disk: disk, committed: entries}, nil
}

// View calls f with the map, to read it.
func (d *DB) View(f func(m kv.Map) error) error {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if err := cmp.Or(d.ended, d.failed); err != nil {
		return err
	}
	return f(&transaction{committed: d.committed})
}

// Update calls f with the map, to change it, and commits the changes. If it returns an error other
// than one that wraps [kv.ErrInDoubt], nothing has changed.
func (d *DB) Update(f func(m kv.Map) error) error {
	d.writing.Lock()
	defer d.writing.Unlock()
	if err := cmp.Or(d.ended, d.failed); err != nil { // only Close and Update write them
		return err
	}
	t := &transaction{committed: d.committed, writes: true}
	if err := f(t); err != nil {
		return err
	}
	if len(t.changes) == 0 {
		return nil
	}
	done, err := d.commit(t.changes)
	d.mu.Lock()
	defer d.mu.Unlock()
	if errors.Is(err, kv.ErrInDoubt) {
		d.failed = err
	}
	if done {
		d.committed = merge(d.committed, t.changes)
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

// A transaction is the map in one View or Update: changes, over what was committed.
type transaction struct {
	committed []Entry
	changes   []Entry // by name; removed entries have no value
	writes    bool
}

func (t *transaction) Get(key string) []byte {
	for _, list := range [][]Entry{t.changes, t.committed} {
		if i, ok := find(list, key); ok {
			return list[i].Value
		}
	}
	return nil
}

func (t *transaction) Put(key string, value []byte) error {
	return t.change(Entry{key, append([]byte{}, value...)})
}

func (t *transaction) Delete(key string) error {
	if t.writes && t.Get(key) == nil {
		return nil
	}
	return t.change(Entry{key, nil})
}

func (t *transaction) change(e Entry) error {
	switch {
	case !t.writes:
		return errReadOnly
	case e.Name == "":
		return errNoKey
	}
	i, ok := find(t.changes, e.Name)
	if !ok {
		t.changes = slices.Insert(t.changes, i, Entry{})
	}
	t.changes[i] = e
	return nil
}

func (t *transaction) Walk(prefix string, f func(key string, value []byte) error) error {
	for _, e := range merge(under(t.committed, prefix), under(t.changes, prefix)) {
		if err := f(e.Name, e.Value); err != nil {
			return err
		}
	}
	return nil
}

// find returns where in a list of entries a name is or would be, and whether it is there.
func find(list []Entry, name string) (int, bool) {
	return slices.BinarySearchFunc(list, name, func(e Entry, name string) int { return cmp.Compare(e.Name, name) })
}

// under returns the entries of a list whose names begin with a prefix.
func under(list []Entry, prefix string) []Entry {
	from, _ := find(list, prefix)
	n, _ := slices.BinarySearchFunc(list[from:], 0, func(e Entry, _ int) int {
		if strings.HasPrefix(e.Name, prefix) {
			return -1
		}
		return 1
	})
	return list[from : from+n]
}

// merge returns a list of entries with changes, and leaves both as they are.
func merge(list, changes []Entry) []Entry {
	if len(changes) == 0 {
		return list
	}
	merged := make([]Entry, 0, len(list)+len(changes))
	for _, e := range changes {
		i, ok := find(list, e.Name)
		merged = append(merged, list[:i]...)
		if e.Value != nil {
			merged = append(merged, e)
		}
		if ok {
			i++
		}
		list = list[i:]
	}
	return append(merged, list...)
}
