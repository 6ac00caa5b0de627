// Package control is the daemon's local interface: HTTP with JSON over a unix
// socket of mode 0600 in the home folder. Front ends use a [Client]; [Serve] turns requests into
// calls of a [Daemon]. The types of requests and answers are those of package api.
//
// A program that can open the socket can play as this node; no other can. The command line
// uses only this interface, so any front end can do what it does. p2p/PROTOCOL.md §7 lists the
// calls.
//
// A front end gets only texts that are safe for a terminal: the [Client] cleans answers, errors
// and events as it reads them ([api.CleanAll]). Logs and evidence, which it copies byte for byte,
// are not cleaned.
//
// A front end in another process:
//
//	c, err := control.Dial(home)
//	t, err := c.Table(ctx, "")        // the only table there is
//	err = c.Play(ctx, t.ID, "drop 7h 7s draw")
//
// If daemon and front end are one process, as in a browser's worker, there is no HTTP: [Within] returns
// a client that calls the daemon.
package control
