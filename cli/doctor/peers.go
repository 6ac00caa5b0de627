package doctor

import (
	"cmp"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"fives/cli/say"
	"fives/p2p/api"
)

// recently is how long a node that is not connected still counts as being on the network after
// its last sign of life.
const recently = time.Minute

func (e *exam) countConnected() int {
	n := 0
	for _, p := range e.peers {
		if p.Connected {
			n++
		}
	}
	return n
}

func (e *exam) company(c *chart) {
	if e.client == nil {
		e.answers(c)
		return
	}
	switch n := e.countConnected(); {
	case n > 0:
		c.ok("%d connected", n)
	case len(e.status.Links) > 0:
		c.warn("what may help is said of each link; on your own network, fives must run on the other machine too, and "+byAddress, "nobody is connected")
	default:
		c.warn("fives must run on the other machine too, on the same network; "+byAddress+"; "+say.Afar, "nobody is connected")
	}
	away := e.elsewhere(c, networks())
	for _, p := range e.peers {
		if !p.Connected && time.Since(p.Seen) < recently && !say.Linked(e.status, p) && !slices.Contains(away, p.ID) {
			c.warn("if it still runs, look for a firewall on either machine, or a Wi-Fi that keeps its guests apart",
				"%s was seen %v ago and cannot be reached", nameOf(p), time.Since(p.Seen).Round(time.Second))
		}
		warn(c, p)
	}
}

// maxElsewhere limits how many nodes on other networks are named.
const maxElsewhere = 3

// elsewhere finds nodes that were connected from a network that this machine is not on. It says
// where they were, and returns their IDs. While somebody is connected, it leaves out those that
// left long ago.
func (e *exam) elsewhere(c *chart, here []netip.Prefix) (ids []string) {
	var places []string
	for _, p := range e.peers {
		ip := ipIn(p.Address)
		if p.Connected || say.Linked(e.status, p) || !ip.IsValid() || ip.IsLoopback() || e.countConnected() > 0 && time.Since(p.Seen) >= recently ||
			slices.ContainsFunc(here, func(n netip.Prefix) bool { return n.Contains(ip) }) {
			continue
		}
		ids, places = append(ids, p.ID), append(places, fmt.Sprintf("%s on %s", nameOf(p), ip))
	}
	if len(places) == 0 || len(here) == 0 {
		return nil
	}
	if over := len(places) - maxElsewhere; over > 0 {
		places = append(places[:maxElsewhere], fmt.Sprintf("%d more elsewhere", over))
	}
	c.warn("join the same network, all of you; "+byAddress, "you are on %s, %s when last seen", joined(here), strings.Join(places, ", "))
	return ids
}

// ipIn returns the IP address in a multiaddr, the zero address if there is none.
func ipIn(address string) netip.Addr {
	parts := strings.Split(address, "/")
	if len(parts) < 3 {
		return netip.Addr{}
	}
	ip, err := netip.ParseAddr(parts[2])
	if err != nil {
		return netip.Addr{}
	}
	return ip
}

// networks returns this machine's addresses with the lengths of their networks, as people know
// them: no loopback, and no link-local IPv6.
func networks() (here []netip.Prefix) {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return nil // without them, nothing is said about networks
	}
	for _, a := range addrs {
		p, err := netip.ParsePrefix(a.String())
		if ip := p.Addr(); err == nil && !ip.IsLoopback() && (ip.Is4() || !ip.IsLinkLocalUnicast()) {
			here = append(here, p)
		}
	}
	return here
}

func joined(here []netip.Prefix) string {
	var all []string
	for _, p := range here {
		all = append(all, p.String())
	}
	return strings.Join(all, ", ")
}

// warn says what is the matter with a node, and what to do about it.
func warn(c *chart, p api.Peer) {
	text := say.Warning(p.Warning)
	switch {
	case p.Warning.Code == "":
	case p.Warning.Code == api.WarnProtocol:
		c.warn("nodes of different protocol versions cannot play together: update the older one", "%s %s", nameOf(p), text)
	case p.Warning.Fingerprint != "":
		c.warn("compare the fingerprint by voice: "+p.Warning.Fingerprint, "%s: %s", nameOf(p), text)
	default:
		c.warn("it is asked again by itself; if it stays so, restart the daemon there: fives down; fives up --detach", "%s: %s", nameOf(p), text)
	}
}

// nameOf returns what a node calls itself or, if that is not known, its fingerprint.
func nameOf(p api.Peer) string { return cmp.Or(p.Name, p.Fingerprint) }

func (e *exam) answers(c *chart) {
	if len(e.heard) == 0 {
		c.warn("fives must run on the other machine too, on the same network; "+byAddress, "nobody has answered")
		return
	}
	c.ok("heard of %s", strings.Join(e.heard, ", "))
}
