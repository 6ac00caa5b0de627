//go:build linux

package e2e

import (
	"fmt"
	"net/netip"
	"testing"

	"fives/p2p/api"
	"fives/p2p/far"
)

// anaSix is the address that ana's machine has on the internet: with IPv6 no router writes another one.
const anaSix = "2001:db8:1::2"

// hasSix gives ana's and dan's houses IPv6 as well, whose routers let nothing in that nobody in the
// house has begun, but for what goes to ana's door. cyd's house has none.
func (s *towns) hasSix() {
	s.t.Helper()
	for _, house := range []struct {
		who         string
		town, other int
		through     string
	}{{"ana", 1, 3, fmt.Sprintf("ip6 daddr %s tcp dport %d accept;", anaSix, far.DefaultPort)}, {"dan", 3, 1, ""}} {
		sh(s.t, fmt.Sprintf(`ip -n r%[1]d addr add 2001:db8::%[1]d/64 dev e0 nodad
ip -n r%[1]d addr add 2001:db8:%[1]d::1/64 dev l0 nodad
ip -n r%[1]d route add 2001:db8:%[2]d::/64 via 2001:db8::%[2]d
ip netns exec r%[1]d sh -c 'echo 1 > /proc/sys/net/ipv6/conf/all/forwarding'
ip netns exec r%[1]d nft 'table ip6 home { chain through { type filter hook forward priority 0; iifname e0 ct state established,related accept; %[4]s iifname e0 drop; }; }'
ip -n %[3]s addr add 2001:db8:%[1]d::2/64 dev e0 nodad
ip -n %[3]s route add default via 2001:db8:%[1]d::1`, house.town, house.other, house.who, house.through))
	}
}

// TestFarSix: a link may lead to an address of IPv6, at which a house lets in what goes to one port.
// Who has IPv6 comes by it and plays; who has none reads so.
func TestFarSix(t *testing.T) {
	s := newTowns(t, symmetric)
	s.hasSix()
	s.wan.is(distances[2].roundTrip, distances[2].loss)
	s.start(s.ana, s.cyd, s.dan)
	s.invites(api.FarRequest{Address: anaSix})
	if a, err := s.connects(s.dan); err != nil || a.Peer.Name != "ana" || !a.Kept {
		t.Fatalf("dan uses the link: %+v, %v", a, err)
	}
	both := []*daemon{s.ana, s.dan}
	ends(t, both, seat(t, both, 40))
	s.wan.mu.Lock()
	there, inner := netip.MustParseAddr(anaSix), netip.MustParseAddr("2001:db8:3::2")
	if n := s.wan.carried[flow{inner, there}]; n == 0 {
		t.Errorf("nothing went from dan to ana by IPv6: %v", s.wan.carried)
	}
	if n := s.wan.carried[flow{netip.MustParseAddr("1.2.3.4"), netip.MustParseAddr(anaOutside)}]; n != 0 {
		t.Errorf("%d bytes went from dan to ana by IPv4", n)
	}
	s.wan.mu.Unlock()
	if _, err := s.connects(s.cyd); !because(err, api.ReasonLinkNoIPv6) {
		t.Errorf("cyd, who has no IPv6, uses the link: %v", err)
	}
}
