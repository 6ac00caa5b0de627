// Package netnstest runs single tests in network namespaces of their own, so
// that no packet of theirs reaches a real network. It is for tests only.
package netnstest

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// MulticastRoute is a setup line that makes the loopback carry IPv4 multicast.
const MulticastRoute = "ip route add 224.0.0.0/4 dev lo"

// insideEnv marks a test process that runs in a namespace.
const insideEnv = "FIVES_TEST_NETNS"

// Inside makes the calling top-level test run in a new network namespace that
// holds a loopback and what the setup lines (of shell) add to it: the test
// binary starts itself there for this one test. It returns true in there, and
// false outside, when all is done and the test must return. Where no namespace
// can be made, the test is skipped with the reason.
func Inside(t *testing.T, setup ...string) bool {
	t.Helper()
	if os.Getenv(insideEnv) != "" {
		return true
	}
	for _, tool := range []string{"unshare", "ip"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("needs the program %s to make a network namespace", tool)
		}
	}
	if out, err := exec.Command("unshare", "-Urn", "true").CombinedOutput(); err != nil {
		t.Skipf("this system lets the user make no network namespace: %v: %s", err, out)
	}
	t.Parallel()
	script := strings.Join(append([]string{"set -e", "ip link set lo up"}, setup...), "\n") + "\nexec \"$@\""
	cmd := exec.Command("unshare", "-Urn", "sh", "-c", script, "sh",
		os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v", "-test.timeout", "60s")
	cmd.Env = append(os.Environ(), insideEnv+"=1", "GORACE=atexit_sleep_ms=0")
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Fatalf("in the namespace: %v", err)
	}
	return false
}

// Shell runs lines of shell and fails the test if one of them fails.
func Shell(t *testing.T, script string) {
	t.Helper()
	if out, err := exec.Command("sh", "-ec", script).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", script, err, out)
	}
}
