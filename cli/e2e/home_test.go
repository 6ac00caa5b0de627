//go:build linux

package e2e

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
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
	for _, command := range []string{"up", "up --detach", "status", "tables", "down", "open --no-browser", "config bell off"} {
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

// TestDiskThatHoldsNoHome: on a disk that keeps no modes, or no sockets, as exFAT, nobody is said
// to be up, no key is written, and it is said what is wrong with the disk.
func TestDiskThatHoldsNoHome(t *testing.T) {
	needs(t, "strace")
	for _, c := range []struct{ name, call, fault, want string }{
		{"no modes", "fchmodat", "retval=0", "this disk does not keep files private"},
		{"no sockets", "bind", "error=EPERM:when=1", "this disk holds no sockets (control: listen unix "},
		{"a broken disk", "bind", "error=EIO:when=1", "this disk holds no sockets (control: listen unix "},
		{"read-only", "fchmodat", "error=EROFS", "read-only file system"},
	} {
		t.Run(c.name, func(t *testing.T) {
			home := filepath.Join(t.TempDir(), "ana")
			if err := os.Mkdir(home, 0o755); err != nil {
				t.Fatal(err)
			}
			for _, detach := range []string{"--verbose", "--detach"} {
				cmd := fives("up", "--home", home, "--iface", "lo", "--port", "0", detach)
				under := exec.Command("strace", append([]string{"-f", "-o", "/dev/null", "-e", "signal=none", "-e", "trace=" + c.call, "-e", "inject=" + c.call + ":" + c.fault, "--", cmd.Path}, cmd.Args[1:]...)...)
				under.Env = cmd.Env
				limit := time.AfterFunc(waittest.Limit(t), func() { under.Process.Kill() })
				defer limit.Stop()
				out, err := under.CombinedOutput()
				text := string(out)
				if err == nil || !strings.Contains(text, c.want) || !strings.Contains(text, "hint: ") || strings.Contains(text, "is up") {
					t.Errorf("up %s: %v\n%s", detach, err, out)
				}
				if hint := "hint: the home folder must be on a disk that can be written to"; (c.name == "read-only") != strings.Contains(text, hint) {
					t.Errorf("up %s:\n%s", detach, out)
				}
			}
			if files := slices.Sorted(maps.Keys(homeFiles(t, home))); len(files) > 0 {
				t.Errorf("%v are left", files)
			}
		})
	}
}

// TestHomeLost: the home of a running daemon is moved away, and somebody starts another in its
// place. The first one ends within a minute, says why, and takes nothing from the second. Before
// that, only the file of its socket is removed: commands say that it runs, and it answers again.
func TestHomeLost(t *testing.T) {
	if outside != "" {
		t.Skip(outside)
	}
	d := newDaemon(t, t.TempDir(), "ana", "", "lo", 0)
	d.start()
	if err := os.Remove(filepath.Join(d.home, "fives.sock")); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"status"}, {"down"}, {"up", "--here"}} {
		if out := refused(t, append(args, "--home", d.home)...); !strings.Contains(out, fmt.Sprintf("(process %d) does not answer", d.cmd.Process.Pid)) {
			t.Errorf("%v:\n%s", args, out)
		}
	}
	eventually(t, "it answers again", func() bool { return d.status().Name == "ana" })

	if err := os.Rename(d.home, d.home+".moved"); err != nil {
		t.Fatal(err)
	}
	second := newDaemon(t, filepath.Dir(d.home), "ana", "", "lo", 0)
	second.start()
	before := second.status()
	<-d.ended
	if !strings.Contains(d.log(), "error: the home "+d.home+", or the store in it, was moved, removed or replaced; its daemon has ended") {
		t.Error(d.lastLines())
	}
	if now := second.status(); now.Fingerprint != before.Fingerprint {
		t.Errorf("the second is %s, was %s", now.Fingerprint, before.Fingerprint)
	}
	second.stop()
	second.start()
	if now := second.status(); now.Fingerprint != before.Fingerprint {
		t.Errorf("the second, started again, is %s, was %s", now.Fingerprint, before.Fingerprint)
	}
}
