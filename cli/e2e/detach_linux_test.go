package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestDetachOnFullDisk: a daemon that starts on a full disk cannot leave its reason in its log,
// so up --detach says it.
func TestDetachOnFullDisk(t *testing.T) {
	if outside != "" {
		t.Skip(outside)
	}
	home := filepath.Join(t.TempDir(), "ana")
	sh(t, fmt.Sprintf("mkdir -p %[1]s; mount -t tmpfs -o size=64k,mode=700 tmpfs %[1]s; cat /dev/zero >%[1]s/x 2>/dev/null || true", home))
	out := refused(t, "up", "--detach", "--home", home, "--name", "ana", "--iface", "lo", "--port", "0")
	if !strings.Contains(out, "no space left on device") || !strings.Contains(out, "hint: make room") {
		t.Error(out)
	}
	sh(t, "umount "+home)
}
