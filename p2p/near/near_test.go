package near

import (
	"net/netip"
	"testing"
)

func TestLocal(t *testing.T) {
	for text, want := range map[string][2]bool{ // private, local
		"10.1.2.3": {true, true}, "172.16.0.1": {true, true}, "192.168.1.9": {true, true}, "fd00::1": {true, true}, "::ffff:10.1.2.3": {true, true},
		"100.64.0.0": {true, true}, "100.100.7.7": {true, true}, "100.127.255.255": {true, true}, "::ffff:100.64.0.1": {true, true},
		"100.63.255.255": {false, false}, "100.128.0.0": {false, false}, "8.8.8.8": {false, false}, "2001:db8::1": {false, false}, "172.32.0.1": {false, false},
		"127.0.0.1": {false, true}, "::1": {false, true}, "169.254.1.1": {false, true}, "fe80::1": {false, true},
	} {
		ip := netip.MustParseAddr(text)
		if got := [2]bool{Private(ip), Local(ip)}; got != want {
			t.Errorf("%s: private, local: %v, not %v", ip, got, want)
		}
	}
	if Local(netip.Addr{}) {
		t.Error("no address is local")
	}
}

func TestName(t *testing.T) {
	a, b := Name([]byte("a")), Name([]byte("b"))
	if a == b || !IsName(a) || !IsName(b) || !IsName("FIVES-ABC234.local") {
		t.Errorf("%s and %s", a, b)
	}
	for _, bad := range []string{"", "fives-.local", "fives-abc23.local", "fives-abc2345.local", "fives-abc231.local", "fives-abc234.local.", "fives-abc234.local.example.org", "fives-abc234.example.org", "x.fives-abc234.local", "192.168.1.9"} {
		if IsName(bad) {
			t.Errorf("%q is taken for the name of a node", bad)
		}
	}
}
