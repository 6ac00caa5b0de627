package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fives/p2p/waittest"
)

const unknown = "bogus-mail-host,bogus-mail-host-in-debian-changelog,initial-upload-closes-no-bugs"

// TestLintian: Debian's own check of packages complains about nothing in ours but what it
// cannot know.
func TestLintian(t *testing.T) {
	waittest.Builds(t)
	if _, err := exec.LookPath("lintian"); err != nil {
		t.Skip("lintian is not installed")
	}
	t.Chdir("../..")
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(makefile), "\nNFPM       := ")
	nfpm, _, _ := strings.Cut(rest, "\n")
	p, err := build(t.Context(), system{runtime.GOOS, runtime.GOARCH}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files, err := contents(p, []byte("none"))
	if err != nil {
		t.Fatal(err)
	}
	dist := t.TempDir()
	if err := debian(t.Context(), nfpm, dist, t.TempDir(), p, files); err != nil {
		t.Fatal(err)
	}
	packages, err := filepath.Glob(filepath.Join(dist, "*.deb"))
	if err != nil || len(packages) != 1 {
		t.Fatalf("packages: %q (%v)", packages, err)
	}
	// Whoever uploads the package adds an address and the number of a request to package it.
	out, err := exec.CommandContext(t.Context(), "lintian", "--allow-root", "--fail-on", "error,warning", "--suppress-tags", unknown, packages[0]).CombinedOutput()
	if err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
}
