package words

import (
	"strings"

	"fives/p2p/control"
)

// HowToTrust is what to do about a new key.
const HowToTrust = "compare the fingerprint by voice, then: fives trust FINGERPRINT"

// Warning says what people should know of somebody, or of the daemon: a sentence
// if the warning names whom it is about, else what stands behind the name.
func Warning(w control.Warning) string {
	if w.Name == "" {
		return doubt(w)
	}
	return Name(w.Name) + ": " + doubt(w)
}

func doubt(w control.Warning) string {
	switch w.Code {
	case "":
		return ""
	case control.WarnOwnName:
		return "your own name, with the key " + w.Fingerprint
	case control.WarnNewKey:
		return "a new key, " + w.Fingerprint + ": you know another " + Name(w.Known)
	case control.WarnLikeKnown:
		return "looks like " + Name(w.Known) + ", whom you know, but has another key, " + w.Fingerprint
	case control.WarnLikeAnother:
		return "looks like " + Name(w.Known) + ", but has another key, " + w.Fingerprint
	case control.WarnProtocol:
		return OtherProtocol(w.Protocol, w.Ours)
	case control.WarnSlow:
		return "slow to answer"
	case control.WarnUnresponsive:
		return "does not answer as a fives node does"
	case control.WarnStore:
		return "table " + Short(w.Table) + " waits for the store: " + oneLine(w.Detail)
	}
	return uncoded(string(w.Code), w.Detail)
}

// uncoded is said of a code that only a newer daemon knows.
func uncoded(code, detail string) string {
	text := strings.ReplaceAll(code, "-", " ")
	if detail != "" {
		text += ": " + oneLine(detail)
	}
	return text
}

// oneLine writes the text of somebody else in one line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
