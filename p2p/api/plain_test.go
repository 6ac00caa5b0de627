package api

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"node: replica: rules: illegal move: card: not a card: \"7x\"": `illegal move: not a card: "7x"`,
		"no such table: abc": "no such table: abc",
		"table":              "table",
		"store: ":            "",
		"":                   "",
	} {
		if got := Plain(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestPlainKnowsEveryPackage: people never read the name of a package before a text of the program, be it an error or a part of one.
func TestPlainKnowsEveryPackage(t *testing.T) {
	files := sources(t)
	names := map[string]bool{}
	for path, f := range files {
		names[f.Name.Name], names[filepath.Base(filepath.Dir(path))] = true, true
	}
	found := 0
	for path, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if name, ok := packageBefore(n, names); ok {
				if found++; !slices.Contains(packages, name) {
					t.Errorf("%s: %q is not known", path, name)
				}
			}
			return true
		})
	}
	if found == 0 {
		t.Error("no error begins with the name of its package")
	}
}

// packageBefore returns the name of a package with which a text of the program begins.
func packageBefore(n ast.Node, names map[string]bool) (string, bool) {
	lit, ok := n.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	if err != nil {
		return "", false
	}
	name, _, found := strings.Cut(text, ": ")
	return name, found && names[name]
}

// sources returns the files of the program, without tests, by their paths.
func sources(t *testing.T) map[string]*ast.File {
	t.Helper()
	files := map[string]*ast.File{}
	for _, layer := range []string{"crypto", "engine", "p2p", "cli"} {
		err := filepath.WalkDir(filepath.Join("../..", layer), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files[path], err = parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}
