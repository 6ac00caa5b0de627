// Package open is the command open: it serves the table in a browser (cli/web) to this
// user's browser, and to nobody else. It is a package of its own because it keeps a
// secret, the session of the page, which no other command may see.
//
// It listens on the loopback interface only. Other users of the machine, and pages of
// other sites in the same browser, can reach that as well. So whatever is behind the page
// is for who says the session in a header of each request ([Guard]). A browser sends a
// header only where the page's script wants it; a cookie would go to every server on this
// machine, whatever its port.
//
// The page gets the session for one of two things. The browser is started with the name of
// a file that only this user can read, which leads to the page with a token, and is gone
// once that was used: others can read the arguments of every process, and learn nothing
// from them. And the terminal shows a code, for which the page asks in any other tab. The
// token stands in the fragment of the address, which never leaves for a server. The page
// keeps the session in its memory and in the storage of its tab, so that it can be loaded
// again; that storage is one origin's, which has the port in it, and the session is worth
// nothing once the page has ended.
//
// The name that the browser asks for must be that of the loopback interface, so that a
// name that somebody points there later is of no use; a request that comes from another
// page is refused.
package open
