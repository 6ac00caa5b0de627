package say

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"fives/p2p/api"
)

// AloneAfter is how long a node looks for others before people are told why it may
// be alone.
const AloneAfter = 10 * time.Second

// seenLately is how recently an unconnected node must have been heard to count as still being
// there.
const seenLately = time.Minute

// Linked reports whether a node is reached by a link, or has come by one, or was reached through another
// one alone: no advice on the local network helps there.
func Linked(st api.Status, p api.Peer) bool {
	return p.Far || strings.Contains(p.Address, "/p2p-circuit") || slices.ContainsFunc(st.Links, func(l api.FarLink) bool { return l.Fingerprint == p.Fingerprint })
}

// Alone says in one line why no other node may be here. firewall is the one that is on, "" if
// there is none. A page fetches a list from the node that it came from; what that names has been
// seen, so if the node itself has been seen since the page is alone, no network keeps them apart.
func Alone(st api.Status, peers []api.Peer, firewall string, now time.Time) string {
	working := slices.DeleteFunc(slices.Clone(st.Interfaces), func(l api.Link) bool { return !l.Discovery })
	unreached := slices.IndexFunc(peers, func(p api.Peer) bool { return !p.Connected && now.Sub(p.Seen) < seenLately && !Linked(st, p) })
	link := slices.IndexFunc(st.Links, func(l api.FarLink) bool { return !l.Connected })
	served := slices.ContainsFunc(peers, func(p api.Peer) bool {
		return !p.Connected && p.Fingerprint == st.GuestOf.Fingerprint && p.Fingerprint != "" && now.Sub(p.Seen) < AloneAfter
	})
	switch {
	case served:
		return Name(cmp.Or(st.GuestOf.Name, st.GuestOf.Fingerprint)) + " sends this page and is not reached: something in this browser stops the connection, a blocker perhaps"
	case unreached >= 0:
		p := peers[unreached]
		return Name(cmp.Or(p.Name, p.Fingerprint)) + " was seen a moment ago and is not reached: a firewall, or a Wi-Fi that keeps its guests apart?"
	case link >= 0 && len(st.Addresses) > 0:
		return FarLink(st.Links[link], now)
	case len(st.Addresses) == 0:
		return "no network yet: this machine has no address that others could reach"
	case len(st.Interfaces) == 0:
		return "no network interface here takes multicast"
	case len(working) == 0:
		l := st.Interfaces[0]
		if l.Starting() {
			return "looking for others on " + l.Name + " is only just starting"
		}
		return "multicast does not work on " + l.Name + ": " + Warnings(l.Problems)
	case OnlyLoopback(st):
		return "only this machine is looked at (--iface " + working[0].Name + ")"
	case firewall != "":
		return firewall + " is on and may keep others out"
	}
	where := working[0].Name
	if len(working[0].Addresses) > 0 {
		where += " (" + working[0].Addresses[0] + ")"
	}
	if st.Network != "" {
		return fmt.Sprintf("nobody of the network called %s answers on %s: are the others on another one?", st.Network, where)
	}
	return "nobody answers on " + where + ": are the others on another network?"
}

// OnlyLoopback reports whether a node keeps to its own machine, which it does only if told to.
func OnlyLoopback(st api.Status) bool {
	found := false
	for _, l := range st.Interfaces {
		for _, a := range l.Addresses {
			if a != "::1" && !strings.HasPrefix(a, "127.") { // net/netip would grow the checker in every report
				return false
			}
			found = true
		}
	}
	return found
}

// OwnAddress returns the address of a node to type elsewhere, "" if it has none.
func OwnAddress(st api.Status) string {
	if len(st.Addresses) == 0 {
		return ""
	}
	return st.Addresses[0] // the first is the most useful
}
