package peers

import (
	"net/netip"
	"sync"

	"fives/engine/record"
)

// How many streams strangers, that is, nodes that sit at no table of this one, may have
// open at once. These streams take nothing away from the nodes of its tables.
const (
	MaxStreams        = 8   // of one node
	MaxAddressStreams = 48  // from one address
	MaxCarriedStreams = 64  // of all nodes that are reached through others, whose address is not known
	MaxAllStreams     = 192 // of all nodes
)

// A StreamLimit counts strangers' streams.
type StreamLimit struct {
	mu        sync.Mutex
	nodes     map[record.Key]int
	addresses map[netip.Addr]int
	all       int
}

// NewStreamLimit returns a limit that has counted no streams yet.
func NewStreamLimit() *StreamLimit {
	return &StreamLimit{nodes: map[record.Key]int{}, addresses: map[netip.Addr]int{}}
}

// Enter counts a stream until leave is called, which may be called repeatedly. It reports
// whether there was room. The address of a node that is reached through another one is the zero Addr.
func (l *StreamLimit) Enter(node record.Key, address netip.Addr) (leave func(), ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	most := MaxAddressStreams
	if !address.IsValid() {
		most = MaxCarriedStreams
	}
	if l.nodes[node] >= MaxStreams || l.addresses[address] >= most || l.all >= MaxAllStreams {
		return nil, false
	}
	l.nodes[node]++
	l.addresses[address]++
	l.all++
	return sync.OnceFunc(func() { l.leave(node, address) }), true
}

func (l *StreamLimit) leave(node record.Key, address netip.Addr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all--
	if l.nodes[node]--; l.nodes[node] == 0 {
		delete(l.nodes, node)
	}
	if l.addresses[address]--; l.addresses[address] == 0 {
		delete(l.addresses, address)
	}
}
