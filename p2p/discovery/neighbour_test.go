package discovery

import (
	"net"
	"net/netip"
	"os"
	"testing"
	"time"

	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"

	"github.com/miekg/dns"
)

func TestNeighbour(t *testing.T) {
	lan := link{nets: []netip.Prefix{netip.MustParsePrefix("192.168.1.9/24"), netip.MustParsePrefix("fd00::9/64")}}
	for from, want := range map[string]bool{
		"192.168.1.20": true, "::ffff:192.168.1.20": true, "192.168.2.20": false, "8.8.8.8": false,
		"fd00::77": true, "fd00:1::77": false, "2001:db8::1": false,
		"fe80::1%eth0": true, "169.254.3.4": true, "127.0.0.1": false, "0.0.0.0": false,
	} {
		if got := lan.neighbour(netip.MustParseAddr(from)); got != want {
			t.Errorf("%s: %t", from, got)
		}
	}
}

// RFC 6762 §11: a question from an address of another network is not answered.
func TestOnlyNeighboursAreAnswered(t *testing.T) {
	if !netnstest.Inside(t, netnstest.MulticastRoute, veth, "ip addr add 198.51.100.7/24 dev v0") {
		return
	}
	start(t, 1, "ana", "lo")
	question := new(dns.Msg).SetQuestion(defaultService.name(), dns.TypePTR)
	b, err := question.Pack()
	if err != nil {
		t.Fatal(err)
	}
	ask := func(from, to string) *net.UDPConn {
		t.Helper()
		c, err := net.DialUDP("udp4", &net.UDPAddr{IP: net.ParseIP(from)}, &net.UDPAddr{IP: net.ParseIP(to), Port: 5353})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		if _, err := c.Write(b); err != nil {
			t.Fatal(err)
		}
		return c
	}
	read := func(c *net.UDPConn, within time.Duration) (int, error) {
		c.SetReadDeadline(time.Now().Add(within))
		return c.Read(make([]byte, 1<<16))
	}
	// Both questions come to one socket, which answers in order. Sometimes it is not the responder's: whoever
	// asks shares the port for a moment.
	waittest.Until(t, "an answer to a neighbour", func() bool {
		stranger, neighbour := ask("198.51.100.7", "198.51.100.7"), ask("127.0.0.1", "127.0.0.1")
		n, answered := read(neighbour, 100*time.Millisecond)
		if m, err := read(stranger, time.Millisecond); !os.IsTimeout(err) {
			t.Fatalf("a stranger gets %d bytes for %d, %v", m, len(b), err)
		}
		if answered == nil {
			t.Logf("a neighbour gets %d bytes for %d, a stranger none", n, len(b))
		}
		return answered == nil
	})
}

// A message is answered in one packet of ordinary size, however many questions it has.
func TestManyQuestions(t *testing.T) {
	on := link{index: 4, name: "eth0", ips: ipList("192.168.1.9")}
	z := newZone(testID(t, 1), "abcd", defaultService, on, func() announcement {
		return announcement{ID: testID(t, 1), Name: "ana", Version: 1, Addrs: addrList("/ip4/0.0.0.0/tcp/45355")}
	})
	var q dns.Msg
	for range 1000 {
		q.Question = append(q.Question, dns.Question{Name: defaultService.name(), Qtype: dns.TypePTR, Qclass: dns.ClassINET})
	}
	q.Compress = true
	b, err := q.Pack()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(z.reply(b)); n == 0 || n > 2000 {
		t.Errorf("%d bytes for %d", n, len(b))
	}
	for _, bad := range [][]byte{nil, {0}, b[:20], z.reply(b)} {
		if z.reply(bad) != nil {
			t.Errorf("%x is answered", bad)
		}
	}
}
