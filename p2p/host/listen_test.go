//go:build !js

package host

import (
	"fmt"
	"strings"
	"testing"

	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"
)

const vethUp = "ip link add v0 type veth peer name v1 && ip link set v1 up && ip link set v0 up"

func awaitListening(t *testing.T, h *Host, part string, want bool) {
	t.Helper()
	waittest.Until(t, fmt.Sprintf("listening at %s: %v", part, want), func() bool {
		have := false
		for _, a := range h.ListenAddrs() {
			have = have || strings.Contains(a.String(), part)
		}
		return have == want
	})
}

// A named interface gets another address, vanishes and comes back; the port
// stays the same throughout.
func TestListenersFollowTheInterface(t *testing.T) {
	if !netnstest.Inside(t, vethUp, "ip addr add 10.9.9.1/24 dev v0") {
		return
	}
	h, err := New(Config{Key: testKey(1), Port: DefaultPort, Ifaces: []string{"v0"}})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	awaitListening(t, h, "/ip4/10.9.9.1/tcp/45355", true)
	netnstest.Shell(t, "ip addr del 10.9.9.1/24 dev v0 && ip addr add 10.9.9.2/24 dev v0")
	awaitListening(t, h, "/ip4/10.9.9.2/udp/45355/quic-v1", true)
	awaitListening(t, h, "/ip4/10.9.9.1/", false)
	netnstest.Shell(t, "ip link del v0")
	awaitListening(t, h, "/", false)
	netnstest.Shell(t, vethUp+" && ip addr add 10.9.9.3/24 dev v0")
	awaitListening(t, h, "/ip4/10.9.9.3/tcp/45355", true)
}

// During an invitation, its port follows the interface, too.
func TestInvitationFollowsTheInterface(t *testing.T) {
	if !netnstest.Inside(t, vethUp, "ip addr add 10.9.9.1/24 dev v0") {
		return
	}
	h, err := New(Config{Key: testKey(1), Port: DefaultPort, Ifaces: []string{"v0"}})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if _, err := h.Invite(0); err != nil {
		t.Fatal(err)
	}
	awaitListening(t, h, "/ip4/10.9.9.1/tcp/45356/ws", true)
	netnstest.Shell(t, "ip addr del 10.9.9.1/24 dev v0 && ip addr add 10.9.9.2/24 dev v0")
	awaitListening(t, h, "/ip4/10.9.9.2/tcp/45356/ws", true)
	awaitListening(t, h, "/ip4/10.9.9.1/", false)
	h.Uninvite()
	netnstest.Shell(t, "ip addr add 10.9.9.3/24 dev v0")
	awaitListening(t, h, "/ip4/10.9.9.3/tcp/45355", true)
	awaitListening(t, h, "/ws", false)
}

// Without IPv6 the host works on IPv4 alone.
func TestListenWithoutIPv6(t *testing.T) {
	if !netnstest.Inside(t, "sysctl -qw net.ipv6.conf.all.disable_ipv6=1") {
		return
	}
	for _, ifaces := range [][]string{nil, {"lo"}} {
		h, err := New(Config{Key: testKey(1), Port: DefaultPort, Ifaces: ifaces})
		if err != nil {
			t.Fatal(err)
		}
		awaitListening(t, h, "/ip4/", true)
		_ = h.Close()
	}
}
