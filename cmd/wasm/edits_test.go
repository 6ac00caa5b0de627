package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

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

// With a Go that an edit does not know, or with which an edited file no longer compiles, the
// programs are larger and do the same.
func TestOtherGo(t *testing.T) {
	r, dir, source, plain, lean := traced(t)
	want := runs(t, r, dir, plain)
	ours, known := edits, computed
	defer func() { edits, computed = ours, known }()
	for name, change := range map[string]func(){
		"an edit finds nothing": func() {
			computed = edit{known.file, "nothing", ""}
			edits = slices.Concat([]edit{computed}, ours[1:])
		},
		"an edit finds its place twice":   func() { edits = slices.Concat(ours, []edit{{"fmt/print.go", "\n", ""}}) },
		"an edited file does not compile": func() { edits = slices.Concat(ours, []edit{first("fmt/print.go", "package fmt", "nothing")}) },
	} {
		t.Run(name, func(t *testing.T) {
			edits, computed = ours, known
			change()
			packed := filepath.Join(dir, "program.wasm.gz")
			if _, err := r.build(dir, source, packed); err != nil {
				t.Fatal(err)
			}
			f, err := os.ReadFile(packed)
			if err != nil {
				t.Fatal(err)
			}
			module := unpack(t, f)
			if got := runs(t, r, dir, module); got != want {
				t.Errorf("\n%s\nwhere it was\n%s", got, want)
			}
			if larger := len(module) > len(lean)*21/20; larger != (name != "an edit finds its place twice") {
				t.Errorf("%d bytes, where it has to be %d", len(module), len(lean))
			}
			if whole := bytes.Equal(module, plain); whole != (name == "an edited file does not compile") {
				t.Errorf("whether it is as without edits: %v", whole)
			}
		})
	}
}
