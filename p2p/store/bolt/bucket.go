package bolt

import (
	"bytes"
	"errors"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"fives/p2p/store/kv"
)

// A bucket is one of bbolt's, of which it keeps what is changed in it.
type bucket struct {
	b       *bbolt.Bucket
	path    [][]byte  // the names that lead to it
	changes *[]change // nil for one that is only read
}

func (b bucket) Get(key []byte) []byte { return b.b.Get(key) }

func (b bucket) Put(key, value []byte) error { return b.change(whatPut, key, bytes.Clone(value)) }

func (b bucket) Delete(key []byte) error { return b.change(whatDelete, key, nil) }

func (b bucket) Walk(f func(key, value []byte) error) error { return b.b.ForEach(f) }

func (b bucket) Bucket(name []byte) kv.Bucket {
	if inner := b.b.Bucket(name); inner != nil {
		return b.below(name, inner)
	}
	return nil
}

func (b bucket) below(name []byte, inner *bbolt.Bucket) bucket {
	return bucket{inner, append(b.path[:len(b.path):len(b.path)], bytes.Clone(name)), b.changes}
}

func (b bucket) Create(name []byte) (kv.Bucket, error) {
	if inner := b.Bucket(name); inner != nil && b.changes != nil {
		return inner, nil
	}
	if err := b.change(whatCreate, name, nil); err != nil {
		return nil, err
	}
	return b.below(name, b.b.Bucket(name)), nil
}

func (b bucket) Drop(name []byte) error { return b.change(whatDrop, name, nil) }

// change changes the bucket, and keeps that.
func (b bucket) change(do what, key, value []byte) error {
	if b.changes == nil {
		return bolterrors.ErrTxNotWritable
	}
	c := change{Path: b.path, What: do, Key: bytes.Clone(key), Value: value}
	if err := c.applyTo(b.b); err != nil {
		return err
	}
	*b.changes = append(*b.changes, c)
	return nil
}

// A change is something done to a bucket.
type change struct {
	Path  [][]byte `cbor:"path"` // the names that lead to it
	What  what     `cbor:"what"`
	Key   []byte   `cbor:"key"`
	Value []byte   `cbor:"value"` // of whatPut
}

type what uint8

const (
	whatPut what = iota + 1
	whatDelete
	whatCreate
	whatDrop
)

var errNoPlace = errors.New("store: a change of a bucket that is not there")

// apply does it again.
func (c change) apply(tx *bbolt.Tx) error {
	b := tx.Cursor().Bucket()
	for _, name := range c.Path {
		if b = b.Bucket(name); b == nil {
			return errNoPlace
		}
	}
	return c.applyTo(b)
}

func (c change) applyTo(b *bbolt.Bucket) error {
	switch c.What {
	case whatPut:
		return b.Put(c.Key, c.Value)
	case whatDelete:
		return b.Delete(c.Key)
	case whatCreate:
		_, err := b.CreateBucketIfNotExists(c.Key)
		return err
	case whatDrop:
		if err := b.DeleteBucket(c.Key); err != nil && !errors.Is(err, bolterrors.ErrBucketNotFound) {
			return err
		}
		return nil
	}
	return errNoPlace
}
