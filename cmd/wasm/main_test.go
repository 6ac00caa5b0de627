package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fives/p2p/waittest"
)

// The verifier comes with every report, so it has to be small: it knows no network.
func TestProofIsLean(t *testing.T) {
	r, err := findRelease(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	deps, err := r.run("list", "-deps", "fives/cmd/proof")
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for dep := range strings.Lines(deps) {
		dep = strings.TrimSpace(dep)
		found = found || dep == "fives/cli/verdict"
		if dep == "net" || strings.HasPrefix(dep, "net/") || strings.Contains(dep, "libp2p") || dep == "html/template" {
			t.Errorf("it imports %s", dep)
		}
	}
	if !found {
		t.Errorf("it is made of %q", deps)
	}
}

// TestFetchedRelease: a Go release in the module cache builds too, although no file there may
// be replaced.
func TestFetchedRelease(t *testing.T) {
	root, err := output(exec.Command("go", "env", "GOROOT"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOMODCACHE", filepath.Dir(root))
	dir := t.TempDir()
	r, err := findRelease(dir)
	if err != nil {
		t.Skipf("this system lets the user make no link: %v", err)
	}
	flags, _, err := r.leaner(dir)
	if err != nil {
		t.Fatal(err)
	}
	if said, err := r.run(slices.Concat([]string{"list"}, flags, []string{"text/template"})...); err != nil || said != "text/template" {
		t.Errorf("%q, %v", said, err)
	}
}

// The pages stay the same without methods that only a template names.
func TestTemplatesNameNoMethods(t *testing.T) {
	waittest.Builds(t)
	dir := t.TempDir()
	r, err := findRelease(dir)
	if err != nil {
		t.Fatal(err)
	}
	files, unknown, err := r.edited(dir, fieldsOnly)
	if err != nil {
		t.Fatal(err)
	}
	if len(unknown) > 0 {
		t.Fatal("this Go finds methods for templates in another way, and the programs are larger for it")
	}
	flag, err := overlay(dir, files)
	if err != nil {
		t.Fatal(err)
	}
	if err := filepath.WalkDir(filepath.Join("..", "..", "cli"), func(path string, _ fs.DirEntry, err error) error {
		_, _ = os.Stat(path) // so that the result of this test is not cached after a page has changed
		return err
	}); err != nil {
		t.Fatal(err)
	}
	out, err := r.command("test", flag, "fives/cli/web", "fives/cli/report").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// What is packed does not say when and where it was packed.
func TestPack(t *testing.T) {
	text := bytes.Repeat([]byte("wasm"), 1000)
	packed := pack(text)
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if !r.ModTime.IsZero() || r.Name != "" || r.Comment != "" || len(r.Extra) > 0 {
		t.Errorf("%+v", r.Header)
	}
	if whole, err := io.ReadAll(r); err != nil || !bytes.Equal(whole, text) {
		t.Errorf("%d bytes, %v", len(whole), err)
	}
}
