// Package host builds the libp2p host of a node: who it is, where it listens,
// whom it talks to and how much it lets them use (PROTOCOL §2).
//
// A [Host] is an ordinary libp2p host.Host with TCP and QUIC v1 on one port number, an
// Ed25519 identity, and the settings of a home network: no DHT, no NAT mapping, no hole
// punching, no AutoNAT (so this node never tells anybody that it can be reached from
// outside), no metrics, no observed addresses, no black-hole detection. Limits count single
// addresses, not subnets, because in a home everybody shares one. A gater lets in only
// peers from the machine's own surroundings, or by the door for those who have a link
// ([Host.SetFar]), and keeps out the blocked ones.
//
// The host is put together from libp2p's parts instead of its root package, which would
// link WebRTC, WebTransport and WebSocket into the program.
//
// Every host dials WebSockets, too, and listens for them while browsers are invited
// ([Host.Invite], package websocket). A host in a browser does nothing but dial them
// ([Config.DialOnly]); the package builds for js/wasm, without TCP, QUIC and
// whatever else listens.
//
// Browsers cannot dial each other. So a host that invites is a relay, in the protocol of
// libp2p's circuit relay version 2, but only for those who came by the invitation
// ([Host.Reserve], [Host.Behind], PROTOCOL §2.5). A game never meets its limits, and all
// circuits together fit into the memory for streams. If somebody has to give way, strangers
// do so before those who were invited, and these before those with a seat (standing). While
// nobody is invited, nothing of it is in memory. A circuit is a connection like any other:
// its two ends make their own handshake, and the gater and the limits of each apply, with
// the relay's address in place of the peer's. A way through a node that is not already
// connected is never dialled, so a relay is always at an address that was allowed.
//
// Friends from other networks come by a door of their own ([Host.SetFar], PROTOCOL §2.6),
// where everybody needs the secret of a link, and go by one ([Host.SetLink],
// [Host.ConnectByLink]). What they say of their addresses is not kept, and identify tells
// nobody an address that says where this host is (book). Whoever is there has places of
// their own, too: a flood from outside takes none of the room's.
//
// Identities are Ed25519 keys everywhere else in the project. [PeerID] and
// [PublicKey] turn one into the other.
//
//	h, err := host.New(host.Config{Key: key, Port: host.DefaultPort, Version: "1.0"})
//	if err != nil {
//		return err
//	}
//	defer h.Close()
//	h.SetStreamHandler("/fives/lobby/4", serve)
//
// Package discovery finds peers.
package host
