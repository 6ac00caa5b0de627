package discovery

import (
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"time"

	"github.com/miekg/dns"
)

// responder announces the node on one link. It replaces the library's responder, which does not say who
// asks, and so answers everybody who can reach the port, even from far away.
type responder struct {
	link   link
	zone   *zone
	log    *slog.Logger
	conns  []*net.UDPConn
	failed map[family]error // families that are not served, and why
}

func newResponder(l link, z *zone, log *slog.Logger) *responder {
	r := &responder{link: l, zone: z, log: log, failed: make(map[family]error)}
	for _, f := range l.families() {
		c, err := net.ListenMulticastUDP(f.network(), l.netInterface(), f.group())
		if err != nil {
			r.failed[f] = explain(f, err)
			continue
		}
		r.conns = append(r.conns, c)
		go r.serve(c)
	}
	return r
}

// serving reports whether at least one family is served.
func (r *responder) serving() bool { return len(r.conns) > 0 }

// recovers reports whether a family that failed could be served now.
func (r *responder) recovers() bool {
	for f := range r.failed {
		if f.tryListen(r.link.netInterface()) == nil {
			return true
		}
	}
	return false
}

func (r *responder) close() {
	for _, c := range r.conns {
		_ = c.Close()
	}
}

// badReadPause keeps a socket that fails from taking a whole processor.
const badReadPause = 100 * time.Millisecond

// serve answers neighbours until the socket is closed.
func (r *responder) serve(c *net.UDPConn) {
	buf := make([]byte, 1<<16)
	for {
		n, from, err := c.ReadFromUDPAddrPort(buf)
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			r.log.Debug("discovery: reading", "iface", r.link.name, "err", err)
			time.Sleep(badReadPause)
			continue
		case !r.link.neighbour(from.Addr()):
			continue
		}
		if b := r.zone.reply(buf[:n]); b != nil {
			if _, err := c.WriteToUDPAddrPort(b, from); err != nil {
				r.log.Debug("discovery: answering", "iface", r.link.name, "to", from, "err", err)
			}
		}
	}
}

// neighbour reports whether an address belongs to a network of the link (RFC 6762 §11). Others are not
// answered: the question may be forged, so that the much longer answer goes to somebody who has not asked.
// Multicast on a loopback without any other network comes from 0.0.0.0, which is this machine.
func (l link) neighbour(from netip.Addr) bool {
	from = from.Unmap().WithZone("")
	if from.IsUnspecified() {
		return l.loopback
	}
	return from.IsLinkLocalUnicast() || slices.ContainsFunc(l.nets, func(n netip.Prefix) bool { return n.Contains(from) })
}

// maxQuestions is the largest number of questions of one message that are answered.
const maxQuestions = 4

// reply returns the answer to a message, nil if there is none.
func (z *zone) reply(message []byte) []byte {
	var q dns.Msg
	if err := q.Unpack(message); err != nil || q.Response || q.Opcode != dns.OpcodeQuery || q.Rcode != 0 || q.Truncated {
		return nil
	}
	a := dns.Msg{MsgHdr: dns.MsgHdr{Id: q.Id, Response: true, Authoritative: true}, Compress: true}
	for _, question := range q.Question[:min(len(q.Question), maxQuestions)] {
		a.Answer = append(a.Answer, z.Records(question)...)
	}
	b, err := a.Pack()
	if err != nil || len(a.Answer) == 0 {
		return nil
	}
	return b
}
