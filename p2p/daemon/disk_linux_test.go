package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// onSmallDisks makes the calling test run again where it may mount; it returns false
// outside, when all is done.
func onSmallDisks(t *testing.T) bool {
	t.Helper()
	const inside = "FIVES_TEST_SMALL_DISKS"
	if os.Getenv(inside) != "" {
		return true
	}
	if out, err := exec.Command("unshare", "-Urm", "true").CombinedOutput(); err != nil {
		t.Skipf("this system lets the user mount no small disk: %v: %s", err, out)
	}
	cmd := exec.Command("unshare", "-Urm", os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), inside+"=1")
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Fatalf("on small disks: %v", err)
	}
	return false
}

// mounted is a disk of so many KiB at a folder, which tmpfs gives out in pages.
func mounted(t *testing.T, how string, kib int, folder string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", map[string]uintptr{"new": 0, "more": syscall.MS_REMOUNT}[how], fmt.Sprintf("size=%dk,mode=700", kib)); err != nil {
		t.Fatal(err)
	}
}

// left lists what a home folder has but for the lock, which says nothing of a home.
func left(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == "fives.lock" })
}

// TestFirstStartOnFullDisk: with so much room as there is, a first start makes a whole home
// or none, and says what is missing. When there is more, the second start goes on with the
// first one's home, or makes one.
func TestFirstStartOnFullDisk(t *testing.T) {
	if !onSmallDisks(t) {
		return
	}
	folder := t.TempDir()
	none, whole := 0, 0
	for kib := 4; kib <= 512; kib += 4 {
		mounted(t, "new", kib, folder)
		first := startOnDisk(t, folder, kib)
		mounted(t, "more", 4096, folder)
		second, err := openHome(folder, "")
		if err != nil {
			t.Fatalf("%d KiB, with more: %v", kib, err)
		}
		switch {
		case first.key == nil:
			none++
		case !first.key.Equal(second.key) || second.name != "ana":
			t.Errorf("%d KiB: it is another's home after the second start, of %q", kib, second.name)
		default:
			whole++
		}
		second.store.Close()
		if err := syscall.Unmount(folder, 0); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("no home on %d disks, a whole one on %d larger ones", none, whole)
	if none == 0 || whole == 0 {
		t.Error("the disks are not of the sizes that matter")
	}
}

// TestStartOnFullDisk: a home that is there opens on a full disk, under the name that it
// has; for another there is no room, and it keeps its own.
func TestStartOnFullDisk(t *testing.T) {
	if !onSmallDisks(t) {
		return
	}
	folder := t.TempDir()
	mounted(t, "new", 256, folder)
	startOnDisk(t, folder, 256)
	ballast, err := os.Create(filepath.Join(folder, "ballast"))
	for err == nil {
		_, err = ballast.Write(make([]byte, 1))
	}
	ballast.Close()
	for _, c := range []struct {
		name string
		want error
	}{{"ana", nil}, {"", nil}, {"zoe", syscall.ENOSPC}, {"ana", nil}} {
		h, err := openHome(folder, c.name)
		if !errors.Is(err, c.want) {
			t.Fatalf("as %q: %v", c.name, err)
		}
		if err == nil {
			if h.name != "ana" {
				t.Errorf("it is called %s", h.name)
			}
			h.store.Close()
		}
	}
	if err := syscall.Unmount(folder, 0); err != nil {
		t.Fatal(err)
	}
}

// startOnDisk begins a home, twice if that succeeds; a second start needs no more room.
func startOnDisk(t *testing.T, folder string, kib int) home {
	t.Helper()
	h, err := openHome(folder, "ana")
	if err != nil {
		if !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%d KiB: %v", kib, err)
		}
		if names := left(t, folder); len(names) > 0 {
			t.Errorf("%d KiB: %v is left behind", kib, names)
		}
		return home{}
	}
	if err := h.store.Close(); err != nil {
		t.Errorf("%d KiB: %v", kib, err)
	}
	if h, err = openHome(folder, "ana"); err != nil {
		t.Fatalf("%d KiB, again: %v", kib, err)
	}
	h.store.Close()
	return h
}
