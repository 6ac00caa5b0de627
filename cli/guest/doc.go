// Package guest is what a node serves on the local network while it invites guests: a page
// that says what this is, the game in the browser, and the program to download, as this
// node's own binary and as the archives of a release. It is a package of its own because it
// is all of this program that strangers on the network can read.
//
// [Pages] is a handler of requests that only read. It serves nothing until [Pages.Open]:
// only then is anything read and hashed, and what is served stays what was hashed, or is
// refused. Names in addresses are looked up in a list and never become paths. Whatever the
// page says of the inviter's table is in the fragment of the address, which no browser
// sends.
//
// Whoever had this laptop's address before may have left anything in a guest's browser, under
// any name. So all addresses in the pages begin where the page is, below a path that the node
// draws for each invitation (p2p/node); no answer may be kept; and what a page loads is
// compared with a hash that stands in the page.
//
// For the same reason what the page keeps in its browser lies under names, and a seal, that
// only who has the page can know (cli/web). The page of an invitation has those of former
// invitations, too; nothing else that is served has them.
//
// The checks of Host and Origin, the limits and the timeouts are the listener's, in
// p2p/host/websocket.
package guest
