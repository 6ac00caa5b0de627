package shown

import (
	"slices"
	"time"

	"fives/cli/say"
	"fives/p2p/api"
)

// A Company is when another node was connected last, or when a lobby began to look for one.
type Company struct{ last time.Time }

// With notes which nodes are connected now.
func (c Company) With(peers []api.Peer, now time.Time) Company {
	if c.last.IsZero() || slices.ContainsFunc(peers, func(p api.Peer) bool { return p.Connected }) {
		c.last = now
	}
	return c
}

// Alone says why nobody else may be here, once nobody has been for a while; else it is "".
func (c Company) Alone(st api.Status, peers []api.Peer, firewall string, now time.Time) string {
	if now.Sub(c.With(peers, now).last) < say.AloneAfter {
		return ""
	}
	return say.Alone(st, peers, firewall, now)
}
