// Package discovery finds the other nodes on the local networks with multicast
// DNS, and announces this one (PROTOCOL §1).
//
// A [Service] runs a responder and asks questions on every chosen network
// interface, for each address family by itself, and keeps a bounded list of
// the [Peer]s that answered. It asks in a quick burst at the start and after
// the network has changed, every two seconds while somebody looks
// ([Service.Look]), and every 10 to 30 seconds otherwise. Interfaces may come,
// go and change their addresses at any time; one that cannot be served is
// tried again and shown by [Service.Status].
//
// Discovery only says where to dial. Everything in a Peer is a claim of
// whoever sent it: the libp2p handshake decides who is who, and libp2p knows
// who is alive. Names are cleaned, lists bounded, addresses checked for shape.
//
// Questions go out with github.com/hashicorp/mdns, which asks only on request
// and has edges: it keeps one address per entry, changes entries after it has
// sent them, ignores cancellation, and hides why it cannot bind. All of that is
// dealt with here; no other package uses the library. Answers are given without
// it: its responder answers anybody, neighbour or not (RFC 6762 §11).
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
