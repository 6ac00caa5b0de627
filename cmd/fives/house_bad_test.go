package main

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestHouseFails shows each rule a tree that breaks it once. It expects the complaints, one a
// line, from that rule and none from the others.
func TestHouseFails(t *testing.T) {
	names := []string{"nines", "Nines", "six-nines"}
	doc := "// Package a is fine.\n"
	for _, c := range []struct {
		rule, file, text, want string
	}{
		{"top level", "notes.txt", "", "notes.txt"},
		{"top level", "docs/x.md", "", "docs"},
		{"package comment", "engine/a/a.go", "package a", "engine/a has no"},
		{"package comment", "engine/a/a.go", "// Something else.\npackage a", "engine/a has no"},
		{"package comment", "engine/util/a.go", "// Package util is fine.\npackage util", "named util"},
		{"layers", "crypto/a/a.go", doc + `package a; import _ "example.org/house/engine/card"`, "engine/card"},
		{"layers", "crypto/a/a_test.go", `package a; import _ "example.org/house/p2p/wire"`, "p2p/wire"},
		{"layers", "engine/a/a.go", doc + `package a; import _ "example.org/house/p2p/wire"`, "p2p/wire"},
		{"layers", "p2p/a/a.go", doc + `package a; import _ "example.org/house/cli/draw"`, "cli/draw"},
		{"layers", "cli/a/a.go", doc + `package a; import _ "example.org/house/cmd/fives"`, "cmd/fives"},
		{"layers", "crypto/a.go", "// Package crypto is fine.\npackage crypto; const x = 1", "sub-packages"},
		{"order of p2p", "p2p/session/b.go", `package session; import _ "example.org/house/p2p/lobby"`, "p2p/session/b.go imports p2p/lobby"},
		{"order of p2p", "p2p/session/turns/a.go", "// Package turns is fine.\npackage turns; import _ \"example.org/house/p2p/lobby/codes\"", "p2p/session/turns/a.go imports p2p/lobby/codes"},
		{"order of p2p", "p2p/b/b.go", "// Package b is fine.\npackage b", "p2p/b is not in the list"},
		{"order of p2p", "", `
-- p2p/b/b.go --
// Package b is fine.
package b; import _ "example.org/house/p2p/c"
-- p2p/c/c.go --
// Package c is fine.
package c
`, "p2p/b is not in the list\np2p/c is not in the list"},
		{"order of p2p", "p2p/doc.go", "// Package p2p has a page.\n//\n// # Packages\n//\n//\tsession  s\n//\tcontrol  c\n//\tlobby    l\n//\thost     h\n//\ta        a\n//\tnode     n\n//\tdaemon   d\n//\tbrowser  b\n//\tattic    x\npackage p2p", "lists what is not there: p2p/attic"},
		{"homes", "engine/a/a.go", doc + `package a; import _ "github.com/libp2p/go-libp2p"`, "libp2p"},
		{"homes", "p2p/a/a.go", doc + `package a; import _ "zombiezen.com/go/sqlite"`, "sqlite"},
		{"homes", "cli/a/a.go", doc + `package a; import _ "example.org/unheard-of"`, "unheard-of"},
		{"games", "p2p/a/a.go", doc + `package a; import _ "example.org/house/engine/games/nines"`, "nines"},
		{"games", "engine/table/a.go", "// Package table is fine.\npackage table; " + `import _ "example.org/house/engine/games/nines"`, "nines"},
		{"games", "engine/games/tens/a.go", "// Package tens is fine.\npackage tens; " + `import _ "example.org/house/engine/games/nines"`, "nines"},
		{"pure", "engine/a/a.go", doc + `package a; import _ "time"`, "time"},
		{"pure", "engine/a/a.go", doc + `package a; import _ "net/http"`, "net/http"},
		{"pure", "engine/a/a.go", doc + `package a; func f() { go f() }`, "goroutine"},
		{"pure", "engine/a/a.go", doc + `package a; func f() { select {} }`, "select"},
		{"pure", "engine/a/a.go", doc + `package a; import "math/rand/v2"; var _ = func() int { return 0 }; func f() int { return rand.IntN(3) }`, "rand.IntN"},
		{"pure", "engine/a/a.go", doc + `package a; func f(g interface{ Go(func()) }) { g.Go(nil) }`, "goroutine"},
		{"pure", "crypto/a/a.go", doc + `package a; import _ "runtime"`, "runtime"},
		{"unfinished", "cli/a/a.go", doc + "package a // TO" + "DO: more", "a.go:2"},
		{"portable", "p2p/session/b.go", `package session; import _ "net"`, "p2p/session/b.go imports net;"},
		{"portable", "p2p/session/b.go", `package session; import _ "golang.org/x/sys/unix"`, "imports golang.org/x/sys/unix"},
		{"portable", "p2p/session/b_js.go", `package session; import _ "os"`, "imports os;"},
		{"portable", "", `
-- p2p/session/b.go --
package session; import _ "example.org/house/p2p/session/clocks"
-- p2p/session/clocks/a.go --
// Package clocks is fine.
package clocks; import _ "example.org/house/p2p/session/dials"
-- p2p/session/dials/a.go --
// Package dials is fine.
package dials; import _ "net/http"
`, "p2p/session/dials/a.go imports net/http"},
		{"portable", "", `
-- cmd/browser/b_js.go --
package main; import _ "example.org/house/cli/names"
-- cli/names/a.go --
// Package names is fine.
package names; import _ "example.org/house/cli/web"
-- cli/web/b.go --
// Package web is fine.
package web; import _ "net/http"
`, "cli/names/a.go imports cli/web"},
		{"portable", "p2p/lobby/b.go", `package lobby; import _ "example.org/house/p2p/control"`, "p2p/lobby/b.go imports p2p/control"},
		{"one JSON", "cli/a/a.go", doc + `package a; import "encoding/json"; func f() { json.NewEncoder(nil) }`, "a.go:2: json.NewEncoder"},
		{"front doors", "cli/a/a.go", doc + `package a; import _ "example.org/house/p2p/replica"`, "p2p/replica"},
		{"full screen", "", `
-- cli/tui/a.go --
// Package tui is fine.
package tui; import _ "example.org/house/cli/names"
-- cli/names/a.go --
// Package names is fine.
package names; import _ "example.org/house/cli/web"
-- cli/web/a.go --
// Package web is fine.
package web
`, "cli/names/a.go imports cli/web"},
		{"no game is named", "p2p/a/a.go", doc + `package a; const x = "nines"`, "nines"},
		{"no game is named", "cli/a/a.go", doc + `package a; const x = "the game six-nines"`, "six-nines"},
		{"no game is named", "engine/a/a.go", doc + `package a; const x = "Nines"`, "Nines"},
		{"codes, not words", "engine/a/a.go", doc + `package a; const x = "see fives host"`, "fives host"},
		{"codes, not words", "engine/a/a.go", doc + `package a; const x = "give --seats"`, "--seats"},
		{"no sentences", "p2p/a/a.go", doc + `package a; func f() string { return "slow to answer" }`, "slow to answer"},
		{"no sentences", "p2p/a/a.go", doc + `package a; import "fmt"; func f() string { return fmt.Sprintf("table %s waits for it", "x") }`, "waits for it"},
		{"no sentences", "p2p/a/a.go", doc + `package a; func f(g func(string)) { g("somebody" + " has left") }`, "has left"},
		{"start-up", "cli/a/a.go", doc + `package a; import "html/template"; var x = template.Must(template.New("x").Parse("x"))`, "a.go:2"},
		{"support for tests", "p2p/node/b.go", `package node; import _ "example.org/house/p2p/rig"`, "p2p/rig"},
	} {
		t.Run(c.rule+"/"+c.want, func(t *testing.T) {
			root := goodTree()
			archive := txtar.Parse([]byte(c.text))
			if c.file != "" {
				archive.Files = []txtar.File{{Name: c.file, Data: []byte(c.text)}}
			}
			for _, f := range archive.Files {
				root[f.Name] = &fstest.MapFile{Data: f.Data}
			}
			sources, err := readTree(root)
			if err != nil {
				t.Fatal(err)
			}
			for rule, complaints := range inspect(root, sources, names) {
				switch {
				case rule != c.rule && len(complaints) > 0:
					t.Errorf("the rule %q complains too: %q", rule, complaints)
				case rule == c.rule && !slices.EqualFunc(complaints, strings.Split(c.want, "\n"), strings.Contains):
					t.Errorf("complaints: %q, want %q", complaints, c.want)
				}
			}
		})
	}
}

// goodTree breaks no rule, though it comes near to several.
func goodTree() fstest.MapFS {
	files := map[string]string{
		"go.mod":                  "module example.org/house\n",
		"README.md":               "",
		"bin/fives":               "",
		".ci/run":                 "",
		"crypto/mask/mask.go":     "// Package mask is fine.\npackage mask",
		"engine/games/games.go":   "// Package games is fine.\npackage games; import _ \"example.org/house/engine/games/nines\"",
		"engine/games/nines/a.go": "// Package nines is fine.\npackage nines; const name = \"nines\"",
		"engine/games/nines/b.go": "package nines; import \"math/rand/v2\"; var _ = rand.New; func f(rand *rand.Rand) int { return rand.IntN(2) }",
		"p2p/doc.go": "// Package p2p has a page.\n//\n// # Packages\n//\n//\tsession  s\n//\t         (session/turns: t)\n//\tcontrol  c\n" +
			"//\tlobby    l\n//\thost     h\n//\ta        a\n//\tnode     n\n//\tdaemon   d\n//\tbrowser  b\n//\n// # Else\n//\n//\tattic    x\npackage p2p",
		"p2p/session/a.go":          "// Package session is fine.\npackage session; import _ \"net/netip\"",
		"p2p/session/native.go":     "//go:build !js\n\npackage session; import _ \"os\"",
		"p2p/control/a.go":          "// Package control is fine.\npackage control; import (_ \"net\"; _ \"net/http\")",
		"p2p/lobby/a.go":            "// Package lobby is fine.\npackage lobby; import _ \"example.org/house/p2p/session\"",
		"p2p/lobby/codes/a.go":      "// Package codes is fine.\npackage codes",
		"p2p/host/a.go":             "// Package host is fine.\npackage host; import _ \"github.com/libp2p/go-libp2p\"",
		"p2p/browser/a.go":          "// Package browser is fine.\npackage browser; import (_ \"example.org/house/p2p/lobby\"; _ \"example.org/house/p2p/host\")",
		"p2p/a/z.go":                "// Package a is fine.\npackage a",
		"cmd/browser/a.go":          "//go:build js\n\n// Command browser is fine.\npackage main; import (_ \"os\"; _ \"example.org/house/p2p/browser\")",
		"engine/bare/a.go":          "// Package bare is fine.\npackage bare; import _ \"example.org/house/crypto/mask\"",
		"engine/bare/a_test.go":     "package bare; import (_ \"time\"; _ \"example.org/house/engine/games/nines\")",
		"p2p/rig/a.go":              "// Package rig is fine.\npackage rig; import (_ \"testing\"; _ \"go.uber.org/goleak\")",
		"p2p/node/a.go":             "// Package node is fine.\npackage node; var ok, label = errors.New(\"after nines wrong ones\"), fmt.Errorf(\"a fives node -- or none\")",
		"p2p/daemon/a.go":           "// Package daemon is fine.\npackage daemon; import _ \"example.org/house/p2p/node\"",
		"p2p/node/a_test.go":        "package node; import _ \"example.org/house/p2p/rig\"; const game = \"nines\"",
		"p2p/sim/a.go":              "// Package sim is fine.\npackage sim; import (_ \"example.org/house/p2p/rig\"; _ \"example.org/house/engine/games/nines\")",
		"cli/a.go":                  "// Package cli is fine.\npackage cli; import _ \"example.org/house/p2p/daemon\"; var _ = cli.Command{Name: \"host\"}; const help = \"fives host six-nines --seats 4\"",
		"cli/testdata/x/strange.go": "not Go at all",
		"cmd/fives/main.go":         "// Command fives is fine.\npackage main; import _ \"example.org/house/cli\"",
	}
	root := fstest.MapFS{}
	for name, text := range files {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

func TestHouseAcceptsAGoodTree(t *testing.T) {
	root := goodTree()
	sources, err := readTree(root)
	if err != nil {
		t.Fatal(err)
	}
	for rule, complaints := range inspect(root, sources, []string{"nines", "Nines", "six-nines"}) {
		for _, c := range complaints {
			t.Errorf("%s: %s", rule, c)
		}
	}
}
