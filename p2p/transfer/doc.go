// Package transfer moves a node to another place: its key, its name and all its tables, from
// one browser to another, or from the page at one address to that at the next (PROTOCOL §8).
// It is a package of its own because only nodes in pages have it.
//
// A node is moved, never copied. The old place shows a code, which is good for one try and
// proved with CPace. It hands out a sealed copy of its store, and when the new place has
// stored that, forgets everything but what opens the seal, in one commit; then it sends the
// opener. A crash before that commit leaves the node at the old place, one after it at the
// new one: if the opener has not come, people copy it from one screen to the other.
package transfer
