// Package control is the daemon's local interface: HTTP with JSON over a unix
// socket of mode 0600 in the home folder. It has a [Client] for front ends, and the
// [Serve] side, which turns requests into calls of a [Daemon]. The types of requests and
// answers are those of package api.
//
// Programs that may open the socket may play as this node; no others can. The
// command line uses this interface and no other, so any front end can do what
// it does. p2p/PROTOCOL.md §7 lists the calls.
//
// A front end gets only texts that are safe for a terminal: the [Client] makes those in
// answers, errors and events clean where it reads them ([api.CleanAll]). Logs and
// evidence, which are copied byte for byte, are not.
//
// A front end in another process:
//
//	c, err := control.Dial(home)
//	t, err := c.Table(ctx, "")        // the only table there is
//	err = c.Play(ctx, t.ID, "drop 7h 7s draw")
//
// Where daemon and front end are one process, as in a browser's worker, [Handler] and
// [InProcess] take the socket's place: NewClient(InProcess{To: Handler(d, log)}).
package control
