package host

import (
	"context"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/protocol"
	ma "github.com/multiformats/go-multiaddr"
)

// A Call is not made in a browser: a page meets its twin through the nodes that it dials.
type Call struct{ network.MuxedStream }

// CallTwin calls nobody.
func (h *Host) CallTwin(context.Context, ma.Multiaddr, protocol.ID) (*Call, error) {
	return nil, errDialOnly
}
