// Package peers is what a node knows of others: which names and keys belong
// together ([Book]), who is there and what they speak ([Directory]), whom to
// dial and when, and how much strangers may ask ([StreamLimit]).
//
// Nodes are named by their identity keys. The package knows no transport and no
// disk: what it needs of them is in [Network] and [Store]. Each type guards
// its fields by one lock, and calls nothing while it holds it.
package peers
