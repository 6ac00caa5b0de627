// Package peers is a node's knowledge of others: which names and keys belong together
// ([Book]), which nodes are there and the protocols that they speak ([Directory]), when to
// dial them, and how much strangers may ask ([StreamLimit]).
//
// Nodes are named by their identity keys. The package knows no transport and no
// disk: what it needs of them is in [Network] and [Store]. Each type guards
// its fields by one lock, and calls nothing while it holds it.
package peers
