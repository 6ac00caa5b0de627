// Package peers is what a node knows about others: which names and keys belong together
// ([Book]), which nodes there are and which protocols they speak ([Directory]), when to
// dial them, and how much strangers may ask ([StreamLimit]).
//
// Nodes are named by their identity keys. The package knows no transport and no disk: what
// it needs from them is in [Network] and [Store]. Each type guards its fields with one
// lock, and calls nothing while it holds the lock.
package peers
