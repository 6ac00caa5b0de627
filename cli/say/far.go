package say

import (
	"cmp"
	"strconv"
	"time"

	"fives/p2p/api"
)

// NobodyFromOutside says that the link is taken back.
const NobodyFromOutside = "nobody is let in from outside any more: no link that you have made is good"

// NoLinkToTakeBack says that there was none.
const NoLinkToTakeBack = "there is no link to take back: nobody is let in from outside"

// Afar says how somebody comes along who is not on this network.
const Afar = "a friend elsewhere? fives invite --far makes a link, and fives connect takes one"

// LinkLine is what a friend elsewhere is sent: a link, as the command that takes it.
func LinkLine(link string) string { return "fives connect " + link }

// LinkCode says what the code of that line is for.
const LinkCode = "a phone reads the line from the code, to send it on; no phone is let in by it"

// Reached says where others reach this machine by its link, as far as that is known.
func Reached(o api.Outside) (lines []string) {
	port := strconv.Itoa(o.Port)
	switch {
	case !o.On:
		return nil
	case o.Private:
		lines = []string{"others reach you at " + o.Address + " only where that is an address of their own network, as in a VPN with you: it leads here from nowhere else"}
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
	if o.Moved != "" {
		lines = append(lines, Moved(o))
	}
	if o.Old.Count > 0 {
		lines = append(lines, "somebody came with an old link"+at(o.Old)+", and did not get in")
	}
	if o.Full.Count > 0 {
		lines = append(lines, "a friend found no room"+at(o.Full)+"; "+strconv.Itoa(o.In)+" are here from outside")
	}
	if o.Unknown.Count > 0 {
		lines = append(lines, "a stranger knocked at TCP port "+strconv.Itoa(o.Port)+at(o.Unknown)+", "+strconv.Itoa(o.Unknown.Count)+" in all: none got in, and on the internet that is usual")
	}
	if o.Without.Count > 0 {
		lines = append(lines, "somebody at "+o.Without.Address+", who is not on your local network, was not let in"+at(o.Without)+": from there it takes a link")
	}
	if len(o.Left) > 0 {
		lines = append(lines, And(o.Left)+" came by a link that was taken back, and may stay until the game is over")
	}
	return lines
}

// Moved says that the link that friends have leads here no more.
func Moved(o *api.Outside) string {
	return "your router has another address now: the link that you have sent leads to " + o.Moved + ", and here no more; send it anew"
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
	case api.ReasonLinkHangsUp:
		line += "hangs up at once"
	case api.ReasonLinkUnknown:
		line += "the link is not known there"
	case api.ReasonLinkOther:
		line += "somebody else answers there"
	case api.ReasonLinkAstray:
		line += "that leads to no network but this one"
	case api.ReasonLinkSilent:
		line += "nobody answers"
	case api.ReasonLinkNoWay:
		line += "this machine has no way there"
	case api.ReasonLinkNoIPv6:
		line += "this machine has no IPv6"
	case api.ReasonLinkNoName:
		line += "there is no machine of that name"
	default:
		line += "not connected"
		if l.Came.IsZero() {
			line += " yet"
		}
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
