// Package wiretest makes frames like those that a newer version of the program may send. It is for tests only.
package wiretest

import (
	"fives/engine/record"
)

// Grow returns a frame's body with keys that no version knows added to every map, except to strict ones. It panics if the
// body is not one.
func Grow(body []byte) []byte {
	var v any
	if err := record.Unmarshal(body, &v); err != nil {
		panic(err)
	}
	b, err := record.Marshal(withNewKeys(v))
	if err != nil {
		panic(err)
	}
	return b
}

// strict has the keys of a frame's values that do not grow: the only one whose encoding is signed, and the options of a
// game, whose keys are names of options.
var strict = map[any]bool{"continuation": true, "options": true}

func withNewKeys(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = withNewKeys(v[i])
		}
	case map[any]any:
		for key := range v {
			if !strict[key] {
				v[key] = withNewKeys(v[key])
			}
		}
		v["!"] = true // comes first in a map
		v["later-version"] = map[string]any{
			"list": []any{uint64(1), int64(-1), "text", []byte{0xff}, map[string]any{}},
			"say":  uint64(7), // a key of this version, but not here
		}
	}
	return v
}
