// Package peer says which user of this machine is at the other end of a unix socket.
package peer
