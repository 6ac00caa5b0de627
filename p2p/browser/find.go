//go:build js

package browser

import (
	"context"
	"encoding/json"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"

	"fives/engine/record"
	"fives/p2p/streams"
)

const (
	findEvery = 5 * time.Second  // between two looks at the server's list
	findTime  = 10 * time.Second // that a look may take
	maxList   = 256 << 10        // bytes of a list
	maxNodes  = 64               // nodes of a list that are used
)

// seen is a node that the server lists (PROTOCOL §2.4).
type seen struct {
	id    peer.ID
	name  string
	addrs []ma.Multiaddr
	self  bool // it is the server itself
}

// find tells the node, again and again, of the nodes that its server sees, whose list is at an address. While the server
// does not answer, it goes on with those of the last answer. The address has the proof of the node's key, so the server
// learns from where that answers.
func (n *Node) find(ctx context.Context, list string) {
	tick := time.NewTicker(findEvery)
	defer tick.Stop()
	var all []seen
	for {
		fresh, faces, err := readList(ctx, list)
		if err != nil {
			n.log.Debug("who is there", "err", err)
		} else {
			all = fresh
			if err := n.Adopt(faces); err != nil {
				n.log.Debug("faces", "err", err)
			}
		}
		for _, s := range all {
			if s.self {
				n.CameFrom(s.id)
			}
			if s.id != n.Libp2p().ID() && ctx.Err() == nil {
				n.Found(s.id, s.name, record.Version, s.addrs)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-n.woke:
		}
	}
}

// readList reads the server's list of nodes.
func readList(ctx context.Context, address string) (list []seen, faces map[string]int, err error) {
	ctx, cancel := context.WithTimeout(ctx, findTime)
	defer cancel()
	text, err := Fetch(ctx, address, maxList)
	if err != nil {
		return nil, nil, err
	}
	var answer struct {
		Nodes []struct {
			Name      string   `json:"name"`
			Self      bool     `json:"self"`
			Addresses []string `json:"addresses"`
		} `json:"nodes"`
		Faces map[string]int `json:"faces"`
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, nil, err
	}
	for _, l := range answer.Nodes[:min(len(answer.Nodes), maxNodes)] {
		s := seen{name: record.CleanName(l.Name), self: l.Self}
		for _, a := range l.Addresses {
			if info, err := streams.ParseAddr(a); err == nil && (s.id == "" || s.id == info.ID) {
				s.id, s.addrs = info.ID, append(s.addrs, info.Addrs...)
			}
		}
		if s.id != "" {
			list = append(list, s)
		}
	}
	return list, answer.Faces, nil
}
