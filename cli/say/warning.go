package say

import (
	"cmp"
	"strconv"
	"strings"

	"fives/p2p/api"
)

// HowToTrust says what to do about a new key.
const HowToTrust = "compare the fingerprint by voice, then: fives peers trust FINGERPRINT"

// Warning says what people should know about somebody, or about the daemon: a sentence if the
// warning names whom it is about, else what stands after the name.
func Warning(w api.Warning) string {
	switch {
	case w.Code == api.WarnNoWay:
		return Name(w.Name) + "'s laptop does not answer; who is not here any more is reached through it"
	case w.Code == api.WarnOtherWay:
		return Name(w.Name) + "'s laptop does not answer; the others are reached through " + Name(w.Known) + " meanwhile"
	case w.Name == "" || w.Code == api.WarnTwice:
		return doubt(w)
	}
	return Name(w.Name) + ": " + doubt(w)
}

// Warnings writes several of them in one line.
func Warnings(list []api.Warning) string {
	texts := make([]string, len(list))
	for i, w := range list {
		texts[i] = Warning(w)
	}
	return strings.Join(texts, "; ")
}

func doubt(w api.Warning) string {
	switch w.Code {
	case "":
		return ""
	case api.WarnOwnName:
		return "your own name, with the key " + w.Fingerprint
	case api.WarnNewKey:
		return "a new key, " + w.Fingerprint + ": you know another " + Name(w.Known)
	case api.WarnLikeKnown:
		return "looks like " + Name(w.Known) + ", whom you know, but has another key, " + w.Fingerprint
	case api.WarnLikeAnother:
		return "looks like " + Name(w.Known) + ", but has another key, " + w.Fingerprint
	case api.WarnProtocol:
		return OtherProtocol(w.Protocol, w.Ours)
	case api.WarnSlow:
		return "slow to answer"
	case api.WarnUnresponsive:
		return "does not answer as a fives node does"
	case api.WarnStore:
		return "a table waits for the store (" + Short(w.Table) + "): " + oneLine(w.Detail)
	case api.WarnUninvited:
		return "has a seat in a browser, and finds no way back to this node, because nobody is invited any more; the next invitation has the same address"
	case api.WarnGuestPort:
		return "has a seat in a browser, and finds no way to this node: port " + strconv.Itoa(w.Port) + ", where the page was, cannot be had: " + oneLine(w.Detail)
	case api.WarnFarPort:
		return "nobody comes in from outside: TCP port " + strconv.Itoa(w.Port) + " cannot be had: " + oneLine(w.Detail)
	case api.WarnFarRouter:
		return "nobody comes in from outside: " + farRouter(w)
	case api.WarnTwice, api.WarnElsewhere:
		return twin(w)
	}
	return cmp.Or(ofInterface(w), unknownCode(string(w.Code), w.Detail))
}

func ofInterface(w api.Warning) string {
	switch w.Code {
	case api.WarnNoInterface:
		return "no such interface"
	case api.WarnDown:
		return "interface is down"
	case api.WarnNoAddress:
		return "no IP address"
	case api.WarnLinkLocal:
		return "only link-local IPv6 addresses, which libp2p does not dial; give the network IPv4 (169.254.0.0/16 will do)"
	case api.WarnNotAnnounced:
		return "announcing: " + oneLine(w.Detail)
	case api.WarnNotAsked:
		return "asking: " + oneLine(w.Detail)
	case api.WarnStarting:
		return "it is starting"
	}
	return ""
}

// unknownCode is said for a code that only a newer daemon knows.
func unknownCode(code, detail string) string {
	text := strings.ReplaceAll(code, "-", " ")
	if detail != "" {
		text += ": " + oneLine(detail)
	}
	return text
}

// oneLine puts somebody else's text on one line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
