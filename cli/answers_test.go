package cli_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"fives/p2p/api"
)

// The answers that programs of this API version have given, by type: an answer a line, with its keys
// and the kinds of its values. Scripts make them: UPDATE_ANSWERS=1 go test ./cli -run TestScript
// adds what is new. From the first release on, a line is taken out only with a new API version.
var (
	answers    = filepath.Join("testdata", "answers", fmt.Sprintf("api-%d", api.Newest))
	recordings sync.Mutex // scripts run at the same time
)

// TestPromise: what programs of this API version have answered is still an answer as JSON.md describes
// it: no key has gone, or holds something else. Keys may have been added since.
func TestPromise(t *testing.T) {
	all, err := descriptions()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(answers, "*.jsonl"))
	if err != nil || len(files) < 15 {
		t.Fatalf("there are answers of %d types (%v)", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := &jsonReader{all: all, older: true}
		typ := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		for line := range strings.Lines(string(text)) {
			var v any
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			r.read("", "`"+typ+"`", v)
		}
		for _, bad := range slices.Compact(r.bad) {
			t.Errorf("%s: %s", typ, bad)
		}
	}
}

// recordAnswers adds answers of a type to the recorded ones, if that is wanted.
func recordAnswers(text, typ string) error {
	name, is := strings.CutPrefix(typ, "`")
	if os.Getenv("UPDATE_ANSWERS") == "" || !is {
		return nil
	}
	recordings.Lock()
	defer recordings.Unlock()
	file := filepath.Join(answers, strings.TrimSuffix(name, "`")+".jsonl")
	before, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	lines := strings.Split(strings.TrimSpace(string(before)), "\n")
	for d := json.NewDecoder(strings.NewReader(text)); d.More(); {
		var v any
		if err := d.Decode(&v); err != nil {
			return err
		}
		line, err := json.Marshal(kindOf(v))
		if err != nil {
			return err
		}
		lines = append(lines, string(line))
	}
	slices.Sort(lines)
	lines = slices.DeleteFunc(slices.Compact(lines), func(line string) bool { return line == "" })
	if err := os.MkdirAll(answers, 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}

// kindOf replaces every value by one of its kind, and a list by its elements of different kinds. Where
// an object has names as keys, they stay.
func kindOf(v any) any {
	switch v := v.(type) {
	case map[string]any:
		kinds := map[string]any{}
		for key, one := range v {
			kinds[key] = kindOf(one)
		}
		return kinds
	case []any:
		kinds, seen := []any{}, []string{}
		for _, one := range v {
			kind := kindOf(one)
			text, _ := json.Marshal(kind) // it was JSON before
			if !slices.Contains(seen, string(text)) {
				kinds, seen = append(kinds, kind), append(seen, string(text))
			}
		}
		return kinds
	case float64:
		return 0
	case string:
		if isTime(v) {
			return "2026-01-01T00:00:00Z"
		}
		return ""
	}
	return v // true, false, null
}
