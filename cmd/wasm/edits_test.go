package main

import "testing"

// TestEdits: each edit finds its place in this Go. One that does not makes the programs larger:
// look at the file in this release, whether what the edit takes out is there in other words, and
// whether a page still does without it.
func TestEdits(t *testing.T) {
	dir := t.TempDir()
	r, err := findRelease(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, unknown, err := r.edited(dir, edits...)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range unknown {
		t.Errorf("in this Go, %s does not say once\n%s", e.file, e.from)
	}
}
