package doctor

import (
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"time"

	ma "github.com/multiformats/go-multiaddr"

	"fives/cli/words"
	"fives/engine/record"
	"fives/p2p/control"
	"fives/p2p/discovery"
	"fives/p2p/host"
)

// discoveryTime is enough for the first burst of questions and its answers.
const discoveryTime = 1500 * time.Millisecond

func (e *exam) discovery(c *chart) {
	links := e.status.Interfaces
	if e.client == nil {
		var err error
		if links, err = e.listen(); err != nil {
			c.problem("", "%v", err)
			return
		}
	}
	working := 0
	for _, l := range links {
		if l.Discovery {
			working++
		}
	}
	for _, l := range links {
		judge(c, l, working > 0)
	}
	if len(links) == 0 {
		c.problem(byAddress, "multicast works on no interface: nodes cannot be found, nor find this one")
	}
}

// judge is milder with a link when another one works.
func judge(c *chart, l control.Link, another bool) {
	problems := words.Warnings(l.Problems)
	switch {
	case l.Discovery && len(l.Problems) == 0:
		c.ok("nodes can be found on %s", l.Name)
	case l.Discovery || another:
		c.warn(remedy(l), "%s: %s", l.Name, problems)
	default:
		c.problem(remedy(l), "multicast does not work on %s: %s", l.Name, problems)
	}
}

// remedy answers what package discovery and the system say.
func remedy(l control.Link) string {
	says := func(text string) bool {
		return slices.ContainsFunc(l.Problems, func(w control.Warning) bool { return strings.Contains(w.Detail, text) })
	}
	switch {
	case says("port 5353"):
		return "end the program that keeps UDP port 5353 to itself; else " + byAddress
	case says("route"), says("unreachable"):
		return fmt.Sprintf("sudo ip route add 224.0.0.0/4 dev %s; else %s", l.Name, byAddress)
	}
	return byAddress
}

// listen asks who is there, as a daemon does, under a name that nobody is told:
// a node without addresses answers no question.
func (e *exam) listen() ([]control.Link, error) {
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
	}
	slices.Sort(e.heard)
	var links []control.Link
	for _, st := range s.Status() {
		links = append(links, control.Link{Name: st.Name, Discovery: st.Serving && st.Asking, Problems: st.Problems})
	}
	return links, nil
}
