//go:build linux

package e2e

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"fives/p2p/waittest"
)

// refused runs a command that must fail, and returns what it says.
func refused(t *testing.T, args ...string) string {
	t.Helper()
	cmd := fives(args...)
	limit := time.AfterFunc(waittest.Limit(t), func() { cmd.Process.Kill() }) // if it does start
	defer limit.Stop()
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Errorf("fives %s succeeds:\n%s", strings.Join(args, " "), out)
	}
	return string(out)
}

// TestFirstStartOnFullDisk: a first start on a disk with little room makes a whole home or
// none, and if it makes none it says why. With more room the second start works.
func TestFirstStartOnFullDisk(t *testing.T) {
	if outside != "" {
		t.Skip(outside)
	}
	dir := t.TempDir()
	none, whole := 0, 0
	for _, kib := range []int{4, 8, 12, 20, 28, 36, 44, 52, 56, 60, 64, 68, 72, 76, 80, 96, 128, 256, 512} {
		d := newDaemon(t, dir, "ana", "", "lo", 0)
		sh(t, fmt.Sprintf("rm -f %[1]s.log; mkdir -p %[1]s; mount -t tmpfs -o size=%[2]dk,mode=700 tmpfs %[1]s", d.home, kib))
		key, out := firstStart(d)
		if key == "" {
			none++
			if !strings.Contains(out, "no space left on device") || !strings.Contains(out, "hint: make room") {
				t.Errorf("%d KiB:\n%s", kib, out)
			}
			if files := slices.Sorted(maps.Keys(homeFiles(t, d.home))); len(files) > 0 {
				t.Errorf("%d KiB: %v are left", kib, files)
			}
		} else {
			whole++
		}
		sh(t, fmt.Sprintf("mount -o remount,size=8m %s", d.home))
		d.start()
		if now := d.status(); key != "" && now.Fingerprint != key || now.Name != "ana" {
			t.Errorf("%d KiB: the second start is of %s, %s, not %s", kib, now.Name, now.Fingerprint, key)
		}
		d.stop()
		sh(t, "umount "+d.home)
	}
	t.Logf("no home on %d disks, a whole one on %d", none, whole)
	if none == 0 || whole == 0 {
		t.Error("the disks are not of the sizes that matter")
	}
}

// firstStart starts a daemon and ends it. It returns the daemon's fingerprint or, if the daemon
// did not come up, what it said.
func firstStart(d *daemon) (fingerprint, out string) {
	d.t.Helper()
	d.launch()
	eventually(d.t, "it is up, or has ended", func() bool {
		select {
		case <-d.ended:
			return true
		default:
			fingerprint = d.status().Fingerprint
			return fingerprint != ""
		}
	})
	if fingerprint != "" {
		d.stop()
	}
	b, err := os.ReadFile(d.home + ".log")
	if err != nil {
		d.t.Fatal(err)
	}
	return fingerprint, string(b)
}

// TestForeignHome: root has no home in somebody else's folder. Each command names the folder,
// and changes nothing there.
func TestForeignHome(t *testing.T) {
	if outside != "" {
		t.Skip(outside)
	}
	d := newDaemon(t, t.TempDir(), "ben", "", "lo", 0)
	d.start()
	d.stop()
	for _, path := range append(slices.Collect(maps.Keys(homeFiles(t, d.home))), "fives.lock", ".") {
		if err := os.Chown(filepath.Join(d.home, path), 1, 1); err != nil {
			t.Skipf("this user can give nothing away: %v", err)
		}
	}
	if err := os.Chmod(d.home, 0o750); err != nil {
		t.Fatal(err)
	}
	state := func() string {
		text := ""
		for _, path := range append(slices.Sorted(maps.Keys(homeFiles(t, d.home))), "fives.lock", ".") {
			info, err := os.Stat(filepath.Join(d.home, path))
			if err != nil {
				t.Fatal(err)
			}
			text += fmt.Sprintln(path, info.Mode(), info.ModTime(), info.Size(), info.Sys().(*syscall.Stat_t).Uid)
		}
		return text
	}
	before := state()
	for _, command := range []string{"up", "up --detach", "status", "tables", "down", "open --no-browser", "prefs bell off"} {
		args := append(strings.Fields(command), "--home", d.home)
		if strings.HasPrefix(command, "up") {
			args = append(args, "--iface", "lo", "--port", "0")
		}
		out := refused(t, args...)
		if !strings.Contains(out, "error: the home "+d.home+" cannot be used: it belongs to ") || !strings.Contains(out, "hint: ") {
			t.Errorf("%s:\n%s", command, out)
		}
	}
	if out := printed("doctor", "--home", d.home, "--iface", "lo"); !strings.Contains(out, "problem home the home "+d.home) || !strings.Contains(out, "it belongs to ") {
		t.Errorf("doctor:\n%s", out)
	}
	if after := state(); before != after {
		t.Errorf("it was\n%sand is\n%s", before, after)
	}
}
