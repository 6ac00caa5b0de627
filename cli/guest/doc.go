// Package guest is what a node serves on the local network while it invites guests: a page that
// says who invites to what, with the game in it, and the program to download, as this node's own
// binary and as the archives of a release. It is a package of its own because it is all of this
// program that strangers on the network can read.
//
// [Pages] is a handler that answers only requests that read. It serves nothing until
// [Pages.Open] is called; only then does it read and hash files. What it serves afterwards is
// what it has hashed, or nothing. Names in addresses are looked up in a list and never become
// paths. What the page says about the inviter's table comes from the fragment of the address,
// which browsers do not send.
//
// Whoever had this laptop's address before may have left anything in a guest's browser, under
// any name. So all addresses in the pages begin where the page is, below a path that the node
// draws at random for each invitation (p2p/node); no answer may be kept; and what a page loads
// is compared with a hash in the page. Only the pieces of the node's program may be kept, at a path
// that is the same for all invitations and that only guests know: whatever is there, it is used if
// it has the right hash, and fetched anew if not.
//
// For the same reason, what the page keeps in its browser lies under names, and a seal, that
// only those who have the page can know (cli/web). Of former invitations the page has
// only the names, to remove what lies there.
//
// The listener, in p2p/host/websocket, checks Host and Origin and has the limits and timeouts.
package guest
