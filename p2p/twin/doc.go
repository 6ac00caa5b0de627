// Package twin finds out whether another daemon runs with this node's key, and decides which
// of them signs (PROTOCOL §4.7).
//
// A twin is another live daemon with the same key, because a home was copied, or restored
// elsewhere while the old machine still runs. If both signed, they would be taken for a
// cheat who tells two stories. So each tells the other about itself in a [Statement], and
// while both could sign, neither does.
//
// Anybody can say that there is a twin; only a twin can make this node believe it. A
// statement is signed by the key, over a nonce that this node has just drawn, and contains
// the mark that its daemon has drawn at its start. So it comes from a daemon that has the
// key and runs now, and a statement with this node's own mark is its own, sent back to it.
//
//	h := g.Hail(false)                  // to the other side
//	reply := <-fromTheOtherSide
//	_, err := g.Take(h.Nonce, *reply.Statement) // g.State() and g.Halted() have it from now on
//
// A [Guard] knows no network: package streams asks the other nodes, and package node tells
// the tables.
package twin
