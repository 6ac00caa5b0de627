// Package daemon has the commands about the user's own node and the nodes that it sees: up,
// down, status, peers and doctor.
//
// up runs a daemon in this process, or with --detach in another one. [FindOrStart] does the
// latter for front ends that need a daemon.
package daemon
