package memory

import (
	"maps"
	"slices"
)

// A Disk keeps entries. Its methods are never called concurrently.
type Disk interface {
	// Entries reads all entries, in any order. The caller may change the list.
	Entries() ([]Entry, error)
	// Commit makes all changes or none. It returns nil once they are durable; if it returns an
	// error, they may have been made or not.
	Commit(changes []Entry) error
	// Close closes the disk.
	Close() error
}

// An Entry is a value of the map.
type Entry struct {
	Name  string // its key in the map
	Value []byte // in a change, nil removes the entry
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
