package doctor_test

import (
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"fives/cli/doctor"
	"fives/p2p/discovery/netnstest"
)

// On a disk that accepts nothing, the store is not called damaged because it cannot be opened.
func TestNothingCanBeWritten(t *testing.T) {
	if !netnstest.Inside(t, netnstest.MulticastRoute) {
		return
	}
	for name, c := range map[string]struct{ mount, text, do string }{
		"full":      {"mount -t tmpfs -o size=64k tmpfs %[1]s; touch %[1]s/fives.db; chmod -R go= %[1]s; cat /dev/zero > %[1]s/x 2>/dev/null || true", "no space left", "make room"},
		"read-only": {"mount -t tmpfs tmpfs %[1]s; touch %[1]s/fives.db; chmod -R go= %[1]s; mount -o remount,ro %[1]s", "read-only", "make its disk writable"},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			// In a mount namespace that belongs to this thread alone.
			runtime.LockOSThread()
			if err := syscall.Unshare(syscall.CLONE_NEWNS | syscall.CLONE_FS); err != nil {
				t.Fatal(err)
			}
			netnstest.Shell(t, fmt.Sprintf(c.mount, home))
			defer netnstest.Shell(t, "umount "+home)
			findings := examine(t, doctor.Config{Home: home, Ifaces: []string{"lo"}})
			if f := find(t, findings, "home", c.text); f.State != doctor.Problem || !strings.Contains(f.Do, c.do) {
				t.Errorf("%+v", f)
			}
			if f := find(t, findings, "store", "not examined"); f.State != doctor.Warning {
				t.Errorf("%+v", f)
			}
		})
	}
}
