// Package daemon runs a node on a machine. To what package node does, it adds a home folder with identity and store, a
// libp2p host that listens, discovery by mDNS, and the control interface on a socket.
package daemon
