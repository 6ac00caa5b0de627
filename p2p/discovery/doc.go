// Package discovery finds the other nodes on the local networks with multicast
// DNS, and announces this one (PROTOCOL §1).
//
// A [Service] runs a responder and asks questions on every chosen network interface, separately for each
// address family, and keeps a bounded list of the [Peer]s that answered. It asks in a quick burst at the
// start and after the network has changed, every two seconds while somebody looks ([Service.Look]), and
// every 10 to 30 seconds otherwise. Interfaces may come, go and change their addresses at any time; one
// that cannot be served is tried again and shown by [Service.Status].
//
// Discovery only says where to dial. Everything in a Peer is claimed by whoever sent it: the libp2p
// handshake decides who is who, and libp2p knows who is alive. Names are cleaned, lists bounded, and the
// shapes of addresses checked.
//
// Questions are asked with github.com/hashicorp/mdns, which asks only on request and has its quirks: it
// keeps one address per entry, changes entries after it has sent them, ignores cancellation, and hides why
// it cannot bind. This package works around all of them, and no other package uses the library. It does
// not use the library's responder, which answers anybody, neighbour or not (RFC 6762 §11).
//
//	s, err := discovery.Start(discovery.Config{
//		ID: h.ID(), Name: "ana", Version: 1,
//		Addrs: h.ListenAddrs,
//		Found: func(p discovery.Peer) { h.NoteSeen(p.ID, p.Addrs) },
//	})
//	if err != nil {
//		return err
//	}
//	defer s.Close()
package discovery
