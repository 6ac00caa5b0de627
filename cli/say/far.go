package say

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"fives/p2p/api"
)

// NobodyFromOutside says that the link is taken back, or that there was none.
const NobodyFromOutside = "nobody is let in from outside any more: no link that you have made is good"

// LinkLine is what a friend elsewhere is sent: a link, as the command that takes it.
func LinkLine(link string) string { return "fives connect " + link }

// Reached says where others reach this machine by its link, as far as that is known.
func Reached(o api.Outside) (lines []string) {
	port := strconv.Itoa(o.Port)
	switch {
	case !o.On:
		return nil
	case o.Router:
		lines = []string{"your router has opened TCP port " + port + "; others reach you at " + o.Address}
	default:
		lines = []string{"others reach you at " + o.Address + ", if your router and firewall pass it on to TCP port " + port + " of this machine"}
	}
	return append(lines, "only a friend's try shows whether they do")
}

// Outside says, a line each, who is let in from outside the local network, and who has come.
func Outside(o *api.Outside, now time.Time) (lines []string) {
	if o == nil {
		return nil
	}
	at := func(v api.Visit) string { return " at " + moment(v.Time, now) }
	if o.On {
		line := o.Address + " since " + moment(o.Since, now)
		if o.Came.Time.IsZero() {
			line += ", nobody has come yet"
		} else {
			line += ", " + Name(o.Came.Name) + " came" + at(o.Came)
		}
		lines = append(lines, line)
	}
	if o.Old.Count > 0 {
		lines = append(lines, "somebody came with an old link"+at(o.Old))
	}
	if o.Full.Count > 0 {
		lines = append(lines, "a friend found no room"+at(o.Full)+"; "+strconv.Itoa(o.In)+" are here from outside")
	}
	if o.Unknown.Count > 0 {
		lines = append(lines, "somebody without your link knocked at TCP port "+strconv.Itoa(o.Port)+at(o.Unknown)+", "+strconv.Itoa(o.Unknown.Count)+" in all: scanners of the internet do, and nobody got in")
	}
	if o.Without.Count > 0 {
		lines = append(lines, "somebody at "+o.Without.Address+" came to the port for your local network"+at(o.Without)+", and did not get in: there they need a link")
	}
	if len(o.Left) > 0 {
		lines = append(lines, And(o.Left)+" came by a link that was taken back, and may stay until the game is over")
	}
	return lines
}

// Elsewhere says, a line each, how it stands with friends elsewhere: with those who come by this node's
// link, and with links that do not lead to their nodes just now.
func Elsewhere(st api.Status, now time.Time) (lines []string) {
	for _, l := range Outside(st.Outside, now) {
		lines = append(lines, "from outside: "+l)
	}
	for _, l := range st.Links {
		if !l.Connected || l.Failed != "" {
			lines = append(lines, FarLink(l, now))
		}
	}
	return lines
}

// FarLink says where a link leads to, and how it stands.
func FarLink(l api.FarLink, now time.Time) string {
	line := Name(cmp.Or(l.Name, l.Fingerprint)) + " at " + l.Address + ": "
	switch {
	case l.Failed == api.ReasonLinkOld:
		return line + "the link is no longer good, ask for a new one"
	case l.Connected:
		return line + "connected"
	}
	switch l.Failed {
	case api.ReasonLinkFull:
		line += "no room there just now"
	case api.ReasonLinkOther:
		line += "somebody else answers there"
	case api.ReasonLinkAstray:
		line += "that leads to no network but this one"
	case api.ReasonLinkSilent:
		line += "nobody answers"
	default:
		line += "not connected yet"
	}
	if !l.Came.IsZero() {
		line += ", was there " + moment(l.Came, now)
	}
	return line
}

// Unlinked says that a link is forgotten.
func Unlinked(l api.FarLink) string {
	return "the link to " + Name(cmp.Or(l.Name, l.Fingerprint)) + " is forgotten"
}

// askForLink is what helps against a link that does not.
const askForLink = "ask for it again, whole: it is one line that begins with far:"

// ofLink says why a link led nowhere.
func ofLink(e *api.Error) (s sentence) {
	whose := func(of string) string {
		if e.Name == "" {
			return "the " + of
		}
		return Name(e.Name) + "'s " + of
	}
	const kept = "the link is kept, and tried again; fives connect --forget ends that"
	switch e.Reason {
	case api.ReasonLinkCutOff:
		s = sentence{"the link is cut off at its end", askForLink}
	case api.ReasonLinkMangled:
		s = sentence{"the link is not as it was sent: a letter of it is wrong, missing or too many", askForLink}
	case api.ReasonLinkNetwork:
		s = sentence{"the link is of another network than " + called(e.Name), "nodes of one network play together: fives up --network"}
	case api.ReasonLinkOwn:
		s = sentence{"that is your own link", "it is for friends: they type it into theirs"}
	case api.ReasonLinkInPage:
		s = sentence{"a page takes no link: it comes to who has invited it, and to nobody else", "fives takes it, on a computer: fives connect, and then the link"}
	case api.ReasonLinkAstray:
		s = sentence{e.Address + " leads to this machine, or into a local network that is not yours", "ask for a link with an address on the internet, or join that network, with a VPN perhaps"}
	case api.ReasonLinkOld:
		s = sentence{whose("link is no longer good"), "ask for a new one"}
	case api.ReasonLinkFull:
		s = sentence{whose("node has no room for more friends from outside just now"), kept}
	case api.ReasonLinkSilent:
		s = sentence{"nobody answers at " + e.Address + ": the computer there is off, or its router does not pass the port on", kept}
	case api.ReasonLinkOther:
		s = sentence{"somebody else answers at " + e.Address + ": the address has changed", "ask for a new link; this one is kept, and tried again; fives connect --forget ends that"}
	case api.ReasonManyLinks:
		s = sentence{"you keep " + strconv.Itoa(e.Limit) + " links already", "fives status lists them, fives connect --forget NAME forgets one"}
	case api.ReasonNoLink:
		s = sentence{"you keep no link to " + strconv.Quote(e.Name), "fives status lists those that you keep"}
		if len(e.Candidates) > 0 {
			s.hint = "you keep links to " + And(e.Candidates)
		}
	case api.ReasonIsLink:
		s = sentence{"that is a link to a node, not a table", "fives connect takes it; then fives tables lists the tables there"}
	case api.ReasonIsPage:
		s = sentence{"that is the address of a page", "open it in a browser; fives connect takes the address of a node, or a link that begins with far:"}
	case api.ReasonOnlyInvited:
		s = sentence{"the node at " + e.Address + " lets in its own network, and whom it has invited", "ask for a link: fives invite --far makes one there"}
	}
	return s
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

// ofRouter says why nobody can be let in from outside.
func ofRouter(e *api.Error) (s sentence) {
	const instead = "use a VPN such as Tailscale, or a rented machine"
	port := strconv.Itoa(e.Port)
	forward := "forward TCP port " + port + " to this machine there"
	if e.Name != "" {
		forward = "forward TCP port " + port + " to " + e.Name + " there"
	}
	forward += ", then: fives invite --far YOUR-ADDRESS; the router's own page has both, and calls the address WAN or Internet address"
	switch e.Reason {
	case api.ReasonBadHost:
		s = sentence{strconv.Quote(e.Address) + " is no address at which others on the internet reach this machine", "as in fives invite --far 203.0.113.7, or --far home.example.org:45354; a friend's name is not needed, the link is for whoever has it"}
	case api.ReasonFarPort:
		s = sentence{"TCP port " + port + " cannot be had: " + detail(e), "--port takes another one of this machine, to which the router then has to lead the port in the link: fives invite --far HOST:" + port + " --port PORT"}
	case api.ReasonNoRouter:
		s = sentence{"there is no router that could be asked", "name the address at which others reach this machine: fives invite --far HOST; or " + instead}
	case api.ReasonRouterOff:
		s = sentence{"your router does not answer when it is asked to open a port", forward}
	case api.ReasonRouterNo:
		s = sentence{"your router does not open the port", forward}
	case api.ReasonRouterInner:
		s = sentence{"your router's own address, " + e.Address + ", is shared with others: no port can be opened", instead}
	}
	return s
}

// farRouter says why the router lets nobody through; the warning has the reason of an error.
func farRouter(w api.Warning) string {
	return ofRouter(api.Fail(api.Reason(w.Detail), api.Data{Port: w.Port, Address: w.Address})).text
}
