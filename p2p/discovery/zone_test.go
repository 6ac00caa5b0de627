package discovery

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"fives/engine/record"
	"fives/p2p/near"

	"github.com/miekg/dns"
	ma "github.com/multiformats/go-multiaddr"
)

func types(rrs []dns.RR) string {
	s := ""
	for _, rr := range rrs {
		s += dns.TypeToString[rr.Header().Rrtype] + " "
	}
	return s
}

// PROTOCOL §1.1
func TestZoneAnswers(t *testing.T) {
	on := link{index: 4, name: "eth0", ips: ipList("192.168.1.9", "fe80::9")}
	listen := addrList("/ip4/0.0.0.0/tcp/45355")
	z := newZone(testID(t, 1), "abcd", defaultService, on, func() announcement {
		return announcement{ID: testID(t, 1), Name: "ana", Version: 1, Addrs: listen}
	})
	instance := near.Label([]byte(testID(t, 1))) + "-4-abcd._fives._tcp.local."
	host := near.Label([]byte(testID(t, 1))) + "-4-abcd.local."
	byName := near.Name([]byte(testID(t, 1))) + "."
	for _, c := range []struct {
		name  string
		qtype uint16
		want  string
	}{
		{"_fives._tcp.local.", dns.TypePTR, "PTR SRV TXT A AAAA "},
		{"_FIVES._tcp.Local.", dns.TypeANY, "PTR SRV TXT A AAAA "},
		{"_fives._tcp.local.", dns.TypeTXT, ""},
		{"_services._dns-sd._udp.local.", dns.TypePTR, "PTR "},
		{instance, dns.TypePTR, "SRV TXT A AAAA "},
		{instance, dns.TypeTXT, "TXT "},
		{instance, dns.TypeSRV, "SRV "},
		{host, dns.TypeA, "A "},
		{host, dns.TypeAAAA, "AAAA "},
		{host, dns.TypeTXT, ""},
		{byName, dns.TypeA, "A "},
		{strings.ToUpper(byName), dns.TypeANY, "A "},
		{byName, dns.TypeAAAA, "NSEC "},
		{near.Name([]byte(testID(t, 2))) + ".", dns.TypeA, ""},
		{"_http._tcp.local.", dns.TypePTR, ""},
		{"x." + instance, dns.TypeANY, ""},
	} {
		rrs := z.Records(dns.Question{Name: c.name, Qtype: c.qtype})
		if got := types(rrs); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.name, dns.TypeToString[c.qtype], got, c.want)
		}
	}
}

func TestZoneFollowsTheHost(t *testing.T) {
	var listen []ma.Multiaddr
	on := link{index: 4, name: "eth0", ips: ipList("192.168.1.9")}
	z := newZone(testID(t, 1), "abcd", defaultService, on, func() announcement {
		return announcement{ID: testID(t, 1), Name: "ana", Version: 1, Addrs: listen}
	})
	q := dns.Question{Name: defaultService.name(), Qtype: dns.TypePTR}
	if rrs := z.Records(q); rrs != nil {
		t.Fatalf("announced without an address: %v", rrs)
	}
	for _, c := range []struct {
		listen string
		port   uint16
	}{{"/ip4/0.0.0.0/tcp/45355", 45355}, {"/ip4/0.0.0.0/tcp/45356", 45356}} {
		listen = addrList(c.listen)
		rrs := z.Records(q)
		if srv := rrs[1].(*dns.SRV); srv.Port != c.port {
			t.Errorf("SRV port %d, want %d", srv.Port, c.port)
		}
		a, err := parse(rrs[2].(*dns.TXT).Txt)
		if err != nil || a.Name != "ana" || len(a.Addrs) != 1 {
			t.Errorf("TXT gives %v, %v", a, err)
		}
	}
}

// The answer to one question fits into one Ethernet packet and survives
// packing, whatever the name and however many the addresses.
func TestZoneAnswerPacks(t *testing.T) {
	on := link{index: 123456, name: "eth0"}
	for i := range 40 {
		on.ips = append(on.ips, netip.MustParseAddr(fmt.Sprintf("fd00:1234:5678:9abc:def0:1234:5678:%x", 0x1000+i)))
	}
	z := newZone(testID(t, 1), "abcd", defaultService, on, func() announcement {
		return announcement{
			ID: testID(t, 1), Name: strings.Repeat("𝄞", record.MaxName), Version: 1,
			Addrs: addrList("/ip6/::/tcp/45355", "/ip6/::/udp/45355/quic-v1"),
		}
	})
	msg := &dns.Msg{Compress: true, Answer: z.Records(dns.Question{Name: defaultService.name(), Qtype: dns.TypePTR})}
	buf, err := msg.Pack()
	if err != nil {
		t.Fatal(err)
	}
	if len(buf) > 1400 {
		t.Errorf("%d bytes", len(buf))
	}
	var back dns.Msg
	if err := back.Unpack(buf); err != nil {
		t.Fatal(err)
	}
	a, err := parse(back.Answer[2].(*dns.TXT).Txt)
	if err != nil || a.ID != testID(t, 1) || len(a.Addrs) == 0 {
		t.Errorf("comes back as %v, %v", a, err)
	}
}
