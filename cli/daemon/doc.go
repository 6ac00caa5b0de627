// Package daemon is the commands about one's own node and those that it sees: up,
// down, status, peers, trust, connect and doctor.
//
// up runs a daemon in this process, or with --detach in another; [FindOrStart]
// does the latter for front ends that need one.
package daemon
