// Package invite is an invitation as its host sees it: [Make] makes the daemon invite guests,
// and [Show] shows an invitation that is on, with the address, its QR code, and the hashes of
// what is served there. To learn these hashes, it asks as a guest would ([Ask]). The pages
// themselves are in package guest, so that the full screen can invite guests without depending
// on web pages.
package invite
