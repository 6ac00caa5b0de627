package scenario

import (
	"encoding/json"
	"fmt"
	"strings"
)

// differences compares an expectation with the written line.
func differences(at string, expect object, line Line) ([]string, error) {
	text, err := json.Marshal(line)
	if err != nil {
		return nil, fmt.Errorf("scenario: step %d: %w", line.Step, err)
	}
	got, err := decode(text)
	if err != nil {
		return nil, fmt.Errorf("scenario: step %d: %w", line.Step, err)
	}
	return compare(at, expect, got), nil
}

// compare lists the differences between an expected value and a value. In an object
// only the expected keys count.
func compare(at string, want, got any) []string {
	switch w := want.(type) {
	case object:
		if g, ok := got.(object); ok {
			return compareObjects(at, w, g)
		}
	case []any:
		if g, ok := got.([]any); ok && len(g) == len(w) {
			return compareLists(at, w, g)
		}
	case json.Number:
		if g, ok := got.(json.Number); ok && sameNumber(w, g) {
			return nil
		}
	default:
		if want == got {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s: expected %s, got %s", at, brief(want), brief(got))}
}

func compareObjects(at string, want, got object) []string {
	var all []string
	for _, m := range want {
		g, ok := got.get(m.key)
		if !ok {
			all = append(all, fmt.Sprintf("%s.%s: expected %s, got nothing", at, m.key, brief(m.value)))
			continue
		}
		all = append(all, compare(at+"."+m.key, m.value, g)...)
	}
	return all
}

func compareLists(at string, want, got []any) []string {
	var all []string
	for i := range want {
		all = append(all, compare(fmt.Sprintf("%s[%d]", at, i), want[i], got[i])...)
	}
	return all
}

// sameNumber compares by value: 50 is 50.0. All numbers of a state are small.
func sameNumber(a, b json.Number) bool {
	x, errX := a.Float64()
	y, errY := b.Float64()
	return errX == nil && errY == nil && x == y
}

const maxBrief = 200

func brief(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	if len(text) > maxBrief {
		return strings.ToValidUTF8(string(text[:maxBrief]), "") + "…"
	}
	return string(text)
}
