package doctor

import (
	"crypto/ed25519"
	"crypto/rand"
	"strings"
	"time"

	ma "github.com/multiformats/go-multiaddr"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/discovery"
	"fives/p2p/host"
)

// echo finds out on which links nodes find each other: on each link a made-up node announces
// itself, and another one asks, on a network that nobody else is on. It is not enough that
// multicast can be sent and listened for: a question on the loopback may come from the address
// of another link, and then gets no answer.
func (e *exam) echo(links []api.Link) (map[string]bool, error) {
	heard := map[string]bool{}
	askers := map[string]*discovery.Service{}
	for _, l := range links {
		network := strings.ToLower(rand.Text()[:9])
		for _, announces := range []bool{true, false} {
			s, err := e.madeUp(network, l.Name, announces)
			if err != nil {
				return nil, err
			}
			defer s.Close()
			if !announces {
				askers[l.Name] = s
			}
		}
	}
	for end := time.Now().Add(patience); len(heard) < len(askers) && time.Now().Before(end) && e.ctx.Err() == nil; time.Sleep(lookPause) {
		for name, s := range askers {
			if len(s.Peers()) > 0 {
				heard[name] = true
			}
		}
	}
	return heard, nil
}

// madeUp starts the discovery of a node that does not exist, on one link.
func (e *exam) madeUp(network, link string, announces bool) (*discovery.Service, error) {
	pub, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	id, err := host.PeerID(pub)
	if err != nil {
		return nil, err
	}
	addrs := func() []ma.Multiaddr { return nil }
	if announces {
		addrs = func() []ma.Multiaddr {
			return []ma.Multiaddr{ma.StringCast("/ip4/0.0.0.0/tcp/9"), ma.StringCast("/ip6/::/tcp/9")}
		}
	}
	return discovery.Start(discovery.Config{ID: id, Version: record.Version, Network: network, Ifaces: []string{link}, Addrs: addrs})
}
