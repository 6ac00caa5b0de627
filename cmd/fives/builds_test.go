package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fives/p2p/waittest"
)

// Two builds that are stamped with nothing say different things, and each always the same.
func TestBuildsAreTold(t *testing.T) {
	waittest.Builds(t)
	dir := t.TempDir()
	build := func(name, prints string) string {
		t.Helper()
		source := filepath.Join(dir, name+".go")
		if err := os.WriteFile(source, []byte("package main\n\nimport \"fives/p2p/api\"\n\nfunc main() { println(\""+prints+"\", api.ProgramVersion()) }\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		program := filepath.Join(dir, name)
		if out, err := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w", "-o", program, source).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		out, err := exec.CommandContext(t.Context(), program).CombinedOutput()
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(string(out))[1]
	}
	one, other, again := build("one", "a"), build("other", "b"), build("one", "a")
	if one == other || one != again || !strings.HasPrefix(one, "devel-") {
		t.Errorf("two builds say %s and %s, the first again %s", one, other, again)
	}
}
