package control

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

var (
	packageLine = regexp.MustCompile(`(?m)^package (\w+)`)
	errorText   = regexp.MustCompile(`(?:errors\.New|Errorf)\("([a-z0-9]+): `)
)

// TestPlainKnowsEveryPackage: whatever name a package puts before its errors,
// people do not read it.
func TestPlainKnowsEveryPackage(t *testing.T) {
	found := 0
	for _, layer := range []string{"crypto", "engine", "p2p", "cli"} {
		err := filepath.WalkDir(filepath.Join("../..", layer), func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			name := packageLine.FindSubmatch(b)
			for _, m := range errorText.FindAllSubmatch(b, -1) {
				prefix := string(m[1])
				if name == nil || prefix != string(name[1]) && prefix != filepath.Base(filepath.Dir(path)) {
					continue
				}
				if found++; !slices.Contains(packages, prefix) {
					t.Errorf("%s: %q is not known", path, prefix)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found == 0 {
		t.Error("no error begins with the name of its package")
	}
}
