package wire

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"unicode/utf8"

	"fives/engine/record"
)

// Decode reads the body of a frame into v. It drops keys for which v has no field, at any depth, and reads the rest
// as strictly as a record (PROTOCOL §3.1). The values of dropped keys must follow the same rules. The error wraps
// [record.ErrEncoding].
func Decode(b []byte, v any) error {
	k, err := dropUnknown(b, shapeOf(reflect.TypeOf(v)))
	if err != nil {
		return err
	}
	return record.Unmarshal(k, v)
}

// A shape says which keys a type reads; it is nil for a type whose values are kept whole.
type shape struct {
	keys map[string]*shape // of a map
	elem *shape            // of the elements of an array
}

// signed is the tag `wire:"signed"` of a field whose value is signed or hashed as it is, so that nothing in it may
// be dropped.
const signed = "signed"

var shapes sync.Map // reflect.Type to *shape

func shapeOf(t reflect.Type) *shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*shape)
	}
	s := newShape(t)
	shapes.Store(t, s)
	return s
}

func newShape(t reflect.Type) *shape {
	switch t.Kind() {
	case reflect.Pointer:
		return shapeOf(t.Elem())
	case reflect.Slice, reflect.Array:
		if elem := shapeOf(t.Elem()); elem != nil {
			return &shape{elem: elem}
		}
	case reflect.Struct:
		s := &shape{keys: map[string]*shape{}}
		for _, f := range reflect.VisibleFields(t) {
			if f.Anonymous {
				continue // its fields come one by one
			}
			key, _, _ := strings.Cut(f.Tag.Get("cbor"), ",")
			if f.Tag.Get("wire") == signed {
				s.keys[key] = nil
			} else {
				s.keys[key] = shapeOf(f.Type)
			}
		}
		return s
	}
	return nil
}

// The major types of CBOR that a frame may hold, and its simple values.
const (
	majorUint   = 0
	majorNegInt = 1
	majorBytes  = 2
	majorText   = 3
	majorArray  = 4
	majorMap    = 5
	majorSimple = 7

	simpleFalse = 20
	simpleTrue  = 21
)

// dropUnknown returns a copy of b without the keys that the shape does not have.
func dropUnknown(b []byte, s *shape) ([]byte, error) {
	r := reader{rest: b, out: make([]byte, 0, len(b))}
	if err := r.value(s, 0); err != nil {
		return nil, fmt.Errorf("%w: %v", record.ErrEncoding, err)
	}
	if len(r.rest) > 0 {
		return nil, fmt.Errorf("%w: %d bytes behind the value", record.ErrEncoding, len(r.rest))
	}
	return r.out, nil
}

// A reader reads deterministic CBOR and copies what is known.
type reader struct {
	rest []byte // not read yet
	out  []byte
}

// value reads one value, which is inside depth arrays and maps.
func (r *reader) value(s *shape, depth int) error {
	before := r.rest
	major, n, err := r.head()
	if err != nil {
		return err
	}
	switch major {
	case majorUint, majorNegInt, majorSimple:
	case majorBytes, majorText:
		return r.str(before, major, n)
	case majorArray, majorMap:
		if depth == record.MaxNesting {
			return fmt.Errorf("nested deeper than %d", record.MaxNesting)
		}
		if major == majorArray {
			return r.array(s, n, depth+1)
		}
		return r.mapping(s, n, depth+1)
	}
	r.out = append(r.out, before[:len(before)-len(r.rest)]...)
	return nil
}

// str reads the rest of a byte or text string that begins at before.
func (r *reader) str(before []byte, major byte, n uint64) error {
	if n > uint64(len(r.rest)) {
		return fmt.Errorf("a string of %d bytes with %d left", n, len(r.rest))
	}
	if major == majorText && !utf8.Valid(r.rest[:n]) {
		return fmt.Errorf("a text that is not UTF-8")
	}
	r.rest = r.rest[n:]
	r.out = append(r.out, before[:len(before)-len(r.rest)]...)
	return nil
}

func (r *reader) array(s *shape, n uint64, depth int) error {
	if n > record.MaxElements {
		return fmt.Errorf("an array of %d elements", n)
	}
	var elem *shape
	if s != nil {
		elem = s.elem
	}
	r.out = appendHead(r.out, majorArray, n)
	for range n {
		if err := r.value(elem, depth); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) mapping(s *shape, n uint64, depth int) error {
	if n > record.MaxPairs {
		return fmt.Errorf("a map of %d pairs", n)
	}
	at := len(r.out)
	r.out = appendHead(r.out, majorMap, n)
	pairs := len(r.out)
	kept := uint64(0)
	var last []byte
	for range n {
		key, err := r.key(last)
		if err != nil {
			return err
		}
		last = key
		field, ok := s.field(key)
		pair := len(r.out)
		r.out = append(r.out, key...)
		if err := r.value(field, depth); err != nil {
			return err
		}
		if ok {
			kept++
		} else {
			r.out = r.out[:pair]
		}
	}
	if kept < n { // the head has another number, and may be shorter
		out := appendHead(r.out[:at], majorMap, kept)
		r.out = append(out, r.out[pairs:]...)
	}
	return nil
}

// key reads a key of a map, which must come after the last one, and returns it as it is encoded.
func (r *reader) key(last []byte) ([]byte, error) {
	key := r.rest
	major, n, err := r.head()
	if err != nil {
		return nil, err
	}
	if major != majorText || n > uint64(len(r.rest)) || !utf8.Valid(r.rest[:n]) {
		return nil, fmt.Errorf("a key that is no text")
	}
	r.rest = r.rest[n:]
	key = key[:len(key)-len(r.rest)]
	if bytes.Compare(last, key) >= 0 {
		return nil, fmt.Errorf("a key that is there twice or out of order")
	}
	return key, nil
}

// field looks up an encoded key, and reports whether it is known. Without a shape, all keys are.
func (s *shape) field(key []byte) (*shape, bool) {
	if s == nil || s.keys == nil {
		return nil, true
	}
	_, _, size, err := head(key)
	if err != nil {
		return nil, false
	}
	field, ok := s.keys[string(key[size:])]
	return field, ok
}

// head reads the beginning of a value.
func (r *reader) head() (major byte, n uint64, err error) {
	major, n, size, err := head(r.rest)
	if err != nil {
		return 0, 0, err
	}
	r.rest = r.rest[size:]
	return major, n, nil
}

// head reads a major type and its number, in its shortest form.
func head(b []byte) (major byte, n uint64, size int, err error) {
	if len(b) == 0 {
		return 0, 0, 0, fmt.Errorf("it ends in mid-way")
	}
	major, n = b[0]>>5, uint64(b[0]&0x1f)
	size = 1
	if n >= 24 {
		if n > 27 {
			return 0, 0, 0, fmt.Errorf("an indefinite length")
		}
		more := 1 << (n - 24) // bytes
		size += more
		if len(b) < size {
			return 0, 0, 0, fmt.Errorf("it ends in mid-way")
		}
		var wide [8]byte
		copy(wide[8-more:], b[1:size])
		n = binary.BigEndian.Uint64(wide[:])
	}
	simple := n == simpleFalse || n == simpleTrue
	switch {
	case size != headSize(n):
		return 0, 0, 0, fmt.Errorf("a number that is not in its shortest form")
	case major == 6 || major == majorSimple && !simple:
		return 0, 0, 0, fmt.Errorf("a tag, a float or a simple value")
	case major == majorNegInt && n > 1<<63-1:
		return 0, 0, 0, fmt.Errorf("a number below -2^63")
	}
	return major, n, size, nil
}

// headSize returns the length in bytes of the shortest head with a number.
func headSize(n uint64) int {
	switch {
	case n < 24:
		return 1
	case n < 1<<8:
		return 2
	case n < 1<<16:
		return 3
	case n < 1<<32:
		return 5
	}
	return 9
}

func appendHead(b []byte, major byte, n uint64) []byte {
	size := headSize(n)
	if size == 1 {
		return append(b, major<<5|byte(n))
	}
	var wide [8]byte
	binary.BigEndian.PutUint64(wide[:], n)
	info := map[int]byte{2: 24, 3: 25, 5: 26, 9: 27}[size]
	return append(append(b, major<<5|info), wide[9-size:]...)
}
