package web

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestPace runs testdata/pace.mjs, which plays a table at the page's pace, with a clock of its
// own.
func TestPace(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("it runs a script of the page: there is no node")
	}
	dir := t.TempDir()
	for name, from := range map[string]string{"pace.mjs": "static/pace.js", "test.mjs": "testdata/pace.mjs"} {
		b, err := os.ReadFile(filepath.FromSlash(from))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.CommandContext(t.Context(), node, filepath.Join(dir, "test.mjs")).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
