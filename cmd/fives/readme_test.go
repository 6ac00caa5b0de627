package main

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestReadme holds README.md against the tree: it names every dependency that
// is imported and every game, and its links lead somewhere.
func TestReadme(t *testing.T) {
	root := os.DirFS("../..")
	sources, err := readTree(root)
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(root, "README.md")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := fs.ReadFile(root, "go.mod")
	if err != nil {
		t.Fatal(err)
	}
	names := append(imported(sources, modules(string(mod))), gameNames()...)
	if len(names) < 20 {
		t.Fatalf("only %q to look for", names)
	}
	for _, c := range readme(root, string(text), names) {
		t.Error(c)
	}
}

var link = regexp.MustCompile(`\]\(([^)#:]+)\)`)

// readme returns what a README lacks, and which of its links are dead.
func readme(root fs.FS, text string, names []string) (bad []string) {
	for _, name := range names {
		if !strings.Contains(text, name) {
			bad = append(bad, "README.md does not mention "+name)
		}
	}
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		if _, err := fs.Stat(root, m[1]); err != nil {
			bad = append(bad, "README.md links to nothing: "+m[1])
		}
	}
	return bad
}

var requirement = regexp.MustCompile(`(?m)^\s*(?:require )?([a-z0-9.-]+\.[a-z]+(?:/\S+)?) v\S+`)

// modules are those that go.mod requires.
func modules(mod string) (paths []string) {
	for _, m := range requirement.FindAllStringSubmatch(mod, -1) {
		paths = append(paths, m[1])
	}
	return paths
}

// imported are the modules of which some file imports a package.
func imported(sources []source, modules []string) (used []string) {
	imports := map[string]bool{}
	for _, s := range sources {
		for _, i := range s.imports {
			imports[i] = true
		}
	}
	for _, m := range modules {
		for i := range imports {
			if within(i, m) {
				used = append(used, m)
				break
			}
		}
	}
	return used
}

func TestReadmeFails(t *testing.T) {
	root := goodTree()
	const text = "See [the design](cli/a.go), [the end](no/such.md), [a site](https://example.org): nines, example.org/a"
	mods := modules("module fives\n\nrequire example.org/a v1.0.0\n\nrequire (\n\texample.org/b/v2 v2.1.0 // indirect\n\texample.org/c v0.1.0\n)\n")
	if strings.Join(mods, " ") != "example.org/a example.org/b/v2 example.org/c" {
		t.Errorf("modules: %q", mods)
	}
	used := imported([]source{{imports: []string{"example.org/a", "example.org/b/v2/sub", "example.org/cc"}}}, mods)
	got := readme(root, text, append(used, "nines"))
	want := []string{"README.md does not mention example.org/b/v2", "README.md links to nothing: no/such.md"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
}
