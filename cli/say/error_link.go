package say

import (
	"cmp"
	"strconv"
	"strings"

	"fives/p2p/api"
)

// askForLink is what helps against a link that does not.
const askForLink = "ask for it again, whole: it is one line that begins with far:"

// Forgets is the command that forgets the link to somebody.
func Forgets(who string) string { return "fives connect --forget " + shell(who) }

// ofLink says why a link led nowhere.
func ofLink(e *api.Error) (s sentence) {
	whose := func(of string) string {
		if e.Name == "" {
			return "the " + of
		}
		return Name(e.Name) + "'s " + of
	}
	who := "whoever made the link"
	if e.Name != "" {
		who = Name(e.Name)
	}
	kept := "the link is kept, and tried again; " + Forgets(cmp.Or(e.Name, e.Address, "NAME")) + " ends that"
	anew := "ask for a new link; until then, " + kept
	if e.Former {
		kept = "the link that you had leads there, and is kept in its place"
		anew = kept
	}
	switch e.Reason {
	case api.ReasonLinkCutOff:
		s = sentence{"the link is cut off at its end", askForLink}
	case api.ReasonLinkMangled:
		s = sentence{"the link is not as it was sent: a letter of it is wrong, missing or too many", askForLink}
	case api.ReasonLinkNetwork:
		s = sentence{"the link is of a network with another name than " + called(e.Name), "ask for the name, then: fives down; fives up --detach --network NAME"}
	case api.ReasonLinkOwn:
		s = sentence{"that is your own link", "send it to a friend, who gives it to their own fives"}
	case api.ReasonLinkInPage:
		s = sentence{"a page takes no link: it connects to the node that has invited it, and to no other", "fives on a computer takes it: fives connect, and then the link"}
	case api.ReasonLinkAstray:
		s = sentence{e.Address + " leads to this machine, or into a local network that is not yours", "ask for a link with an address on the internet, or join that network, with a VPN perhaps"}
	case api.ReasonLinkOld:
		s = sentence{whose("link is no longer good"), "ask for a new one"}
	case api.ReasonLinkFull:
		s = sentence{whose("node has no room for more friends from outside just now"), kept}
	case api.ReasonLinkHangsUp:
		s = sentence{whose("node") + " hangs up on yours at once, as on one that has sent too much", "that ends by itself in a minute; " + kept}
	case api.ReasonLinkUnknown:
		s = sentence{"whoever answers at " + e.Address + " does not know this link: it is an old one, or somebody else has that address now", anew}
	case api.ReasonLinkOther:
		s = sentence{"somebody else answers at " + e.Address + ": the address has changed", anew}
	case api.ReasonLinkSilent:
		s = sentence{"nobody answers at " + e.Address, "the computer there is off or has another address, the link was taken back, or the router there does not pass the port on: ask " + who + " which it is; " + kept}
	case api.ReasonLinkNoWay:
		s = sentence{"this machine has no way to " + e.Address + ": it seems not to be on the internet just now", kept}
	case api.ReasonLinkNoIPv6:
		s = sentence{e.Address + " is reached by IPv6 alone, and this machine has none just now", "ask for a link with an address of IPv4; until then, " + kept}
	case api.ReasonLinkNoName:
		s = sentence{"there is no machine of the name in the link, " + machine(e.Address), anew}
	case api.ReasonManyLinks:
		s = sentence{"you keep " + strconv.Itoa(e.Limit) + " links already", "fives status lists them, fives connect --forget NAME forgets one"}
	case api.ReasonNoLink:
		s = sentence{"you keep no link to " + strconv.Quote(e.Name), "you keep none at all; fives connect takes one"}
		if len(e.Candidates) > 0 {
			s.hint = "you keep links to " + And(e.Candidates)
		}
	case api.ReasonIsLink:
		s = sentence{"that is a link, by which one connects to a friend's node", "fives connect takes it; then fives tables lists the tables there"}
	case api.ReasonLinkToAll:
		s = sentence{"that is a link, and everybody here would get it", "send it to the friend for whom it is, and to nobody else"}
	case api.ReasonIsPage:
		s = sentence{"that is the address of a page", "open it in a browser; fives connect takes the address of a node, or a link that begins with far:"}
	case api.ReasonOnlyInvited:
		s = sentence{"the node at " + e.Address + " lets in its own network, and whom it has invited", "ask for a link; fives invite --far makes one there"}
	}
	return s
}

// machine is an address without its port.
func machine(address string) string {
	if i := strings.LastIndexByte(address, ':'); i >= 0 {
		return address[:i]
	}
	return address
}

func called(network string) string {
	if network == "" {
		return "yours, which has no name"
	}
	return "yours, " + network
}

// withoutLinks shortens links that somebody has typed in the wrong place, or broken, each up to the next quote:
// errors are shown to others, secrets are not.
func withoutLinks(text string) string {
	const start = "far:"
	for i := range text {
		if len(text)-i < len(start) || !strings.EqualFold(text[i:i+len(start)], start) {
			continue
		}
		if word, _, _ := strings.Cut(text[i:], " "); strings.Contains(word, "/") {
			link, _, _ := strings.Cut(text[i:], `"`)
			return text[:i] + start + "…" + withoutLinks(text[i+len(link):])
		}
	}
	return text
}
