package say

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fives/p2p/api"
)

func ofNode(e *api.Error) (s sentence) {
	var p api.Peer
	if len(e.Peers) > 0 {
		p = e.Peers[0]
	}
	switch e.Reason {
	case api.ReasonNoPeer:
		s = sentence{fmt.Sprintf("no node is known as %q", e.Name), "fives peers lists them"}
	case api.ReasonManyPeers:
		list := slices.Clone(e.Candidates)
		for i := range list {
			if slices.Contains(e.Names, list[i]) {
				list[i] += " (has a seat here)"
			}
		}
		s = sentence{fmt.Sprintf("more than one node is known as %q", e.Name), "name one by its fingerprint: " + strings.Join(list, ", ")}
	case api.ReasonShortFingerprint:
		s.text = fmt.Sprintf("%q is too short: a fingerprint has %d digits, and at least %d of them name a node", e.Name, e.Length, e.Limit)
	case api.ReasonNotConnected:
		s = sentence{fmt.Sprintf("the node whose fingerprint begins with %q is not connected", e.Name), "name it by the whole fingerprint"}
		if len(e.Peers) > 0 {
			s = sentence{Name(cmp.Or(p.Name, p.Fingerprint)) + " is not connected", "fives peers lists who is there"}
		}
	case api.ReasonDoubted:
		s = sentence{fmt.Sprintf("%q: %s", e.Name, Warning(p.Warning)), "if it is who you mean, name it by its fingerprint: " + p.Fingerprint}
	case api.ReasonNobodyDoubted:
		s = sentence{fmt.Sprintf("nobody who waits to be trusted is known as %q", e.Name), "fives peers and fives tables say whose key is new"}
	case api.ReasonManyDoubted:
		s = sentence{fmt.Sprintf("more than one new key goes by %q", e.Name), "compare the fingerprint by voice, and name it: " + strings.Join(e.Candidates, ", ")}
	case api.ReasonBadAddress:
		s = sentence{strconv.Quote(e.Address) + " is neither a link nor the whole address of a node",
			"a link begins with far:, and a friend makes it with fives invite --far; an address looks like /ip4/192.168.1.20/tcp/45355/p2p/12D3Koo…, as fives status over there shows it"}
	case api.ReasonNobodyThere:
		s = sentence{"no node is reached at " + e.Address, "fives must run there, at the address that fives status over there shows now, and a firewall there must let others in"}
	case api.ReasonOtherNode:
		if s.text = "that is the address of your own node"; p.ID == "" {
			break
		}
		s = sentence{"another node answers at " + e.Address + ": its ID is " + p.ID, "if it is who you mean: fives connect " + p.Address}
	case api.ReasonNotLocal:
		s = sentence{e.Address + " is outside your local network", "ask whoever is there for a link: fives invite --far makes one"}
	case api.ReasonKeptOut:
		s = sentence{"your own node keeps the one at " + e.Address + " out, because it has sent too much", "that ends by itself in a minute"}
	case api.ReasonOtherProtocol:
		s = sentence{"the node there " + OtherProtocol(p.Protocol, e.Protocol), "nodes of different protocol versions cannot play together"}
	case api.ReasonCannotInvite:
		s.text = "browsers cannot be let in: " + detail(e)
	case api.ReasonLosesGuests:
		s = sentence{And(e.Names) + " would not find back: their pages know only the address that there is", "if you mean it, say --yes too"}
	case api.ReasonPublicTable:
		s = sentence{"this table is public: anybody may watch it", "fives watch " + Short(e.Table) + " follows it"}
	case api.ReasonSpectatorsFull:
		s.text = fmt.Sprintf("you have let %d spectators in already", e.Limit)
	}
	return s
}

// others names the nodes whose tables cannot be seen because they speak another version of the
// protocol, "" if there are none.
func others(e *api.Error) string {
	var parts []string
	for _, p := range e.Peers {
		parts = append(parts, Name(cmp.Or(p.Name, p.Fingerprint))+" "+OtherProtocol(p.Protocol, e.Protocol))
	}
	return strings.Join(parts, "; ")
}

// OtherProtocol says that a node speaks another version of the protocol than this one does.
func OtherProtocol(theirs, ours int) string {
	older := "this node's"
	if theirs < ours {
		older = "its"
	}
	return fmt.Sprintf("speaks protocol version %d, this node speaks %d: %s fives must be updated", theirs, ours, older)
}
