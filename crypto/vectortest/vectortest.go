// Package vectortest compares the vectors of the packages of crypto with the files that hold
// them. It is for tests, and of its own because five packages have vectors.
package vectortest

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

// Update is the flag -update: the files are written again.
var Update = flag.Bool("update", false, "write the vectors again")

// Stored holds that a file has the vectors that were computed, byte for byte, and returns
// those of the file. With -update it writes them first.
func Stored[V any](t testing.TB, file string, computed []V) (stored []V) {
	t.Helper()
	want, err := json.MarshalIndent(computed, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *Update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b, want) {
		t.Error("the vectors are not what their seeds give; SPEC, vectors and code change together")
	}
	if err := json.Unmarshal(b, &stored); err != nil || len(stored) == 0 {
		t.Fatalf("%d vectors, %v", len(stored), err)
	}
	return stored
}
