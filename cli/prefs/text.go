package prefs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// A text is what a file holds: an object of JSON, in its order. Keys that this fives does not know stay
// in it as they are.
type text []entry

type entry struct {
	key   string
	value json.RawMessage
	line  int
}

// parse reads a file; an error is a [LineError].
func parse(b []byte) (t text, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	line := func() int { return 1 + bytes.Count(b[:d.InputOffset()], []byte("\n")) }
	defer func() {
		if err != nil {
			t, err = nil, &LineError{Line: line(), Err: err}
		}
	}()
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, errNoObject
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errNoObject, err)
		}
		e := entry{key: fmt.Sprint(key), line: line()}
		if err := d.Decode(&e.value); err != nil {
			return nil, fmt.Errorf("%w: %w", errNoObject, err)
		}
		if i := t.find(e.key); i >= 0 {
			return nil, fmt.Errorf("%s is set in line %d already", e.key, t[i].line)
		}
		t = append(t, e)
	}
	if _, err := d.Token(); err != nil {
		return nil, fmt.Errorf("%w: %w", errNoObject, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errNoObject
	}
	return t, nil
}

var errNoObject = errors.New(`the file is {"KEY": "VALUE", …}`)

// prefs returns what a text says.
func (t text) prefs() (Prefs, error) {
	p := Default()
	for _, e := range t {
		var value string
		wrong := json.Unmarshal(e.value, &value)
		next, err := p.With(e.key, value)
		var bad *ValueError
		switch {
		case errors.As(err, &bad) && bad.Unknown:
			p.Unknown = append(p.Unknown, Unknown{Line: e.line, Key: e.key})
		case wrong != nil:
			return Default(), &LineError{Line: e.line, Err: fmt.Errorf("%s is a text in quotation marks", e.key)}
		case err != nil:
			return Default(), &LineError{Line: e.line, Err: err}
		default:
			p = next
		}
	}
	return p, nil
}

func (t text) find(key string) int {
	return slices.IndexFunc(t, func(e entry) bool { return e.key == key })
}

// with returns the text with a key set: in its old place, or else at the end.
func (t text) with(key, value string) text {
	raw, _ := json.Marshal(value) // a text can always be written
	t = slices.Clone(t)
	if i := t.find(key); i >= 0 {
		t[i].value = raw
		return t
	}
	return append(t, entry{key: key, value: raw})
}

// without returns the text without a key.
func (t text) without(key string) text {
	return slices.DeleteFunc(slices.Clone(t), func(e entry) bool { return e.key == key })
}

func (t text) String() string {
	var b bytes.Buffer
	for i, e := range t {
		key, _ := json.Marshal(e.key)
		fmt.Fprintf(&b, "%s\n  %s: %s", map[bool]string{true: "{", false: ","}[i == 0], key, e.value)
	}
	if len(t) == 0 {
		b.WriteString("{")
	}
	return b.String() + "\n}\n"
}
