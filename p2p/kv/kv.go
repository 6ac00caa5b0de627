// Package kv defines what a store keeps its values in: an ordered map that changes as a whole or not
// at all. p2p/store/sqlite is such a map in a file, p2p/store/indexed one in a browser,
// p2p/store/memory one in memory.
//
// A [Map] may be used only inside the function that [DB.View] or [DB.Update] calls. Values that it
// returns are valid until that function returns, and must not be changed; those that it is given
// must not be changed before then.
package kv

import "errors"

// Errors.
var (
	ErrInUse   = errors.New("store: another daemon has it open")
	ErrDamaged = errors.New("store: it is damaged")
	ErrNewer   = errors.New("store: it was written by a newer version")
	ErrOlder   = errors.New("store: it is of an older version")
	// ErrInDoubt says that a commit may be durable or not, and that this cannot be found
	// out before the map is opened anew.
	ErrInDoubt = errors.New("store: the disk has failed, and what it has cannot be told before a restart")
)

// A DB is an ordered map. It is safe for concurrent use.
type DB interface {
	// View reads the map as the last Update has left it.
	View(f func(m Map) error) error
	// Update changes the map. It returns nil once the change is durable. After an error of
	// f or of the disk, nothing has changed, except after [ErrInDoubt]: then the change may
	// or may not be there, and the map cannot be used until it is opened again. Only one
	// Update runs at a time.
	Update(f func(m Map) error) error
	// Close closes the map, once running calls have ended.
	Close() error
}

// A Map has values under keys. A key has any bytes, and at least one.
type Map interface {
	// Get returns the value of a key, nil if it has none.
	Get(key string) []byte
	Put(key string, value []byte) error
	// Delete removes a value, if there is one.
	Delete(key string) error
	// Walk calls f with every key that begins with a prefix, and its value, in the order of the
	// keys' bytes. f must not change the map.
	Walk(prefix string, f func(key string, value []byte) error) error
}
