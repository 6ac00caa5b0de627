// Package wiretest makes frames as a newer version of the program may send
// them. It is for tests only.
package wiretest

import (
	"fives/engine/record"
)

// Grow adds keys that no version knows to every map of a frame's body, except
// to what is signed. It panics if the body is none.
func Grow(body []byte) []byte {
	var v any
	if err := record.Unmarshal(body, &v); err != nil {
		panic(err)
	}
	b, err := record.Marshal(grown(v))
	if err != nil {
		panic(err)
	}
	return b
}

// signed is the key of a frame's only map whose encoding is signed.
const signed = "continuation"

func grown(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = grown(v[i])
		}
	case map[any]any:
		for key := range v {
			if key != signed {
				v[key] = grown(v[key])
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
