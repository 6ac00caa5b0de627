// Package host builds the libp2p host of a node: who it is, where it listens,
// whom it talks to and how much it lets them use (PROTOCOL §2).
//
// A [Host] is an ordinary libp2p host.Host with TCP and QUIC v1 on one port
// number, an Ed25519 identity, and the settings of a home network: no relay,
// no DHT, no NAT mapping, no hole punching, no AutoNAT (so nobody is ever told
// that this node can be reached from outside), no metrics, no observed
// addresses, no black-hole detection. Limits count single addresses, not
// subnets, because in a home everybody shares one. A gater lets in only peers
// from the machine's own surroundings ([Config.AnyAddr] turns that off) and
// keeps out the blocked ones.
//
// The host is put together from libp2p's parts, not by its root package, which
// would link WebRTC, WebTransport and WebSocket into the program.
//
// Every host dials WebSockets, too, and listens for them while browsers are invited
// ([Host.Invite], package websocket). A host in a browser does nothing but dial them
// ([Config.DialOnly]); the package builds for js/wasm, without TCP, QUIC and
// whatever else listens.
//
// Identities are Ed25519 keys everywhere else in the project. [PeerID] and
// [PublicKey] turn one into the other.
//
//	h, err := host.New(host.Config{Key: key, Port: host.DefaultPort, Version: "1.0"})
//	if err != nil {
//		return err
//	}
//	defer h.Close()
//	h.SetStreamHandler("/fives/lobby/2", serve)
//
// Finding peers is the business of package discovery.
package host
