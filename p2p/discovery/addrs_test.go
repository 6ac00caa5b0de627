package discovery

import (
	"net/netip"
	"reflect"
	"testing"
)

func ipList(ss ...string) []netip.Addr {
	var ips []netip.Addr
	for _, s := range ss {
		ips = append(ips, netip.MustParseAddr(s))
	}
	return ips
}

func TestAnnounced(t *testing.T) {
	lan := link{index: 2, name: "eth0", ips: ipList("192.168.1.9", "2001:db8::9", "fd00::9", "fe80::9", "2001:db8::a")}
	lo := link{index: 1, name: "lo", loopback: true, ips: ipList("127.0.0.1", "::1")}
	for _, c := range []struct {
		what   string
		on     link
		listen []string
		want   []string
	}{
		{"unspecified: best of each kind first, transports together", lan,
			[]string{"/ip4/0.0.0.0/tcp/1", "/ip4/0.0.0.0/udp/1/quic-v1", "/ip6/::/tcp/1"},
			[]string{
				"/ip4/192.168.1.9/tcp/1", "/ip4/192.168.1.9/udp/1/quic-v1",
				"/ip6/fd00::9/tcp/1", "/ip6/2001:db8::9/tcp/1", "/ip6/2001:db8::a/tcp/1",
			}},
		{"a given address of another link comes last", lan,
			[]string{"/ip4/10.0.0.1/tcp/1", "/ip4/192.168.1.9/tcp/1"},
			[]string{"/ip4/192.168.1.9/tcp/1", "/ip4/10.0.0.1/tcp/1"}},
		{"shared ones are private", link{name: "eth0", ips: []netip.Addr{netip.MustParseAddr("8.8.8.8"), netip.MustParseAddr("100.64.0.9")}},
			[]string{"/ip4/0.0.0.0/tcp/1"}, []string{"/ip4/100.64.0.9/tcp/1", "/ip4/8.8.8.8/tcp/1"}},
		{"loopback stays at home", lan, []string{"/ip4/127.0.0.1/tcp/1", "/ip6/::1/tcp/1"}, nil},
		{"loopback on the loopback", lo, []string{"/ip4/127.0.0.1/tcp/1"}, []string{"/ip4/127.0.0.1/tcp/1"}},
		{"IPv6 link-local", lan, []string{"/ip6zone/eth0/ip6/fe80::9/tcp/1", "/ip6/fe80::9/tcp/1"}, nil},
		{"IPv4 link-local of another link", lan, []string{"/ip4/169.254.1.1/tcp/1"}, nil},
		{"other shapes", lan, []string{"/dns4/example.org/tcp/1", "/ip4/192.168.1.9/tcp/1/wss", "/ip4/192.168.1.9/udp/1/ws"}, nil},
		{"browsers last", lan, []string{"/ip4/0.0.0.0/tcp/2/ws", "/ip4/0.0.0.0/tcp/1"},
			[]string{"/ip4/192.168.1.9/tcp/1", "/ip4/192.168.1.9/tcp/2/ws"}},
		{"twice the same", lan,
			[]string{"/ip4/0.0.0.0/tcp/1", "/ip4/192.168.1.9/tcp/1"}, []string{"/ip4/192.168.1.9/tcp/1"}},
	} {
		got := addrsToAnnounce(addrList(c.listen...), c.on)
		if !reflect.DeepEqual(got, addrList(c.want...)) {
			t.Errorf("%s: got %v, want %v", c.what, got, c.want)
		}
	}
}

func TestDialable(t *testing.T) {
	lan := link{name: "eth0"}
	in := addrList("/ip4/10.0.0.1/tcp/1", "/ip6/fe80::1/udp/1/quic-v1", "/ip4/127.0.0.1/tcp/1", "/ip6/fd00::1/tcp/1")
	want := addrList("/ip4/10.0.0.1/tcp/1", "/ip6/fd00::1/tcp/1")
	if got := dialable(in, lan); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := dialable(addrList("/ip4/127.0.0.1/tcp/1"), link{name: "lo", loopback: true}); len(got) != 1 {
		t.Errorf("on the loopback: %v", got)
	}
}

// An address belongs to another daemon if its machine or its port is another one.
func TestForeign(t *testing.T) {
	heard := addrList("/ip4/192.168.1.7/tcp/45355", "/ip4/192.168.1.7/udp/45355/quic-v1", "/ip4/192.168.1.7/tcp/45356", "/ip4/192.168.1.9/tcp/45355", "/ip6/fd00::7/tcp/45355")
	listen := addrList("/ip4/0.0.0.0/tcp/45355", "/ip4/0.0.0.0/udp/45355/quic-v1")
	got := foreignAddrs(heard, listen, ipList("127.0.0.1", "192.168.1.7"))
	want := addrList("/ip4/192.168.1.7/tcp/45356", "/ip4/192.168.1.9/tcp/45355", "/ip6/fd00::7/tcp/45355")
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
