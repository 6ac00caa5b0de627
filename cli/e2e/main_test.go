//go:build linux

package e2e

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"fives/cli"
)

// Marks of the processes of this test binary.
const (
	asProgram = "FIVES_E2E_PROGRAM" // it is the program itself
	asInside  = "FIVES_E2E_INSIDE"  // it runs in the tests' own namespace
)

// outside says why there is no namespace; it is "" inside one.
var outside string

func TestMain(m *testing.M) {
	switch {
	case os.Getenv(asProgram) != "":
		os.Exit(cli.Main(os.Args, os.Stdin, os.Stdout, os.Stderr))
	case os.Getenv(asInside) == "":
		if outside = noNamespace(); outside == "" {
			os.Exit(enter())
		}
	}
	os.Exit(m.Run())
}

// noNamespace tells why the tests cannot have a network of their own.
func noNamespace() string {
	for _, tool := range []string{"unshare", "ip", "mount"} {
		if _, err := exec.LookPath(tool); err != nil {
			return "it needs the program " + tool
		}
	}
	if out, err := exec.Command("unshare", namespaces(), "sh", "-c", "mount -t tmpfs tmpfs /run && ip netns add probe").CombinedOutput(); err != nil {
		return fmt.Sprintf("this system lets the user make no network namespace: %v: %s", err, out)
	}
	return ""
}

// asRoot has the flags of unshare for root.
const asRoot = "-nm"

// namespaces returns the flags of unshare. Root needs no user namespace, and some daemons
// insist on real users.
func namespaces() string {
	if os.Geteuid() == 0 {
		return asRoot
	}
	return "-Urnm"
}

// enter runs this process again in namespaces for the network and for mounts.
func enter() int {
	const script = `set -e
mount -t tmpfs tmpfs /run
ip link set lo up
ip route add 224.0.0.0/4 dev lo
exec "$0" "$@"`
	cmd := exec.Command("unshare", append([]string{namespaces(), "sh", "-c", script}, os.Args...)...)
	cmd.Env = append(os.Environ(), asInside+"="+namespaces())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
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

// full reports whether the disturbances take their full times.
func full() bool { return os.Getenv("FIVES_E2E") == "full" }

// fives returns a command of the program.
func fives(args ...string) *exec.Cmd {
	if path := os.Getenv("FIVES_BIN"); path != "" {
		return exec.Command(path, args...)
	}
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

// run runs a command of the program and returns what it says.
func run(t *testing.T, args ...string) string {
	t.Helper()
	out, err := fives(args...).CombinedOutput()
	if err != nil {
		t.Fatalf("fives %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}
