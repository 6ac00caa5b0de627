// Package twin finds out whether another daemon runs with this node's key, and decides which
// of them signs (PROTOCOL §4.7).
//
// A twin is another live daemon with the same key: a home that was copied, or put back while
// the old machine runs. Two that sign would be taken for a cheat who tells two stories. So
// each tells the other of itself in a [Statement], and while both could sign, none does.
//
// Anybody can say that there is a twin; nobody but a twin can make this node believe it. A
// statement is signed by the key, over a nonce that this node has just drawn, and names the
// mark of the start of the daemon that makes it. So it comes from a daemon that has the key
// and runs now, and a statement with this node's own mark is its own, led back to it.
//
//	h := g.Hail(false)                  // to the other side
//	reply := <-fromTheOtherSide
//	_, err := g.Take(h.Nonce, *reply.Statement) // g.State() and g.Halted() have it from now on
//
// A [Guard] knows no network: package streams asks who is to be asked, and package node tells
// the tables.
package twin
