// Package open is the command open: it serves the table in a browser (cli/web) to
// this user's browser, and to nobody else. It is a package of its own because it keeps a
// secret, the session of the page, which no other command may see.
//
// It listens on the loopback interface only. Other users of the machine, and pages of other
// sites in the same browser, can reach that as well. So what is behind the page is only for
// those who send the session in a header of each request ([Guard]). A browser sends that header
// only if the page's script says so; it would send a cookie to every server on this machine,
// whatever its port.
//
// The page gets the session for a token or for a code. The token comes in a file that only this
// user can read, and that is removed once the token has been used. The browser is started with
// the name of that file and not with the token, because others can read the arguments of every
// process. The file leads to the page with the token in the fragment of the address, which
// browsers do not send to servers. The code is shown in the terminal; the page asks for it in
// any other tab. The page keeps the session in its memory and in the storage of its tab, so
// that it can be reloaded. That storage belongs to one origin, including the port, and the
// session is worthless once fives open has ended.
//
// The browser must ask for a name of the loopback interface, so a name of somebody else's that
// is pointed there later is of no use. Requests from other pages are refused.
package open
