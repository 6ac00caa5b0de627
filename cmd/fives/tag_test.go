package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fives/engine/record"
	"fives/p2p/waittest"
)

// TestTag builds the program from a tagged commit of a copy of the tree. The program must say
// the tag, the commit and the protocol.
func TestTag(t *testing.T) {
	waittest.Builds(t)
	root := copyTree(t)
	for _, args := range [][]string{
		{"init", "--quiet"},
		{"add", "."},
		{"-c", "user.name=ana", "-c", "user.email=ana@example.org", "commit", "--quiet", "--no-verify", "-m", "all"},
		{"tag", "v1.2.3"},
	} {
		do(t, root, "git", args...)
	}
	program := filepath.Join(t.TempDir(), "fives")
	do(t, root, "go", "build", "-buildvcs=true", "-o", program, "./cmd/fives")
	git := exec.CommandContext(t.Context(), "git", "rev-parse", "--short=12", "HEAD")
	git.Dir = root
	commit, err := git.Output()
	if err != nil {
		t.Fatal(err)
	}
	version := exec.CommandContext(t.Context(), program, "version")
	version.Env = append(os.Environ(), "FIVES_HOME="+filepath.Join(root, "nobody"))
	said, err := version.Output()
	if want := fmt.Sprintf("fives v1.2.3 (commit %s, protocol %d, ", strings.TrimSpace(string(commit)), record.Version); err != nil || !strings.HasPrefix(string(said), want) {
		t.Errorf("it says %q (%v), want %q", said, err, want)
	}
}
