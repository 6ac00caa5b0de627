package bolt

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"

	"fives/p2p/store/kv"
)

// Layout of a bbolt file: pages of one size, in the machine's byte order.
const (
	pageHead   = 16 // id, flags, count, overflow
	branchElem = 16 // pos, key size, page
	leafElem   = 16 // flags, pos, key size, value size
	bucketHead = 16 // root page, sequence
	metaSize   = 56 // without its checksum

	pageBranch   = 0x01
	pageLeaf     = 0x02
	pageMeta     = 0x04
	pageFreelist = 0x10

	metaMagic = 0xED0CDAED
	manyFree  = 0xFFFF // a freelist's real count comes first in its body
)

var native = binary.NativeEndian

// checkPages reads a whole file before bbolt checks it. bbolt trusts what pages
// point at, and its check runs in a goroutine of its own: debug.SetPanicOnFault and
// recover here do not reach a memory fault there, which ends the process. (TestDamage of package store
// fails without this.) It also wants both meta pages whole: with one gone, bbolt
// would go back one transaction without a word.
func checkPages(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	w := &walk{f: f, length: info.Size(), seen: map[uint64]bool{}}
	if err := w.file(); err != nil {
		if errors.Is(err, kv.ErrDamaged) {
			return err
		}
		return fmt.Errorf("%w: %w", kv.ErrDamaged, err)
	}
	return nil
}

// A state tells one commit of a file from another: it is a hash of its meta pages.
type state [sha256.Size]byte

func stateOf(path string) (s state, err error) {
	f, err := os.Open(path)
	if err != nil {
		return s, fmt.Errorf("store: %w", err)
	}
	defer f.Close()
	w := &walk{f: f}
	first, err := w.meta(0)
	if err != nil {
		return s, fmt.Errorf("%w: %w", kv.ErrDamaged, err)
	}
	second, err := w.meta(int64(first.size))
	if err != nil {
		return s, fmt.Errorf("%w: %w", kv.ErrDamaged, err)
	}
	return sha256.Sum256(fmt.Appendf(nil, "%x %x", first, second)), nil
}

// A walk goes through all pages that are in use.
type walk struct {
	f      io.ReaderAt
	length int64
	size   int64  // of a page
	high   uint64 // pages from here on do not exist
	seen   map[uint64]bool
}

// A meta page says where everything begins.
type meta struct {
	size                       uint32
	root, freelist, high, txid uint64
}

func (w *walk) file() error {
	first, err := w.meta(0)
	if err != nil {
		return err
	}
	w.size = int64(first.size)
	second, err := w.meta(w.size)
	if err != nil {
		return err
	}
	if first.size != second.size {
		return errors.New("the meta pages disagree")
	}
	m := first
	if second.txid > first.txid {
		m = second
	}
	w.high = m.high
	if m.high > uint64(w.length/w.size) {
		return fmt.Errorf("the file ends after %d bytes, there should be %d", w.length, int64(m.high)*w.size)
	}
	if err := w.freelist(m.freelist); err != nil {
		return err
	}
	return w.tree(m.root)
}

func (w *walk) meta(at int64) (m meta, err error) {
	var b [pageHead + metaSize + 8]byte
	if _, err := w.f.ReadAt(b[:], at); err != nil {
		return m, fmt.Errorf("the meta page at %d: %w", at, err)
	}
	body := b[pageHead:]
	h := fnv.New64a()
	h.Write(body[:metaSize])
	if native.Uint16(b[8:]) != pageMeta || native.Uint32(body) != metaMagic || native.Uint64(body[metaSize:]) != h.Sum64() {
		return m, fmt.Errorf("the meta page at %d does not match its checksum", at)
	}
	m = meta{native.Uint32(body[8:]), native.Uint64(body[16:]), native.Uint64(body[32:]), native.Uint64(body[40:]), native.Uint64(body[48:])}
	if m.size < 512 || m.size > 64<<10 {
		return m, fmt.Errorf("pages of %d bytes", m.size)
	}
	return m, nil
}

// page reads a page with what overflows it, once.
func (w *walk) page(id uint64, kind uint16) ([]byte, error) {
	if id < 2 || id >= w.high || w.seen[id] {
		return nil, fmt.Errorf("page %d is out of place", id)
	}
	var head [pageHead]byte
	if _, err := w.f.ReadAt(head[:], int64(id)*w.size); err != nil {
		return nil, fmt.Errorf("page %d: %w", id, err)
	}
	pages := uint64(native.Uint32(head[12:])) + 1
	if native.Uint64(head[:]) != id || native.Uint16(head[8:])&kind == 0 || pages > w.high-id {
		return nil, fmt.Errorf("page %d is none of its kind", id)
	}
	for i := range pages {
		w.seen[id+i] = true
	}
	b := make([]byte, int64(pages)*w.size)
	if _, err := w.f.ReadAt(b, int64(id)*w.size); err != nil {
		return nil, fmt.Errorf("page %d: %w", id, err)
	}
	return b, nil
}

func (w *walk) freelist(id uint64) error {
	b, err := w.page(id, pageFreelist)
	if err != nil {
		return err
	}
	count, list := uint64(native.Uint16(b[10:])), b[pageHead:]
	if count == manyFree {
		count, list = native.Uint64(list), list[8:]
	}
	if count > uint64(len(list)/8) {
		return fmt.Errorf("page %d lists more free pages than it can", id)
	}
	for i := range count {
		if free := native.Uint64(list[8*i:]); free < 2 || free >= w.high {
			return fmt.Errorf("free page %d does not exist", free)
		}
	}
	return nil
}

func (w *walk) tree(id uint64) error {
	b, err := w.page(id, pageBranch|pageLeaf)
	if err != nil {
		return err
	}
	if native.Uint16(b[8:]) == pageLeaf {
		return w.leaf(b)
	}
	for i := range int(native.Uint16(b[10:])) {
		at := pageHead + i*branchElem
		e, err := part(b, at, branchElem)
		if err != nil {
			return err
		}
		if _, err := part(b, at+int(native.Uint32(e)), int(native.Uint32(e[4:]))); err != nil {
			return err
		}
		if err := w.tree(native.Uint64(e[8:])); err != nil {
			return err
		}
	}
	return nil
}

// leaf checks the elements of a leaf page, or of one inside a bucket's value.
func (w *walk) leaf(b []byte) error {
	for i := range int(native.Uint16(b[10:])) {
		at := pageHead + i*leafElem
		e, err := part(b, at, leafElem)
		if err != nil {
			return err
		}
		bucket, keySize, size := native.Uint32(e) != 0, int(native.Uint32(e[8:])), int(native.Uint32(e[12:]))
		pair, err := part(b, at+int(native.Uint32(e[4:])), keySize+size)
		if err != nil {
			return err
		}
		if !bucket {
			continue
		}
		if err := w.bucket(pair[keySize:]); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) bucket(b []byte) error {
	if len(b) < bucketHead {
		return errors.New("a bucket without a root")
	}
	if root := native.Uint64(b); root != 0 {
		return w.tree(root)
	}
	if len(b) < bucketHead+pageHead || native.Uint16(b[bucketHead+8:]) != pageLeaf {
		return errors.New("a bucket without a page")
	}
	return w.leaf(b[bucketHead:])
}

// part is b[at:at+n], if there is so much.
func part(b []byte, at, n int) ([]byte, error) {
	if at < 0 || n < 0 || at > len(b) || n > len(b)-at {
		return nil, errors.New("an element outside its page")
	}
	return b[at : at+n], nil
}
