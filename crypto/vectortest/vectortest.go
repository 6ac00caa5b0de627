// Package vectortest compares the test vectors of crypto's packages, of which five have
// some, with the files that hold them. It is for tests only.
package vectortest

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

// Update is the flag -update, which writes the files anew.
var Update = flag.Bool("update", false, "write the vectors again")

// Stored fails the test unless a file holds the computed vectors, byte for byte. It returns
// the vectors from the file. With -update it writes the file first.
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
