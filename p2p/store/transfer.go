package store

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fives/p2p/kv"
)

// A store can be moved to another place: all that is in it, with the key of its owner
// (PROTOCOL §8). The copy goes there sealed; the store forgets everything but what opens the
// seal, in one commit; then the other place gets that. So at most one place can ever sign.

var (
	keyMoved   = []byte("moved")   // what opens the copy that has left
	keyArrived = []byte("arrived") // ‖ its SHA-256 → a sealed copy that has come here
)

// An Opener opens a sealed copy, of which there is one for each. It is 16 random bytes.
type Opener [16]byte

var openerText = base32.StdEncoding.WithPadding(base32.NoPadding)

// String is the opener as people copy it: letters and digits in groups of four.
func (o Opener) String() string {
	text := openerText.EncodeToString(o[:])
	var groups []string
	for ; len(text) > 4; text = text[4:] {
		groups = append(groups, text[:4])
	}
	return strings.Join(append(groups, text), "-")
}

// ParseOpener reads what String writes, with whatever stands between letters and digits.
func ParseOpener(text string) (o Opener, err error) {
	var kept strings.Builder
	for _, r := range strings.ToUpper(text) {
		if strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", r) {
			kept.WriteRune(r)
		}
	}
	b, err := openerText.DecodeString(kept.String())
	if err != nil || len(b) != len(o) {
		return o, ErrOpener
	}
	return Opener(b), nil
}

// Errors of moving a store.
var (
	ErrMoved    = errors.New("store: its owner is at another place now")
	ErrOpener   = errors.New("store: that does not open what has come")
	ErrNothing  = errors.New("store: nothing has come from another place")
	ErrOccupied = errors.New("store: there are tables here")
)

// MoveOut hands a sealed copy of all that the store has to give. Once that returns nil, the
// other place has to have it durably: the store then keeps what opens the copy, and forgets
// everything else, in one commit. It takes nothing more afterwards. Nothing is written while
// give runs. With an error nothing has changed, but for [kv.ErrInDoubt].
func (s *Store) MoveOut(give func(sealed []byte) error) (o Opener, err error) {
	if _, err := rand.Read(o[:]); err != nil {
		return o, err
	}
	err = s.db.Update(func(root kv.Bucket) error {
		if meta := root.Bucket(bucketMeta); meta.Get(keyIdentity) == nil {
			return ErrNoIdentity
		}
		sealed, err := seal(o, copied(root, nil))
		if err != nil {
			return err
		}
		if err := give(sealed); err != nil {
			return err
		}
		if err := errors.Join(empty(root), layOut(root), put(root.Bucket(bucketMeta), keyMoved, o[:])); err != nil {
			return err
		}
		s.writes.moved.Store(true)
		return nil
	})
	if err != nil && !errors.Is(err, kv.ErrInDoubt) {
		s.writes.moved.Store(false)
	}
	return o, err
}

// Moved is what opens the copy that MoveOut has handed out, false if it has not, or if
// somebody else has begun here since.
func (s *Store) Moved() (o Opener, ok bool, err error) {
	err = s.db.View(func(root kv.Bucket) error {
		meta := root.Bucket(bucketMeta)
		if meta.Get(keyIdentity) != nil {
			return nil
		}
		var b []byte
		if ok, err = get(meta, keyMoved, &b); err != nil || !ok {
			return err
		}
		if len(b) != len(o) {
			return fmt.Errorf("%w: what opens the copy has %d bytes", ErrDamaged, len(b))
		}
		o = Opener(b)
		return nil
	})
	return o, ok, err
}

// Keep keeps a copy that has come from another place until it can be opened. One that has come
// before stays: what opens it may come yet. A store with tables has no room for a copy: they
// would be lost.
func (s *Store) Keep(sealed []byte) error {
	return s.writes.update(func(root kv.Bucket) error {
		if err := vacant(root); err != nil {
			return err
		}
		sum := sha256.Sum256(sealed)
		return put(root.Bucket(bucketMeta), slices.Concat(keyArrived, sum[:]), sealed)
	})
}

// Arrived reports whether there is a copy that Keep has kept.
func (s *Store) Arrived() (ok bool, err error) {
	err = s.db.View(func(root kv.Bucket) error {
		ok = len(arrived(root.Bucket(bucketMeta))) > 0
		return nil
	})
	return ok, err
}

// arrived lists the keys of the copies that have come.
func arrived(meta kv.Bucket) (keys [][]byte) {
	_ = meta.Walk(func(key, _ []byte) error { // it returns no errors but those of its function
		if bytes.HasPrefix(key, keyArrived) {
			keys = append(keys, bytes.Clone(key))
		}
		return nil
	})
	return keys
}

// MoveIn opens a copy that has come, and puts it in the place of all that is here, the key of
// the node and other copies as well, in one commit. The store takes nothing more before it is opened anew.
// With an error nothing has changed, but for [kv.ErrInDoubt].
func (s *Store) MoveIn(o Opener) error {
	err := s.db.Update(func(root kv.Bucket) error {
		plain, err := opened(root.Bucket(bucketMeta), o)
		if err != nil {
			return err
		}
		if err := errors.Join(vacant(root), empty(root)); err != nil {
			return err
		}
		if rest, err := paste(root, plain, 0); err != nil || len(rest) > 0 {
			return fmt.Errorf("%w: the copy is no store", ErrDamaged)
		}
		if err := check(root); err != nil {
			return err
		}
		s.writes.moved.Store(true)
		return nil
	})
	if err != nil && !errors.Is(err, kv.ErrInDoubt) {
		s.writes.moved.Store(false)
	}
	return err
}

// opened is what the copy says that can be opened.
func opened(meta kv.Bucket, o Opener) (plain []byte, err error) {
	err = ErrNothing
	for _, key := range arrived(meta) {
		var sealed []byte
		if _, err := get(meta, key, &sealed); err != nil {
			return nil, err
		}
		if plain, err = unseal(o, sealed); err == nil {
			return plain, nil
		}
	}
	return nil, err
}

// vacant reports whether there are no tables.
func vacant(root kv.Bucket) error {
	for _, name := range [][]byte{bucketTables, bucketOffers, bucketJoins} {
		if root.Bucket(name).Walk(func(_, _ []byte) error { return ErrOccupied }) != nil {
			return ErrOccupied
		}
	}
	return nil
}

// empty drops all buckets.
func empty(root kv.Bucket) error {
	var names [][]byte
	err := root.Walk(func(name, _ []byte) error {
		names = append(names, append([]byte{}, name...))
		return nil
	})
	for _, name := range names {
		err = errors.Join(err, root.Drop(name))
	}
	return err
}

// What begins an entry of a copy: a value, a bucket with its entries, or the end of one.
const (
	copyValue byte = iota + 1
	copyBucket
	copyEnd
)

// copied appends all entries of a bucket to b. A length is a uvarint.
func copied(from kv.Bucket, b []byte) []byte {
	_ = from.Walk(func(key, value []byte) error { // it returns no errors but those of its function
		if inner := from.Bucket(key); inner != nil {
			b = copied(inner, text(append(b, copyBucket), key))
			return nil
		}
		b = text(text(append(b, copyValue), key), value)
		return nil
	})
	return append(b, copyEnd)
}

func text(b, s []byte) []byte { return append(binary.AppendUvarint(b, uint64(len(s))), s...) }

// maxDepth is more than the buckets of a store lie within each other.
const maxDepth = 8

// paste puts the entries of a copy into a bucket, and returns what stands behind its end.
func paste(into kv.Bucket, b []byte, depth int) (rest []byte, err error) {
	for len(b) > 0 {
		kind := b[0]
		b = b[1:]
		if kind == copyEnd {
			return b, nil
		}
		key, rest, ok := cut(b)
		switch {
		case !ok || len(key) == 0 || depth > maxDepth:
			return nil, ErrDamaged
		case kind == copyValue:
			value, rest, ok := cut(rest)
			if !ok {
				return nil, ErrDamaged
			}
			if err := into.Put(key, value); err != nil {
				return nil, err
			}
			b = rest
		case kind == copyBucket:
			inner, err := into.Create(key)
			if err != nil {
				return nil, err
			}
			if b, err = paste(inner, rest, depth+1); err != nil {
				return nil, err
			}
		default:
			return nil, ErrDamaged
		}
	}
	return nil, ErrDamaged
}

// cut takes what text has appended off the beginning of b.
func cut(b []byte) (s, rest []byte, ok bool) {
	n, size := binary.Uvarint(b)
	if size <= 0 || n > uint64(len(b)-size) {
		return nil, nil, false
	}
	return b[size : size+int(n)], b[size+int(n):], true
}

// seal encrypts a copy with AES-GCM (NIST SP 800-38D). Each opener is used once, so the
// nonce may be zero.
func seal(o Opener, plain []byte) ([]byte, error) {
	g, err := sealer(o)
	if err != nil {
		return nil, err
	}
	return g.Seal(nil, make([]byte, g.NonceSize()), plain, nil), nil
}

func unseal(o Opener, sealed []byte) ([]byte, error) {
	g, err := sealer(o)
	if err != nil {
		return nil, err
	}
	plain, err := g.Open(nil, make([]byte, g.NonceSize()), sealed, nil)
	if err != nil {
		return nil, ErrOpener
	}
	return plain, nil
}

func sealer(o Opener) (cipher.AEAD, error) {
	block, err := aes.NewCipher(o[:])
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
