// Package websocket is a transport of libp2p over WebSocket, for nodes in browsers
// and for those who let them in (PROTOCOL §2.4). A message carries whatever part of
// the byte stream it likes; Noise and yamux, which the upgrader puts on it, say who
// is who and what belongs together.
//
// Every node dials, also one built for js/wasm. A native node listens on an address
// /ip4/…/tcp/…/ws: a port that answers HTTP. Its path "/" with an upgrade is the
// WebSocket; everything else is answered by the handler given to [New]. So one port
// has the page and the node that it connects to.
//
// Everybody on the network can reach that port, and so can any page in a browser of
// theirs. These checks come before any answer:
//
//   - the gater lets the peer in, and it has not too many connections;
//   - it has one of the places for unknown peers, which nobody can keep all for himself
//     (room), and does not ask too often (pace);
//   - the header is short and comes soon, and there is no body;
//   - Host is the address that was connected to, or the node's own name, so a page
//     elsewhere that has its name point here (DNS rebinding) gets nothing;
//   - a WebSocket comes from a program, or from a page of the local network (Origin).
//
// Over a WebSocket there is nothing but a handshake until that has said who is there, and
// afterwards a few pings (guard).
//
// It is a package of its own because the transport knows nothing of a host's other parts,
// and its tests lead it from both ends without a host.
//
// In a browser there is no more than the browser gives: a message is limited only when
// it is there, and nobody says at which of its own addresses a page is.
package websocket
