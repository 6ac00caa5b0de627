// Package peer is the unix socket of a daemon: it accepts connections of the daemon's own
// user only, where the system says who is at the other end.
package peer
