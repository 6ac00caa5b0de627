// Package invite is an invitation as its host sees it: [Make] has the daemon invite guests,
// and [Show] shows an invitation that is on: the address, its QR code, and the hashes of
// what is served there, for which it asks as a guest would ([Ask]). The pages themselves
// are in package guest, so that the full screen can invite without standing on a web page.
package invite
