package memory

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"fives/p2p/kv"
)

// A Disk keeps entries. Its methods are never called concurrently.
type Disk interface {
	// Entries reads all entries.
	Entries() ([]Entry, error)
	// Commit makes all changes or none. It returns nil once they are durable; if it returns an
	// error, they may have been made or not.
	Commit(changes []Entry) error
	// Close closes the disk.
	Close() error
}

// An Entry is a value or a bucket.
type Entry struct {
	// Name consists of the names of all buckets on the way, and then of the key of the value, or
	// an empty part for the bucket itself. Each part is preceded by its length, as a uvarint.
	Name string
	// Value is empty for a bucket. In a change, nil removes the entry.
	Value []byte
}

// join appends a part to a name.
func join(name, part string) string {
	return string(binary.AppendUvarint([]byte(name), uint64(len(part)))) + part
}

// split returns the parts of a name.
func split(name string) (parts []string, err error) {
	for rest := []byte(name); len(rest) > 0; {
		length, n := binary.Uvarint(rest)
		if n <= 0 || length > uint64(len(rest)-n) {
			return nil, fmt.Errorf("%w: an entry named %x", kv.ErrDamaged, name)
		}
		parts, rest = append(parts, string(rest[n:n+int(length)])), rest[n+int(length):]
	}
	if len(parts) < 2 || slices.Contains(parts[:len(parts)-1], "") {
		return nil, fmt.Errorf("%w: an entry named %x", kv.ErrDamaged, name)
	}
	return parts, nil
}

// A RAM is a disk that forgets everything when the process ends, for tests and the simulation.
type RAM struct{ entries map[string][]byte }

// NewRAM returns an empty disk.
func NewRAM() *RAM { return &RAM{map[string][]byte{}} }

// Copy returns a copy of the disk, as a backup has it.
func (r *RAM) Copy() *RAM { return &RAM{maps.Clone(r.entries)} }

// Entries lists the entries by name.
func (r *RAM) Entries() (list []Entry, err error) {
	for _, name := range slices.Sorted(maps.Keys(r.entries)) {
		list = append(list, Entry{name, r.entries[name]})
	}
	return list, nil
}

func (r *RAM) Commit(changes []Entry) error {
	for _, e := range changes {
		if e.Value == nil {
			delete(r.entries, e.Name)
		} else {
			r.entries[e.Name] = e.Value
		}
	}
	return nil
}

func (r *RAM) Close() error { return nil }
