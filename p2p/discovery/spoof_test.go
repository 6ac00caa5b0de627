package discovery

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"
)

const (
	spoofs     = 400
	spoofBase  = 1000 // test IDs from here on are made up
	spoofKinds = 5
)

// spoof multicasts false answers over and over until the test process ends.
func spoof(t *testing.T) {
	c, err := net.Dial("udp4", ipv4.group().String())
	if err != nil {
		t.Error(err)
		return
	}
	for {
		for i := range spoofs {
			if _, err := c.Write(spoofed(t, i)); err != nil {
				t.Error(err)
				return
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// spoofed returns a datagram as a joker on the network would send it: well formed but false, cut short, or no DNS at all.
func spoofed(t *testing.T, n int) []byte {
	t.Helper()
	name := fmt.Sprintf("x%d.%s", n, defaultService.name())
	a := announcement{ID: testID(t, spoofBase+n), Name: "ana", Version: 1, Addrs: addrList("/ip4/10.0.0.1/tcp/1")}
	txt := a.encode()
	switch n % spoofKinds {
	case 1:
		txt[2] = "n=G1sySg" // an escape sequence
	case 2:
		txt = []string{strings.Repeat("x", 255), "\x00\xff"}
	case 3:
		name = fmt.Sprintf("x%d._other._tcp.local.", n)
	}
	msg := &dns.Msg{Answer: []dns.RR{
		&dns.PTR{Hdr: header(defaultService.name(), dns.TypePTR), Ptr: name},
		&dns.SRV{Hdr: header(name, dns.TypeSRV), Port: 1, Target: name},
		&dns.TXT{Hdr: header(name, dns.TypeTXT), Txt: txt},
		&dns.A{Hdr: header(name, dns.TypeA), A: []byte{10, 0, 0, 1}},
	}}
	msg.Response = true
	buf, err := msg.Pack()
	if err != nil {
		t.Fatal(err)
	}
	if n%spoofKinds == 4 {
		return buf[:len(buf)/2]
	}
	return buf
}
