// Package open is the command open: it serves the table in a browser (cli/web) to this
// user's browser, and to nobody else.
//
// It listens on the loopback interface only. Other users of the machine, and pages of
// other sites in the same browser, can reach that as well. So whatever is behind the page
// is for who has the token, which stands in the fragment of the address, never leaves for
// a server, and is exchanged at once for a cookie that scripts cannot read and that other
// sites' requests do not carry ([Guard]). The name that the browser asks for must be that
// of the loopback interface, so that a name that somebody points there later is of no use;
// a request that comes from another page is refused.
package open
