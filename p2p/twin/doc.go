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
//
// # When a table signs
//
// In no turn that begins while the daemon has a reason to sign nothing, or in which the table
// has not heard the others since there was one. Reasons are a twin that could sign, one that
// has taken over, and sleep, in which a twin may have come and gone unheard.
//
//   - A table that works for long, or waits for its disk, can miss a reason from beginning to
//     end. So the guard counts reasons, and each table compares the count with that of its
//     last turn: of several tables none relies on another one's having asked.
//   - Sleep is what nothing in the daemon notices, of the machine or of the process: for 3 s
//     nobody has called [Guard.MaySign]. Tables call it in each turn, and something that waits
//     for no table and no disk calls it ten times a second, so a table's slow turn is no sleep.
//     A daemon that runs answers its twins meanwhile, however slow its tables are.
//   - Who notices first does not matter: the others find the count changed, and the daemon asks
//     for twins from that moment, whatever its tables and its disk are doing.
//   - A table that is made while there is a reason hears the others, too, even if the reason is
//     over by its first turn.
//   - A daemon in a page has one thread, and phones freeze it: there sleep is no reason, but it
//     asks for twins all the same.
//
// Three things stay open. A turn in the middle of which the machine falls asleep ends after it,
// and signs and sends what it was about to. A sleep shorter than 3 s is none, although hails
// go unanswered in it. And whoever sets the calendar back by as much as the machine slept hides
// the sleep: no other clock is sure to go on.
package twin
