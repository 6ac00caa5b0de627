// Package daemon is a node on a machine of its own: what package node leaves open is
// here a home folder with identity and store, a libp2p host that listens, discovery
// by mDNS, and the control interface on a socket.
package daemon
