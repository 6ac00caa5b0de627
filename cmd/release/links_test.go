package main

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestLinks: no link of a page in an archive leads to something that is not there.
func TestLinks(t *testing.T) {
	var names []string
	for _, p := range pages {
		names = append(names, path.Base(p))
	}
	found := 0
	for _, page := range pages {
		b, err := os.ReadFile(filepath.Join("..", "..", page))
		if err != nil {
			t.Fatal(err)
		}
		text := unlink(page, string(b))
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			file, _, _ := strings.Cut(m[2], "#")
			if file != "" && !strings.Contains(file, "://") && !slices.Contains(names, file) {
				t.Errorf("%s leads to %s", page, m[2])
			}
			if file == "GUIDE.md" {
				found++
			}
		}
		if strings.Contains(text, "<img") || strings.Contains(text, "![") {
			t.Errorf("%s has a picture that is not in the archive", page)
		}
	}
	if found == 0 {
		t.Error("the README leads to no guide")
	}
	for in, want := range map[string]string{
		"see [the guide](cli/GUIDE.md#late) and [SPEC](engine/SPEC.md)": "see [the guide](GUIDE.md#late) and SPEC",
		"[a](https://example.org/b) [c](#d)":                            "[a](https://example.org/b) [c](#d)",
		`<img src="a.png" width="3" alt="a table">`:                     "*a table*",
	} {
		if got := unlink("README.md", in); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
