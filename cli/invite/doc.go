// Package invite is the command invite, and what it shows: [Make] has the daemon invite
// guests and puts together the address, its QR code and the hashes of what is served. The
// full-screen table shows the same.
package invite
