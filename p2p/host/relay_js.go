package host

import "github.com/libp2p/go-libp2p/core/peer"

// A relay is nothing that a page can be: nobody reaches it but through others.
type relay struct{}

func newRelay(*Host) *relay { return nil }

func (r *relay) close() {}

func (r *relay) list() []peer.ID { return nil }
