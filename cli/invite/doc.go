// Package invite is the command invite, and what it shows: [Make] has the daemon invite
// guests and puts together the address, its QR code and the hashes of what is served; [Show]
// does that of an invitation that is on, which has other addresses when the network is another
// one. The full-screen table and the page of fives open show the same.
package invite
