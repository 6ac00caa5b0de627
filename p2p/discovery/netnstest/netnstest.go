// Package netnstest runs tests in new network namespaces, so that none of their packets reaches a real
// network. It also gives each test another network name, so that tests that share a network do not see
// each other's nodes. It is for tests only.
package netnstest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"fives/p2p/waittest"
)

// MulticastRoute is a setup line that routes IPv4 multicast to the loopback.
const MulticastRoute = "ip route add 224.0.0.0/4 dev lo"

// insideEnv marks a test process that runs in a namespace.
const insideEnv = "FIVES_TEST_NETNS"

// Inside runs the calling top-level test in a new network namespace, which has a loopback and what the
// setup lines (of shell) add: the test binary starts itself there for this one test. Inside returns true
// in the namespace; outside it returns false when that run has ended, and the test must return. If no
// namespace can be made, or the run is skipped there, the test is skipped with the reason.
func Inside(t *testing.T, setup ...string) bool {
	t.Helper()
	if os.Getenv(insideEnv) != "" {
		return true
	}
	if why := impossible(); why != "" {
		t.Skip(why)
	}
	t.Parallel()
	cmd := inside(setup, "-test.run", "^"+t.Name()+"$", "-test.v", "-test.timeout", waittest.Limit(t).String())
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err == nil && strings.Contains(string(out), "--- SKIP: "+t.Name()) {
		t.Skip("skipped in the namespace")
	}
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Fatalf("in the namespace: %v", err)
	}
	return false
}

// Main runs all tests of a package in one new network namespace, so that they do not see nodes of other
// packages' tests. If no namespace can be made, the tests run without. A TestMain passes the result to
// os.Exit.
func Main(m *testing.M, setup ...string) int {
	if os.Getenv(insideEnv) != "" || impossible() != "" {
		return m.Run()
	}
	cmd := inside(setup, os.Args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// impossible returns why no namespace can be made, "" if one can.
func impossible() string {
	for _, tool := range []string{"unshare", "ip"} {
		if _, err := exec.LookPath(tool); err != nil {
			return "needs the program " + tool + " to make a network namespace"
		}
	}
	if out, err := exec.Command("unshare", "-Urn", "true").CombinedOutput(); err != nil {
		return fmt.Sprintf("this system lets the user make no network namespace: %v: %s", err, out)
	}
	return ""
}

// inside returns the command that runs this test binary with arguments in a new namespace.
func inside(setup []string, args ...string) *exec.Cmd {
	script := strings.Join(append([]string{"set -e", "ip link set lo up"}, setup...), "\n") + "\nexec \"$@\""
	cmd := exec.Command("unshare", append([]string{"-Urn", "sh", "-c", script, "sh", os.Args[0]}, args...)...)
	cmd.Env = append(os.Environ(), insideEnv+"=1", "GORACE=atexit_sleep_ms=0")
	return cmd
}

// Shell runs lines of shell, and fails the test if one of them fails.
func Shell(t *testing.T, script string) {
	t.Helper()
	if out, err := exec.Command("sh", "-ec", script).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", script, err, out)
	}
}
