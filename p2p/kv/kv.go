// Package kv defines what a store keeps its values in: a tree of buckets that changes as a
// whole or not at all. p2p/store/sqlite is such a tree in a file, p2p/store/indexed one in
// a browser, p2p/store/memory one in memory.
//
// Methods of a [Bucket] may be used only inside the function that [DB.View] or [DB.Update]
// calls. Keys and values that they return are valid until that function returns, and must
// not be changed; those that they are given must not be changed before then.
package kv

import "errors"

// Errors.
var (
	ErrInUse   = errors.New("store: another daemon has it open")
	ErrDamaged = errors.New("store: it is damaged")
	ErrNewer   = errors.New("store: it was written by a newer version")
	ErrOlder   = errors.New("store: it is of an older version")
	// ErrInDoubt says that a commit may be durable or not, and that this cannot be found
	// out before the tree is opened anew.
	ErrInDoubt = errors.New("store: the disk has failed, and what it has cannot be told before a restart")
)

// A DB is a tree of buckets. It is safe for concurrent use.
type DB interface {
	// View reads the tree as the last Update has left it.
	View(f func(root Bucket) error) error
	// Update changes the tree. It returns nil once the change is durable. After an error of
	// f or of the disk, nothing has changed, except after [ErrInDoubt]: then the change may
	// or may not be there, and the tree cannot be used until it is opened again. Only one
	// Update runs at a time.
	Update(f func(root Bucket) error) error
	// Close closes the tree, once running calls have ended.
	Close() error
}

// A Bucket has values and buckets, each under a key that is not empty. A key belongs to a value
// or to a bucket, never to both. The root has only buckets.
type Bucket interface {
	// Get returns the value of a key, nil if it has none.
	Get(key []byte) []byte
	Put(key, value []byte) error
	// Delete removes a value, if there is one.
	Delete(key []byte) error
	// Walk calls f with every key in the order of their bytes; the value of a bucket
	// is nil. f must not change the bucket.
	Walk(f func(key, value []byte) error) error
	// Bucket returns the bucket of that name, nil if there is none.
	Bucket(name []byte) Bucket
	// Create returns the bucket of that name, which is a new one if there was none.
	Create(name []byte) (Bucket, error)
	// Drop removes a bucket with all that is in it, if there is one.
	Drop(name []byte) error
}
