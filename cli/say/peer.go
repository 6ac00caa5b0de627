package say

import (
	"cmp"
	"fmt"
	"strings"

	"fives/p2p/api"
)

// Connected says which node is connected, and whether at the given address: a node that is
// connected already is not dialled again.
func Connected(a api.ConnectAnswer) string {
	who := Name(cmp.Or(a.Peer.Name, a.Peer.Fingerprint))
	switch {
	case a.Peer.ID == "": // an older daemon does not say
		return "the node is connected"
	case a.Kept && !a.Dialled:
		return who + " is connected already, at " + a.Peer.Address + "; the link is kept for when that ends"
	case a.Kept:
		text := "connected to " + who
		if far := Far(a.Peer); far != "" {
			text += ", " + far
		}
		if len(a.Here) > 0 {
			text += "; here: " + Names(a.Here, ", ")
		}
		return text
	case a.Dialled:
		return "connected to " + who + " at " + a.Peer.Address
	}
	return who + " is connected already, at " + a.Peer.Address + "; the address was not tried"
}

// Trusted says whose key has been accepted.
func Trusted(t api.Trusted) string {
	return Names(t.Names, ", ") + " is " + t.Fingerprint + " from now on"
}

// Here says how many people are here, including the person at this node.
func Here(peers []api.Peer) string {
	if n := Others(peers); n > 0 {
		return fmt.Sprintf("%d here", n+1)
	}
	return "nobody else is here yet"
}

// Others counts the people who are here beside the person at this node. A big screen is nobody.
func Others(peers []api.Peer) (n int) {
	for _, p := range peers {
		if p.Connected && !IsScreen(p) {
			n++
		}
	}
	return n
}

// farFrom is how long somebody takes to answer, in milliseconds, of whom people read how far that is: it is
// what they wait for with each card.
const farFrom = 100

// Who says whose guest somebody in a browser is, and how far a far one is; "" for anybody else.
func Who(p api.Peer) string { return strings.Trim(Guest(p)+", "+Far(p), ", ") }

// Far says how far somebody is, and through whom they are reached, "" if they are near.
func Far(p api.Peer) string {
	if !p.Connected {
		return ""
	}
	return way(p.Through, p.RoundTrip)
}

// FarSeat says the same of a player at a table, and not of a computer player: its person's seat says it.
func FarSeat(s api.Seat) string {
	if s.BotOf != "" {
		return ""
	}
	return way(s.Through, s.RoundTrip)
}

func way(through string, roundTrip int) string {
	switch {
	case roundTrip < farFrom:
		return ""
	case through == "":
		return fmt.Sprintf("%d ms", roundTrip)
	}
	return fmt.Sprintf("through %s, %d ms", Name(through), roundTrip)
}

// Guest says whose guest somebody in a browser is, "" for anybody else.
func Guest(p api.Peer) string {
	switch {
	case IsScreen(p):
		return "a big screen, in a browser"
	case !p.Guest:
		return ""
	case p.GuestOf.Self:
		return "your guest"
	case p.GuestOf.Fingerprint == "":
		return "a guest, in a browser"
	}
	return GuestOf(p.GuestOf)
}

// GuestOf says whose guest somebody is, "" for nobody's.
func GuestOf(i api.Inviter) string {
	if i.Fingerprint == "" {
		return ""
	}
	return "a guest of " + Name(cmp.Or(i.Name, i.Fingerprint))
}

// SentAway says that somebody has been sent away from an open table.
func SentAway(who string) string {
	return Name(who) + " is sent away, and gets no seat at this table any more"
}
