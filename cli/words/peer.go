package words

import (
	"cmp"

	"fives/p2p/control"
)

// Connected says which node is connected, and whether at the address that was given. A
// node that is connected is not dialled again.
func Connected(a control.ConnectAnswer) string {
	who := Name(cmp.Or(a.Peer.Name, a.Peer.Fingerprint))
	switch {
	case a.Peer.ID == "": // the daemon is older
		return "the node is connected"
	case a.Dialled:
		return "connected to " + who + " at " + a.Peer.Address
	}
	return who + " is connected already, at " + a.Peer.Address + "; the address was not tried"
}

// Trusted says whose key has been accepted.
func Trusted(t control.Trusted) string {
	return Names(t.Names, ", ") + " is " + t.Fingerprint + " from now on"
}
