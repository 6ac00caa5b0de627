package discovery

import (
	"net"
	"slices"
	"strings"
	"testing"

	ma "github.com/multiformats/go-multiaddr"

	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"
)

// everywhere has the listen addresses of a host that listens on all interfaces.
var everywhere = []ma.Multiaddr{ma.StringCast("/ip4/0.0.0.0/udp/45355/quic-v1"), ma.StringCast("/ip4/0.0.0.0/tcp/45355"), ma.StringCast("/ip6/::/tcp/45355")}

// ips returns the IP addresses of some multiaddrs, each once and in order.
func ips(t *testing.T, addrs []ma.Multiaddr) string {
	t.Helper()
	var list []string
	for _, a := range addrs {
		e, ok := splitAddr(a)
		if !ok {
			t.Errorf("what is %s?", a)
		}
		if !slices.Contains(list, e.ip.String()) {
			list = append(list, e.ip.String())
		}
	}
	return strings.Join(list, " ")
}

// reaches checks the addresses that others are told.
func reaches(t *testing.T, near, tunnels string, ifaces []string, heard ...string) {
	t.Helper()
	n, tun := Reach(everywhere, ifaces, func(iface string) bool { return slices.Contains(heard, iface) })
	if ips(t, n) != near || ips(t, tun) != tunnels {
		t.Errorf("of %v, heard on %v: near %q, tunnels %q; want %q and %q", ifaces, heard, ips(t, n), ips(t, tun), near, tunnels)
	}
}

// Without a network, or with only link-local IPv6, others are told no address, since the loopback would lead each device to itself. It is
// included if it is named.
func TestReachNobody(t *testing.T) {
	if !netnstest.Inside(t, "ip link add v0 type veth peer name v1", "ip link set v0 up", "ip link set v1 up") {
		return
	}
	reaches(t, "", "", nil)
	reaches(t, "127.0.0.1 ::1", "", []string{"lo"})
	netnstest.Shell(t, "ip addr add 169.254.7.7/16 dev v0")
	reaches(t, "169.254.7.7", "", nil)
}

// A tunnel with the default route is listed, but not for neighbours; a named tunnel is, because somebody has chosen it.
func TestReachBesideTunnel(t *testing.T) {
	if !netnstest.Inside(t, "ip link add v0 type veth peer name v1", "ip link set v0 up", "ip link set v1 up", "ip addr add 192.168.77.2/24 dev v0",
		"ip tuntap add dev tun0 mode tun", "ip link set tun0 up", "ip addr add 10.8.0.6 peer 10.8.0.5 dev tun0", "ip route add default dev tun0") {
		return
	}
	reaches(t, "192.168.77.2", "10.8.0.6", nil)
	reaches(t, "192.168.77.2", "10.8.0.6", nil, "tun0")
	reaches(t, "10.8.0.6", "", []string{"tun0"})
	netnstest.Shell(t, "ip link del v0")
	reaches(t, "", "10.8.0.6", nil)
	netnstest.Shell(t, "ip link set tun0 multicast off")
	reaches(t, "", "10.8.0.6", nil)
}

// carrier reports whether an interface has a carrier.
func carrier(t *testing.T, name string) bool {
	t.Helper()
	ifi, err := net.InterfaceByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return ifi.Flags&net.FlagRunning != 0
}

// Of several networks, the one on which others were heard comes first, then the one with the default route, then those with a carrier. An
// interface need not support multicast.
func TestReachOrder(t *testing.T) {
	if !netnstest.Inside(t, "ip link add idle0 type veth peer name down0", "ip link set idle0 up", "ip addr add 172.17.0.1/16 dev idle0",
		"ip link add v0 type veth peer name v1", "ip link set v0 up", "ip link set v1 up", "ip addr add 10.17.0.1/16 dev v0", "ip addr add 192.168.1.9/24 dev v1",
		"ip link set v1 multicast off") {
		return
	}
	waittest.Until(t, "the system has seen where there is a carrier", func() bool { return carrier(t, "v0") && carrier(t, "v1") && !carrier(t, "idle0") })
	reaches(t, "10.17.0.1 192.168.1.9 172.17.0.1", "", nil, "v0")
	netnstest.Shell(t, "ip route add default via 10.17.0.9")
	reaches(t, "10.17.0.1 192.168.1.9 172.17.0.1", "", nil)
	reaches(t, "192.168.1.9 10.17.0.1 172.17.0.1", "", nil, "v1")
	near, _ := Reach(everywhere, nil, nil)
	if near[0].String() != "/ip4/10.17.0.1/tcp/45355" { // what one can type
		t.Errorf("the first of %v", near)
	}
	netnstest.Shell(t, "ip addr del 10.17.0.1/16 dev v0; ip addr add 10.9.9.1/24 dev v0")
	reaches(t, "10.9.9.1 192.168.1.9 172.17.0.1", "", nil, "v0") // at once
	if near, _ := Reach([]ma.Multiaddr{ma.StringCast("/ip4/10.9.9.1/tcp/1")}, nil, nil); ips(t, near) != "10.9.9.1" {
		t.Errorf("bound to one address: %v", near)
	}
}
