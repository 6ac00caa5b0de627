package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fives/p2p/waittest"
)

// alone runs a program in a root folder that contains only the program's own files, /dev and
// /proc: no C library, no certificates, no time zones, no environment variables, and a network
// of its own.
const alone = `PATH=/usr/sbin:/sbin:/usr/bin:/bin
ip link set lo up && ip route add 224.0.0.0/4 dev lo &&
mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" &&
exec env -i "$(command -v chroot)" "$@"`

// TestNothingElse unpacks the archive of this system into an empty root folder. The program
// there says its version, and two of its daemons play a game and verify it.
func TestNothingElse(t *testing.T) {
	waittest.Builds(t)
	t.Chdir("../..")
	if _, err := os.Stat(".git"); err != nil {
		t.Skip("no release without git")
	}
	if out, err := exec.CommandContext(t.Context(), "unshare", "-Urnmpf", "true").CombinedOutput(); err != nil {
		t.Skipf("no namespaces here: %v: %s", err, out)
	}
	p, err := build(t.Context(), system{runtime.GOOS, runtime.GOARCH}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files, err := contents(p, []byte("none"))
	if err != nil {
		t.Fatal(err)
	}
	dist := t.TempDir()
	name, err := writeArchive(dist, p, files)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for _, f := range untar(t, read(t, dist, name), p.time) {
		put(t, root, f)
	}
	for _, folder := range []string{"proc", "dev", "tmp"} {
		if err := os.Mkdir(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	program := "/" + strings.TrimSuffix(name, ".tar.gz") + "/fives"
	for want, args := range map[string][]string{
		"fives " + p.version + " (commit ": {"version"},
		"the log: good":                    {"demo", "--seats", "2", "--set", "limit=20"},
	} {
		cmd := exec.CommandContext(t.Context(), "unshare", append([]string{"-Urnmpf", "sh", "-c", alone, "sh", root, program}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil || !bytes.Contains(out, []byte(want)) {
			t.Errorf("%q: %v, want %q:\n%s", args, err, want, out)
		}
	}
}

func put(t *testing.T, root string, f file) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(f.name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, f.content, f.mode); err != nil {
		t.Fatal(err)
	}
}
