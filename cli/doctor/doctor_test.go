package doctor_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fives/cli/doctor"
	"fives/p2p/discovery/netnstest"
)

// examine looks at an empty home below a short path.
func examine(t *testing.T, cfg doctor.Config) []doctor.Finding {
	t.Helper()
	if cfg.Home == "" {
		cfg.Home = filepath.Join(t.TempDir(), "h")
	}
	findings := doctor.Examine(context.Background(), cfg)
	for _, f := range findings {
		t.Logf("%-7s %-9s %s → %s", f.State, f.Check, f.Text, f.Do)
		if f.Text == "" || f.State == doctor.Warning && f.Do == "" && f.Check != "network" {
			t.Errorf("%+v says nothing", f)
		}
	}
	return findings
}

// find returns the finding of a check that has a text in it.
func find(t *testing.T, findings []doctor.Finding, check, text string) doctor.Finding {
	t.Helper()
	for _, f := range findings {
		if f.Check == check && strings.Contains(f.Text, text) {
			return f
		}
	}
	t.Fatalf("no finding of %s with %q", check, text)
	return doctor.Finding{}
}

func TestMulticastOff(t *testing.T) {
	if !netnstest.Inside(t, "ip link add v0 type veth peer name v1", "ip addr add 10.1.1.1/24 dev v0",
		"ip link set v0 up", "ip link set v0 multicast off") {
		return
	}
	findings := examine(t, doctor.Config{Port: 45355})
	f := find(t, findings, "network", "multicast is off on v0")
	if f.State != doctor.Problem || !strings.Contains(f.Do, "ip link set v0 multicast on") {
		t.Errorf("%+v", f)
	}
	if f := find(t, findings, "discovery", "multicast works on no interface"); f.State != doctor.Problem {
		t.Errorf("%+v", f)
	}
}

func TestNoMulticastRoute(t *testing.T) {
	if !netnstest.Inside(t) {
		return
	}
	f := find(t, examine(t, doctor.Config{Ifaces: []string{"lo"}}), "discovery", "multicast does not work on lo")
	if f.State != doctor.Problem || !strings.Contains(f.Do, "ip route add 224.0.0.0/4 dev lo") {
		t.Errorf("%+v", f)
	}
}

// Beside a network, multicast can be sent on the loopback, but comes from the network's
// address, and nodes do not answer that there.
func TestMulticastElsewhere(t *testing.T) {
	if !netnstest.Inside(t, "ip link add v0 type veth peer name v1", "ip addr add 10.1.1.1/24 dev v0",
		"ip link set v0 up", "ip link set v1 up", "ip route add default dev v0") {
		return
	}
	f := find(t, examine(t, doctor.Config{Ifaces: []string{"lo"}}), "discovery", "nodes are not found on lo")
	if f.State != doctor.Problem || !strings.Contains(f.Do, "fives connect ADDRESS") {
		t.Errorf("%+v", f)
	}
	netnstest.Shell(t, "ip link del v0; ip route add 224.0.0.0/4 dev lo")
	if f := find(t, examine(t, doctor.Config{Ifaces: []string{"lo"}}), "discovery", "nodes can be found on lo"); f.State != doctor.OK {
		t.Errorf("%+v", f)
	}
}

func TestAllIsWell(t *testing.T) {
	if !netnstest.Inside(t, netnstest.MulticastRoute) {
		return
	}
	for _, f := range examine(t, doctor.Config{Port: 45355, Ifaces: []string{"lo"}}) {
		if f.State == doctor.Problem {
			t.Errorf("%+v", f)
		}
	}
}

func TestNoNetwork(t *testing.T) {
	if !netnstest.Inside(t) {
		return
	}
	find(t, examine(t, doctor.Config{}), "network", "no network but the machine's own")
}

func TestPortIsTaken(t *testing.T) {
	if !netnstest.Inside(t, netnstest.MulticastRoute) {
		return
	}
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	findings := examine(t, doctor.Config{Port: port, Ifaces: []string{"lo"}})
	f := find(t, findings, "ports", fmt.Sprintf("TCP port %d is taken by ", port))
	if f.State != doctor.Warning || runtime.GOOS == "linux" && !strings.Contains(f.Text, fmt.Sprintf("(process %d)", os.Getpid())) {
		t.Errorf("%+v", f)
	}
	find(t, findings, "ports", fmt.Sprintf("UDP port %d is free", port))
}

// With a firewall that none of the usual programs made, doctor says what it tried (TestTried
// has the other outcomes).
func TestInputFirewall(t *testing.T) {
	if !netnstest.Inside(t, "ip link add v0 type veth peer name v1", "ip addr add 10.1.1.1/24 dev v0", "ip link set v0 up", "ip link set v1 up", "ip route add default dev v0") {
		return
	}
	cfg := doctor.Config{Port: 45355, Ifaces: []string{"v0"}}
	if f := find(t, examine(t, cfg), "firewall", "what comes to port 45355 is let in"); f.State != doctor.OK {
		t.Errorf("%+v", f)
	}
	if out, err := exec.Command("sh", "-c", "tc qdisc add dev v0 ingress && tc filter add dev v0 parent ffff: matchall action drop").CombinedOutput(); err != nil {
		t.Logf("this system drops nothing that comes in, so that is not tried: %v: %s", err, out)
		return
	}
	f := find(t, examine(t, cfg), "firewall", "nothing comes in on v0: what was sent to UDP port 5353 did not, and nothing comes in on 45355 either")
	if f.State != doctor.Warning || !strings.Contains(f.Do, "allow TCP and UDP port 45355 and UDP port 5353") {
		t.Errorf("%+v", f)
	}
}
