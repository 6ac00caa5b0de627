//go:build linux

package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fives/p2p/waittest"
)

// TestDiskFull fills the disk of one daemon in the middle of a game: it says so, sends nothing
// that it could not store, and goes on once there is room.
func TestDiskFull(t *testing.T) {
	if outside != "" {
		t.Skip(outside)
	}
	daemons := onLoopback(t, names...)
	d := daemons[1]
	d.kill()
	if err := os.Rename(d.home, d.home+".old"); err != nil {
		t.Fatal(err)
	}
	sh(t, fmt.Sprintf("mkdir %[1]s; mount -t tmpfs -o size=8m,mode=700 tmpfs %[1]s; cp -p %[1]s.old/* %[1]s/ || true; rm -f %[1]s/fives.sock", d.home))
	t.Cleanup(func() { sh(t, "umount -l "+d.home) })
	d.start()
	id := seat(t, daemons, 60)
	moves(t, daemons, id, 5)
	ballast, err := os.Create(filepath.Join(d.home, "ballast"))
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{1 << 20, 4096, 1} { // to the last byte
		for err == nil {
			_, err = ballast.Write(make([]byte, size))
		}
		err = nil
	}
	ballast.Close()
	eventually(t, "it says that the store is full", func() bool {
		s := d.status()
		return len(s.Warnings) > 0 && strings.Contains(s.Warnings[0].Detail, "no space left") || over(daemons, id)
	})
	stuck := step(daemons, id)
	time.Sleep(time.Second)
	t.Logf("at step %d, a second later at step %d: %+v", stuck, step(daemons, id), d.status().Warnings)
	if over(daemons, id) {
		t.Error("the game was over before the disk was full")
	}
	if err := os.Remove(ballast.Name()); err != nil {
		t.Fatal(err)
	}
	ends(t, daemons, id)
	if w := d.status().Warnings; len(w) > 0 {
		t.Errorf("it still warns: %+v", w)
	}
}

// TestDamagedStore changes a byte of each record in a store, wherever the file has a copy of
// it: the daemon does not start, and says what is wrong and what to do; the file stays as it
// is.
func TestDamagedStore(t *testing.T) {
	daemons := onLoopback(t, names...)
	id := seat(t, daemons, 20)
	ends(t, daemons, id)
	d := daemons[2]
	d.stop()
	path := filepath.Join(d.home, "fives.db")
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(sound)
	for at, word := 0, []byte("payload"); ; at += len(word) {
		next := bytes.Index(damaged[at:], word)
		if next < 0 {
			break
		}
		at += next
		damaged[at+20] ^= 1
	}
	if bytes.Equal(damaged, sound) {
		t.Fatal("there is no record in the store")
	}
	if err := os.WriteFile(path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	up := fives("up", "--home", d.home, "--iface", "lo", "--port", "0")
	limit := time.AfterFunc(waittest.Limit(t), func() { up.Process.Kill() }) // if it does start
	out, err := up.CombinedOutput()
	limit.Stop()
	if err == nil || !strings.Contains(string(out), "error:") || !strings.Contains(string(out), "damaged") || !strings.Contains(string(out), "hint:") {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
	if after, _ := os.ReadFile(path); string(after) != string(damaged) {
		t.Error("the damaged file is changed")
	}
	if err := os.WriteFile(path, sound, 0o600); err != nil {
		t.Fatal(err)
	}
	d.start()
	if v, ok := d.table(id); !ok || v.Phase != "over" {
		t.Errorf("with the copy restored: %v %+v", ok, v.Summary)
	}
}
