package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
)

// reason begins the sentence of a package comment that says why a package that at most one
// other package imports is not part of that one: another build target, a secret kept in, a part
// that is read and tested alone.
const reason = "It is a package of its own because "

// reasons requires that sentence. Commands and what they are made of need none, and neither do
// games, which only the registry may import. For packages that are for tests, tests are
// importers.
func reasons(sources []source) (bad []string) {
	support, told := map[string]bool{}, map[string]bool{}
	for _, s := range sources {
		if testFile(s.path) {
			continue
		}
		support[s.dir] = s.test
		comment := strings.Join(strings.Fields(s.syntax.Doc.Text()), " ")
		told[s.dir] = told[s.dir] || strings.Contains(comment, reason)
	}
	importers := map[string]map[string]bool{}
	for _, s := range sources {
		for _, dir := range s.folders {
			if dir == s.dir || s.test && !support[dir] {
				continue
			}
			if importers[dir] == nil {
				importers[dir] = map[string]bool{}
			}
			importers[dir][s.dir] = true
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(told)) {
		if told[dir] || layer(dir) == layer("cmd") || slices.Contains(order, dir) || gameFolder(dir) {
			continue
		}
		if by := slices.Collect(maps.Keys(importers[dir])); len(by) < 2 {
			bad = append(bad, fmt.Sprintf("%s: only %q imports it, and its comment does not say %q", dir, by, reason+"…"))
		}
	}
	return bad
}

// gameFolder reports whether a folder is that of a game.
func gameFolder(dir string) bool {
	name, ok := strings.CutPrefix(dir, registry+"/")
	return ok && !strings.Contains(name, "/")
}

// TestHouseReasons checks that over the whole tree.
func TestHouseReasons(t *testing.T) {
	sources, err := readTree(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range reasons(sources) {
		t.Error(c)
	}
}

// TestHouseReasonsFail expects complaints about the packages a of a small tree, and about no
// others.
func TestHouseReasonsFail(t *testing.T) {
	root := fstest.MapFS{}
	for _, f := range txtar.Parse([]byte(`
-- go.mod --
module example.org/house
-- p2p/a1/a.go --
// Package a1 has no importer.
package a1
-- p2p/a1/a_test.go --
package a1; import (_ "example.org/house/p2p/a2"; _ "example.org/house/p2p/a3")
-- p2p/a2/a.go --
// Package a2 has one, and a test.
package a2
-- p2p/b/a.go --
// Package b has two. It is a package of its own. Because!
package b; import (_ "example.org/house/p2p/a2"; _ "example.org/house/p2p/c")
-- p2p/b/b.go --
package b; import _ "example.org/house/p2p/a2"
-- p2p/c/a.go --
// Package c has one. It is a package
// of its own because it keeps a secret.
package c; import _ "example.org/house/p2p/b"
-- p2p/a3/a.go --
// Package a3 is for one test.
package a3; import _ "testing"
-- p2p/d/a.go --
// Package d is for two.
package d; import _ "testing"
-- p2p/b/b_test.go --
package b; import _ "example.org/house/p2p/d"
-- p2p/c/c_test.go --
package c; import _ "example.org/house/p2p/d"
-- engine/games/nines/a.go --
// Package nines is a game.
package nines
-- cmd/e/a.go --
// Command e is a program.
package main; import _ "example.org/house/p2p/b"
`)).Files {
		root[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	sources, err := readTree(root)
	if err != nil {
		t.Fatal(err)
	}
	got := reasons(sources)
	if !slices.EqualFunc(got, []string{"p2p/a1: only []", `p2p/a2: only ["p2p/b"]`, `p2p/a3: only ["p2p/a1"]`}, strings.HasPrefix) {
		t.Errorf("%q", got)
	}
}
