package scenario

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

// An object is a JSON object whose keys keep their order.
type object []member

type member struct {
	key   string
	value any
}

// get returns the value of a key.
func (o object) get(key string) (any, bool) {
	i := slices.IndexFunc(o, func(m member) bool { return m.key == key })
	if i < 0 {
		return nil, false
	}
	return o[i].value, true
}

// MarshalJSON writes the keys in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(m.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.key, err)
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

const maxDepth = 64

// decode reads one JSON value as object, []any, string, json.Number, bool or nil. Unlike
// encoding/json it refuses doubled keys, bytes that are not UTF-8, and anything after the
// value.
func decode(data []byte) (any, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("the file is not UTF-8 text")
	}
	if err := json.Unmarshal(data, new(json.RawMessage)); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return decodeValue(d, 0)
}

func decodeValue(d *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, errors.New("the JSON is nested too deeply")
	}
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		return decodeObject(d, depth)
	case json.Delim('['):
		return decodeList(d, depth)
	}
	return t, nil
}

func decodeObject(d *json.Decoder, depth int) (any, error) {
	o := object{}
	seen := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		key := t.(string) // the text is known to be JSON
		if seen[key] {
			return nil, fmt.Errorf("the key %q stands twice in one object", key)
		}
		seen[key] = true
		v, err := decodeValue(d, depth+1)
		if err != nil {
			return nil, err
		}
		o = append(o, member{key, v})
	}
	_, err := d.Token()
	return o, err
}

func decodeList(d *json.Decoder, depth int) (any, error) {
	list := []any{}
	for d.More() {
		v, err := decodeValue(d, depth+1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := d.Token()
	return list, err
}

// plain converts a decoded value for rules.Schema: a number written as a whole number
// becomes an int, any other stays as it is.
func plain(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := strconv.Atoi(v.String()); err == nil {
			return n
		}
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = plain(v[i])
		}
		return list
	case object:
		return map[string]any{}
	}
	return v
}
