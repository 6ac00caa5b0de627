package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"fives/p2p/waittest"
)

// TestModulePath gives a copy of the tree another module path, as the README says. The copy
// must build and keep the rules of the house.
func TestModulePath(t *testing.T) {
	waittest.Builds(t)
	root := copyTree(t)
	const path = "example.org/you/fives"
	do(t, root, "make", "module", "MODULE="+path)
	if got, err := modulePath(os.DirFS(root)); err != nil || got != path {
		t.Fatalf("the module is called %q (%v)", got, err)
	}
	sources, err := readTree(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	if len(reached(sources)) < 30 {
		t.Errorf("the program is made of %d packages: are the others imported under another path?", len(reached(sources)))
	}
	do(t, root, "go", "build", "./...")
	do(t, root, "go", "test", "-vet=off", "./cmd/fives", "-run", "TestHouse|TestReadme")
}

// copyTree copies what belongs to the module.
func copyTree(t *testing.T) (root string) {
	t.Helper()
	root = t.TempDir()
	for _, name := range topNames {
		from, to := filepath.Join("../..", name), filepath.Join(root, name)
		info, err := os.Stat(from)
		switch {
		case name == ".git" || os.IsNotExist(err):
			continue
		case err == nil && info.IsDir():
			err = os.CopyFS(to, os.DirFS(from))
		case err == nil:
			var b []byte
			if b, err = os.ReadFile(from); err == nil {
				err = os.WriteFile(to, b, 0o644)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// do runs a command. The place of the tree is not in what it compiles, so the next run of this
// test finds that in the build cache.
func do(t *testing.T, root, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
}
