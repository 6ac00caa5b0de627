package node

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/multiformats/go-multistream"

	"fives/engine/nickname"
	"fives/engine/record"
	"fives/p2p/control"
	"fives/p2p/wire"
)

// otherVersion says that a node speaks another version of the protocol, "" if
// it speaks this node's, or if it is not known what it speaks.
func otherVersion(protocol int) string {
	if protocol == 0 || protocol == record.Version {
		return ""
	}
	older := "this node's"
	if protocol < record.Version {
		older = "its"
	}
	return fmt.Sprintf("speaks protocol version %d, this node speaks %d: %s fives must be updated", protocol, record.Version, older)
}

// minor is the minor version of the protocol that this node speaks (PROTOCOL
// §3.3).
const minor = 1

// noteMinor notes the minor version that a connected peer has named.
func (n *Node) noteMinor(id peer.ID, theirs uint64) {
	info := n.info(id)
	if info == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	info.minor, info.named = theirs, true
}

// shared is the minor version that is used with a peer: what both speak.
func (p *peerInfo) shared() uint64 { return min(minor, p.minor) }

// age compares a peer's program with this one, by what they speak.
func (p *peerInfo) age() control.Age {
	switch {
	case p.protocol != record.Version || !p.named || p.minor == minor:
		return control.SameAge
	case p.minor > minor:
		return control.Newer
	}
	return control.Older
}

// spoken is the version of the protocol that a connected peer says it speaks,
// by the names of its streams: this node's if it is among them, else the
// newest; 0 if it is no fives node.
func (n *Node) spoken(id peer.ID) (version int) {
	protocols, err := n.host.Peerstore().GetProtocols(id)
	if err != nil {
		return 0
	}
	for _, p := range protocols {
		parts := strings.Split(string(p), "/")
		if len(parts) != 4 || parts[1] != "fives" {
			continue
		}
		v, err := strconv.Atoi(parts[3])
		if err == nil && v == record.Version {
			return v
		}
		if err == nil && v <= maxVersion {
			version = max(version, v)
		}
	}
	return version
}

// maxVersion is the highest protocol version that an announcement can have.
const maxVersion = 0xffff

// program is the version of a connected peer's program, as it claims.
func (n *Node) program(id peer.ID) string {
	agent, err := n.host.Peerstore().Get(id, "AgentVersion")
	if err != nil {
		return ""
	}
	text, _ := agent.(string)
	version, _ := strings.CutPrefix(text, "fives/")
	return nickname.Clean(version)
}

// How a node does not answer in the lobby.
const (
	slow    = "slow to answer"
	strange = "does not answer as a fives node does"
)

// Pauses before a node is greeted again that has not answered.
const (
	greetPause = time.Second
	greetMost  = 32 * time.Second
)

// unmet notes what is known of a node that has not answered in the lobby as one
// should, and says so once if it is of another version. It will be asked again:
// most are busy, or have only just started.
func (n *Node) unmet(id peer.ID, info *peerInfo, err error) {
	version, program := n.spoken(id), n.program(id)
	n.mu.Lock()
	defer n.mu.Unlock()
	info.greeted = false
	info.patience = min(max(2*info.patience, greetPause), greetMost)
	info.again = time.Now().Add(info.patience)
	if otherVersion(version) == "" {
		info.manner = mannerOf(err)
		return
	}
	known := info.version == program
	info.protocol, info.version = version, program
	if !known && n.mayTell(id, info.name) {
		n.events.add(control.Event{Kind: control.EventPeer, Name: info.name,
			Text: called(info.name, id) + " is here, but " + otherVersion(version)})
	}
}

// mannerOf tells a node that is slow from one that is strange: that has given an
// answer, and one that no fives node gives.
func mannerOf(err error) string {
	var refused multistream.ErrNotSupported[protocol.ID]
	if errors.Is(err, wire.ErrTooLong) || errors.Is(err, record.ErrEncoding) || errors.As(err, &refused) {
		return strange
	}
	return slow
}

// others is the hint where a table is not found: which nodes' tables cannot be
// seen because they speak another version, or else what is given.
func (n *Node) others(hint string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	var list []string
	for id, info := range n.peers {
		if text := otherVersion(info.protocol); text != "" && n.host.Network().Connectedness(id) == network.Connected {
			list = append(list, cmp.Or(info.name, fingerprint(id))+" "+text)
		}
	}
	if len(list) == 0 {
		return hint
	}
	slices.Sort(list)
	return strings.Join(list, "; ")
}
