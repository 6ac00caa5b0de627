// Package proto writes and reads the messages that go-libp2p exchanges, by the tags that
// generated code has at their fields. It knows the kinds of fields that these have: numbers and
// enumerations, bytes, strings without proto3's rules for them, messages, and lists of the last
// three. Groups, which no message has had for decades, are refused, and what it does not know is
// forgotten.
//
// https://protobuf.dev/programming-guides/encoding/
package proto

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// A Message is what generated code calls a message.
type Message = protoreflect.ProtoMessage

// Types of fields on the wire.
const (
	varint  = 0
	fixed64 = 1
	counted = 2
	fixed32 = 5
)

var (
	errShort = errors.New("proto: the message ends in a field")
	errTag   = errors.New("proto: no such field")
	// ErrGroup refuses a group.
	ErrGroup = errors.New("proto: a group, which no message has")
)

// Marshal encodes a message. It refuses one without a field that it must have.
func Marshal(m Message) ([]byte, error) {
	v := reflect.ValueOf(m)
	return appendMessage([]byte{}, v), whole(v)
}

// Unmarshal decodes a message, and forgets what was in it before.
func Unmarshal(b []byte, m Message) error {
	v := reflect.ValueOf(m)
	v.Elem().SetZero()
	if err := merge(b, v); err != nil {
		return err
	}
	return whole(v)
}

// Merge adds what src has to dst.
func Merge(dst, src Message) {
	if err := merge(appendMessage(nil, reflect.ValueOf(src)), reflect.ValueOf(dst)); err != nil {
		panic(err) // what was just encoded, into the same type
	}
}

// Size returns the length of an encoded message.
func Size(m Message) int { return len(appendMessage(nil, reflect.ValueOf(m))) }

// A field of a message.
type field struct {
	reflect.Value
	name     string
	number   uint64
	wire     int
	required bool
	implicit bool // not there when it is zero
}

// list reports whether the field holds any number of values.
func (f field) list() bool {
	return f.Kind() == reflect.Slice && f.Type().Elem().Kind() != reflect.Uint8
}

// there reports whether a field that is no list has a value.
func (f field) there() bool {
	return !f.IsZero() && !(f.implicit && f.Kind() == reflect.Slice && f.Len() == 0)
}

// fields returns the fields of a message by their numbers.
func fields(m reflect.Value) (all []field) {
	m = m.Elem()
	for i := range m.NumField() {
		tag, ok := m.Type().Field(i).Tag.Lookup("protobuf")
		if !ok {
			continue
		}
		words := strings.Split(tag, ",")
		f := field{Value: m.Field(i), name: m.Type().Field(i).Name, wire: varint}
		if words[0] == "bytes" {
			f.wire = counted
		}
		f.number, _ = strconv.ParseUint(words[1], 10, 29)
		f.required = words[2] == "req"
		f.implicit = slices.Contains(words, "proto3") && !slices.Contains(words, "oneof")
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b field) int { return cmp.Compare(a.number, b.number) })
	return all
}

// whole complains of a field that a message must have and does not.
func whole(m reflect.Value) error {
	for _, f := range fields(m) {
		switch message := f.Kind() == reflect.Pointer && f.wire == counted && f.Type().Elem().Kind() == reflect.Struct; {
		case f.required && f.IsNil():
			return fmt.Errorf("proto: %s of %s is missing", f.name, m.Type().Elem())
		case message && !f.IsNil():
			if err := whole(f.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

func appendMessage(b []byte, m reflect.Value) []byte {
	if m.IsNil() {
		return b
	}
	for _, f := range fields(m) {
		switch {
		case f.list():
			for i := range f.Len() {
				b = f.append(b, f.Index(i))
			}
		case f.there():
			b = f.append(b, f.Value)
		}
	}
	return b
}

// append appends one value of the field.
func (f field) append(b []byte, v reflect.Value) []byte {
	b = binary.AppendUvarint(b, f.number<<3|uint64(f.wire))
	if v.Kind() == reflect.Pointer && v.Type().Elem().Kind() != reflect.Struct {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.Int32:
		return binary.AppendUvarint(b, uint64(v.Int()))
	}
	var value []byte
	switch v.Kind() {
	case reflect.Pointer:
		value = appendMessage(nil, v)
	case reflect.String:
		value = []byte(v.String())
	default:
		value = v.Bytes()
	}
	return append(binary.AppendUvarint(b, uint64(len(value))), value...)
}

// merge decodes b into a message that may have fields already.
func merge(b []byte, m reflect.Value) error {
	all := fields(m)
	for len(b) > 0 {
		tag, n := binary.Uvarint(b)
		if n <= 0 {
			return errShort
		}
		number, wire := tag>>3, int(tag&7)
		if number == 0 || number >= 1<<29 {
			return errTag
		}
		v, value, n2, err := one(wire, b[n:])
		if err != nil {
			return err
		}
		b = b[n+n2:]
		i := slices.IndexFunc(all, func(f field) bool { return f.number == number && f.wire == wire })
		if i < 0 {
			continue
		}
		if err := all[i].take(v, value); err != nil {
			return err
		}
	}
	return nil
}

// one reads one value: a number, or bytes.
func one(wire int, b []byte) (v uint64, value []byte, n int, err error) {
	switch wire {
	case varint, counted:
		if v, n = binary.Uvarint(b); n <= 0 {
			return 0, nil, 0, errShort
		}
	case fixed64:
		n = 8
	case fixed32:
		n = 4
	case 3, 4:
		return 0, nil, 0, ErrGroup
	default:
		return 0, nil, 0, errTag
	}
	if wire == counted {
		if v > uint64(len(b)-n) {
			return 0, nil, 0, errShort
		}
		value = b[n : n+int(v)]
		n += int(v)
	}
	if n > len(b) {
		return 0, nil, 0, errShort
	}
	return v, value, n, nil
}

// take puts a value into the field, or behind those that are there.
func (f field) take(v uint64, value []byte) error {
	to := f.Value
	if f.list() {
		to.Set(reflect.Append(to, reflect.Zero(to.Type().Elem())))
		to = to.Index(to.Len() - 1)
	}
	if to.Kind() == reflect.Pointer {
		if to.IsNil() {
			to.Set(reflect.New(to.Type().Elem()))
		}
		if to.Elem().Kind() == reflect.Struct {
			return merge(value, to)
		}
		to = to.Elem()
	}
	switch to.Kind() {
	case reflect.Uint32, reflect.Uint64:
		to.SetUint(v)
	case reflect.Int32:
		to.SetInt(int64(int32(v)))
	case reflect.String:
		to.SetString(string(value))
	default:
		to.SetBytes(append([]byte{}, value...))
	}
	return nil
}
