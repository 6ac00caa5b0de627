package doctor

import (
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	ma "github.com/multiformats/go-multiaddr"

	"fives/cli/say"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/discovery"
	"fives/p2p/host"
)

const (
	// discoveryTime is enough for the first burst of questions and its answers.
	discoveryTime = 1500 * time.Millisecond
	// patience limits the wait for what is late only because the machine is busy: for discovery
	// to know whether it works, and for an announcement to be heard.
	patience = 4 * time.Second
	// lookPause is the time between two looks.
	lookPause = 50 * time.Millisecond
)

func (e *exam) discovery(c *chart) {
	links, err := e.links()
	if err != nil {
		c.problem("", "%v", err)
		return
	}
	working := slices.DeleteFunc(slices.Clone(links), func(l api.Link) bool { return !l.Discovery })
	heard, err := e.echo(working)
	if err != nil {
		c.problem("", "%v", err)
		return
	}
	for _, l := range working {
		switch {
		case isLoopback(l.Name): // no firewall rule is meant for it
		case heard[l.Name]:
			e.let = append(e.let, l.Name)
		default:
			e.shut = append(e.shut, l.Name)
		}
	}
	for _, l := range links {
		if l.Discovery && !heard[l.Name] {
			c.problem(unheard(l), "nodes are not found on %s: what is announced there is not heard there", l.Name)
			continue
		}
		judge(c, l, len(heard) > 0)
	}
	if len(links) == 0 {
		c.problem(byAddress, "multicast works on no interface: nodes cannot be found, nor find this one")
	}
}

// judge reports on a link, and more mildly if another link works.
func judge(c *chart, l api.Link, another bool) {
	problems := say.Warnings(l.Problems)
	switch {
	case l.Discovery && len(l.Problems) == 0:
		c.ok("nodes can be found on %s", l.Name)
	case l.Starting():
		c.warn("look again in a moment: fives doctor", "discovery on %s is still starting", l.Name)
	case l.Discovery || another:
		c.warn(remedy(l), "%s: %s", l.Name, problems)
	default:
		c.problem(remedy(l), "multicast does not work on %s: %s", l.Name, problems)
	}
}

// remedy says what to do about what package discovery and the system report.
func remedy(l api.Link) string {
	says := func(text string) bool {
		return slices.ContainsFunc(l.Problems, func(w api.Warning) bool { return strings.Contains(w.Detail, text) })
	}
	switch {
	case says("port 5353"):
		return "end the program that keeps UDP port 5353 to itself; else " + byAddress
	case says("route"), says("unreachable"):
		return fmt.Sprintf("sudo ip route add 224.0.0.0/4 dev %s; else %s", l.Name, byAddress)
	}
	return byAddress
}

// unheard says what to do about a link that does not carry its own announcements.
func unheard(l api.Link) string {
	if isLoopback(l.Name) {
		return byAddress // on a system with another network, it may send from that one's address
	}
	return "allow UDP port 5353 in the firewall; else " + byAddress
}

func isLoopback(name string) bool {
	ifi, err := net.InterfaceByName(name)
	return err == nil && ifi.Flags&net.FlagLoopback != 0
}

// links says how discovery fares on each link. It asks the daemon or, without one, runs a
// discovery that only listens.
func (e *exam) links() ([]api.Link, error) {
	if e.client == nil {
		return e.listen()
	}
	return e.untilSettled(func() ([]api.Link, error) {
		st, err := e.client.Status(e.ctx)
		return st.Interfaces, err
	})
}

// untilSettled looks until discovery has finished starting on every link.
func (e *exam) untilSettled(look func() ([]api.Link, error)) ([]api.Link, error) {
	for end := time.Now().Add(patience); ; time.Sleep(lookPause) {
		links, err := look()
		if err != nil || !slices.ContainsFunc(links, api.Link.Starting) || time.Now().After(end) {
			return links, err
		}
	}
}

// listen asks who is there, as a daemon does, but under a name that nobody learns: a node
// without addresses answers no question.
func (e *exam) listen() ([]api.Link, error) {
	pub, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	id, err := host.PeerID(pub)
	if err != nil {
		return nil, err
	}
	s, err := discovery.Start(discovery.Config{
		ID: id, Version: record.Version, Network: e.cfg.Network, Ifaces: e.cfg.Ifaces, Addrs: func() []ma.Multiaddr { return nil },
	})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	select {
	case <-e.ctx.Done():
	case <-time.After(discoveryTime):
	}
	for _, p := range s.Peers() {
		name := p.Name
		if p.Version != record.Version {
			name += fmt.Sprintf(" (who speaks protocol version %d, this program %d)", p.Version, record.Version)
		}
		e.heard = append(e.heard, name)
		if by, known := p.Ahead(); known {
			seconds := int(by / time.Second)
			e.peers = append(e.peers, api.Peer{Name: p.Name, Ahead: &seconds})
		}
	}
	slices.Sort(e.heard)
	return e.untilSettled(func() (links []api.Link, _ error) {
		for _, st := range s.Status() {
			links = append(links, api.Link{Name: st.Name, Discovery: st.Serving && st.Asking, Problems: st.Problems})
		}
		return links, nil
	})
}
