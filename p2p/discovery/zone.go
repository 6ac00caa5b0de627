package discovery

import (
	"net"
	"strconv"
	"strings"

	"fives/p2p/near"

	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/miekg/dns"
	ma "github.com/multiformats/go-multiaddr"
)

const (
	enumName = "_services._dns-sd._udp.local."

	// ttl is for the caches of other software, in seconds. We send no goodbye packets, and answer the
	// asker only, for which RFC 6762 §6.7 wants ten seconds at most.
	ttl = 10
	// maxHostIPs keeps an answer within one packet.
	maxHostIPs = 8
)

// zone answers the questions that arrive on one link. It makes the records anew for each question, so they
// always have the host's present addresses.
//
// On some systems, the responders of two links hear each other's questions. The link's index in the names
// keeps the two answers apart at the asker, which would otherwise mix up their addresses. In the same way,
// the service's start in the names keeps apart two daemons with one key.
type zone struct {
	on      link
	label   string
	name    string // the host name by which browsers find the node, with a final dot
	service service
	say     func() announcement // with the addresses the host listens on
}

func newZone(id peer.ID, start string, sv service, on link, say func() announcement) *zone {
	return &zone{on: on, label: near.Label([]byte(id)) + "-" + strconv.Itoa(on.index) + "-" + start, name: near.Name([]byte(id)) + ".", service: sv, say: say}
}

func (z *zone) instance() string { return z.label + "." + z.service.name() }

func (z *zone) host() string { return z.label + ".local." }

// Records returns the records that answer a question.
func (z *zone) Records(q dns.Question) []dns.RR {
	switch {
	case strings.EqualFold(q.Name, enumName):
		return only(q.Qtype, z.pointer(enumName, z.service.name()))
	case strings.EqualFold(q.Name, z.service.name()):
		return z.browse(q.Qtype)
	case strings.EqualFold(q.Name, z.instance()):
		return z.resolve(q.Qtype)
	case strings.EqualFold(q.Name, z.host()):
		return only(q.Qtype, z.hostRecords()...)
	case strings.EqualFold(q.Name, z.name):
		return z.find(q.Qtype)
	}
	return nil
}

// find answers browsers that look for the node by its host name. Its pages are only at IPv4 addresses; an
// asker that is told so at once does not wait for others (RFC 6762 §6.1).
func (z *zone) find(qtype uint16) []dns.RR {
	var rrs []dns.RR
	for _, ip := range z.on.ips {
		if ip.Is4() && len(rrs) < maxHostIPs {
			rrs = append(rrs, &dns.A{Hdr: header(z.name, dns.TypeA), A: net.IP(ip.AsSlice())})
		}
	}
	if len(rrs) == 0 || qtype == dns.TypeA || qtype == dns.TypeANY {
		return rrs
	}
	return []dns.RR{&dns.NSEC{Hdr: header(z.name, dns.TypeNSEC), NextDomain: z.name, TypeBitMap: []uint16{dns.TypeA}}}
}

// browse answers the question who offers the service, with all records of the node, so that one question is
// enough.
func (z *zone) browse(qtype uint16) []dns.RR {
	all := z.describe()
	if len(all) == 0 || qtype != dns.TypePTR && qtype != dns.TypeANY {
		return nil
	}
	return append([]dns.RR{z.pointer(z.service.name(), z.instance())}, all...)
}

// resolve answers questions about the instance. hashicorp/mdns asks for PTR when it means all records.
func (z *zone) resolve(qtype uint16) []dns.RR {
	all := z.describe()
	if qtype == dns.TypePTR {
		return all
	}
	return only(qtype, all...)
}

// describe returns the SRV, TXT and address records, none while the host does not listen.
func (z *zone) describe() []dns.RR {
	a := z.say()
	a.Addrs = addrsToAnnounce(a.Addrs, z.on)
	if len(a.Addrs) == 0 {
		return nil
	}
	srv := &dns.SRV{
		Hdr:  header(z.instance(), dns.TypeSRV),
		Port: port(a.Addrs), Target: z.host(),
	}
	txt := &dns.TXT{Hdr: header(z.instance(), dns.TypeTXT), Txt: a.encode()}
	return append([]dns.RR{srv, txt}, z.hostRecords()...)
}

func (z *zone) hostRecords() []dns.RR {
	var rrs []dns.RR
	for i, ip := range z.on.ips {
		if i == maxHostIPs {
			break
		}
		if ip.Is4() {
			rrs = append(rrs, &dns.A{Hdr: header(z.host(), dns.TypeA), A: net.IP(ip.AsSlice())})
		} else {
			rrs = append(rrs, &dns.AAAA{Hdr: header(z.host(), dns.TypeAAAA), AAAA: net.IP(ip.AsSlice())})
		}
	}
	return rrs
}

func (z *zone) pointer(from, to string) dns.RR {
	return &dns.PTR{Hdr: header(from, dns.TypePTR), Ptr: to}
}

func header(name string, rrtype uint16) dns.RR_Header {
	return dns.RR_Header{Name: name, Rrtype: rrtype, Class: dns.ClassINET, Ttl: ttl}
}

// only returns the records that a question asks for.
func only(qtype uint16, rrs ...dns.RR) []dns.RR {
	var out []dns.RR
	for _, rr := range rrs {
		if qtype == dns.TypeANY || rr.Header().Rrtype == qtype {
			out = append(out, rr)
		}
	}
	return out
}

// port returns the port for the SRV record, which can name only one; the TXT record has them all.
func port(addrs []ma.Multiaddr) uint16 {
	e, _ := splitAddr(addrs[0])
	n, err := strconv.ParseUint(e.port, 10, 16)
	if err != nil {
		return 0
	}
	return uint16(n)
}
