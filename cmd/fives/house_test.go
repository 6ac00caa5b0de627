package main

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestHouse holds the rules of the house over the whole tree.
func TestHouse(t *testing.T) {
	root := os.DirFS("../..")
	sources, err := readTree(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(sources) < 100 {
		t.Fatalf("only %d files: is this the module's root?", len(sources))
	}
	for name, complaints := range inspect(root, sources, gameNames()) {
		t.Run(name, func(t *testing.T) {
			for _, c := range complaints {
				t.Error(c)
			}
		})
	}
}

// inspect runs every rule and returns the complaints under the rule's name.
func inspect(root fs.FS, sources []source, names []string) map[string][]string {
	out := map[string][]string{
		"top level":       topLevel(root),
		"package comment": packageComments(sources),
		"order of p2p":    p2pOrder(sources),
		"portable":        portable(sources),
		"full screen":     fullScreen(sources),
	}
	perFile := map[string]func(source) []string{
		"layers":            layers,
		"homes":             homes,
		"games":             gameFolders,
		"pure":              purity,
		"unfinished":        unfinished,
		"front doors":       frontDoors,
		"one JSON":          oneJSON,
		"no game is named":  func(s source) []string { return gameWords(s, names) },
		"support for tests": supportOf(sources),
		"codes, not words":  commandWords(commandNames(sources)),
		"no sentences":      sentences,
		"start-up":          startUp,
	}
	for name, rule := range perFile {
		out[name] = nil
		for _, s := range sources {
			out[name] = append(out[name], rule(s)...)
		}
	}
	return out
}

// topNames are the names that belong at the top, and those that tools force.
var topNames = []string{
	"crypto", "engine", "p2p", "cli", "cmd", "go.mod", "go.sum", "Makefile", "README.md",
	".ci", ".github", ".gitignore", "LICENSE", ".git",
}

// built are names that .gitignore keeps out of the repository.
var built = []string{"bin", "dist", "fives", "game.jsonl", "*.test", "*.out", "*.prof"}

func topLevel(root fs.FS) (bad []string) {
	entries, err := fs.ReadDir(root, ".")
	if err != nil {
		return []string{err.Error()}
	}
	for _, e := range entries {
		ignored := slices.ContainsFunc(built, func(pattern string) bool {
			ok, _ := path.Match(pattern, e.Name())
			return ok
		})
		if !ignored && !slices.Contains(topNames, e.Name()) {
			bad = append(bad, e.Name()+" does not belong at the top level")
		}
	}
	return bad
}

var badPackageNames = []string{"util", "utils", "common", "manager", "data", "helper", "helpers", "misc"}

// packageComments requires a comment that names the package, in every package.
func packageComments(sources []source) (bad []string) {
	told := map[string]bool{}
	for _, s := range sources {
		if testFile(s.path) {
			continue
		}
		name := s.syntax.Name.Name
		start := "Package " + name + " "
		if name == "main" {
			start = "Command " + path.Base(s.dir) + " "
		}
		told[s.dir] = told[s.dir] || strings.HasPrefix(s.syntax.Doc.Text(), start)
		if slices.Contains(badPackageNames, name) {
			bad = append(bad, s.path+": a package named "+name)
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(told)) {
		if !told[dir] {
			bad = append(bad, dir+" has no package comment")
		}
	}
	return bad
}
