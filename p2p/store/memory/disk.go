package memory

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"fives/p2p/kv"
)

// A Disk keeps entries. Its methods are not called while another one is under way.
type Disk interface {
	// Entries reads all that there is.
	Entries() ([]Entry, error)
	// Commit changes entries, all or none. It returns nil once that is durable. With an
	// error, the changes may be there or not.
	Commit(changes []Entry) error
	// Close ends the use of the disk.
	Close() error
}

// An Entry is a value or a bucket.
type Entry struct {
	// Name is that of all buckets on the way, and then the key of the value, or
	// nothing for the bucket itself; each is a uvarint of its length and itself.
	Name string
	// Value is empty for a bucket. A change without one, which is nil, removes the
	// entry.
	Value []byte
}

// join puts one more part behind a name.
func join(name, part string) string {
	return string(binary.AppendUvarint([]byte(name), uint64(len(part)))) + part
}

// split takes a name apart.
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

// A RAM is a disk that forgets everything when the process ends: for tests, and for
// the simulation.
type RAM struct{ entries map[string][]byte }

// NewRAM makes an empty one.
func NewRAM() *RAM { return &RAM{map[string][]byte{}} }

// Copy is what a backup has.
func (r *RAM) Copy() *RAM { return &RAM{maps.Clone(r.entries)} }

// Entries lists what is there.
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
