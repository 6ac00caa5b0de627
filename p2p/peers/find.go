package peers

import (
	"fmt"
	"strings"

	"fives/engine/record"
	"fives/p2p/control"
	"fives/p2p/present"
)

// shortestFingerprint is how many digits of a fingerprint name a connected
// node (PROTOCOL §2.1). A key with a given beginning of eight is found in hours.
const shortestFingerprint = 12

// Find finds the node that a person means: by its peer ID, its fingerprint or a
// beginning of it, or by a name that no other node claims.
func Find(peers []control.Peer, who string) (control.Peer, error) {
	for _, p := range peers {
		if p.ID == who {
			return p, nil
		}
	}
	if digits, ok := fingerprintDigits(who); ok {
		return findPrint(peers, who, digits)
	}
	return findName(peers, who)
}

// fingerprintDigits are those of what looks like a fingerprint or a part of
// one: that is never a name, because anybody can call themselves so.
func fingerprintDigits(who string) (string, bool) {
	digits, ok := record.Digits(who)
	return digits, ok && (len(digits) >= shortestFingerprint || strings.Contains(who, "-"))
}

// findPrint finds the node with a fingerprint. A beginning is enough only for
// a node that is there and cannot be mistaken for another one.
func findPrint(peers []control.Peer, who, digits string) (control.Peer, error) {
	var found []control.Peer
	for _, p := range peers {
		own, _ := record.Digits(p.Fingerprint)
		if own == digits {
			return p, nil
		}
		if strings.HasPrefix(own, digits) {
			found = append(found, p)
		}
	}
	switch {
	case len(found) == 0:
		return control.Peer{}, noPeer(who)
	case len(digits) < shortestFingerprint:
		return control.Peer{}, present.BadRequest(fmt.Errorf("%q is too short: a fingerprint has %d digits, and at least %d of them name a node", who, record.FingerprintDigits, shortestFingerprint))
	case len(found) > 1:
		return control.Peer{}, manyPeers(who, found)
	case !found[0].Connected:
		return control.Peer{}, &control.Error{Code: control.CodeConflict, Message: fmt.Sprintf("the node whose fingerprint begins with %q is not connected", who),
			Hint: "name it by the whole fingerprint"}
	}
	return found[0], nil
}

func findName(peers []control.Peer, who string) (control.Peer, error) {
	var found []control.Peer
	for _, p := range peers {
		if p.Name == who && who != "" {
			found = append(found, p)
		}
	}
	switch {
	case len(found) == 0:
		return control.Peer{}, noPeer(who)
	case len(found) > 1:
		return control.Peer{}, manyPeers(who, found)
	case found[0].Warning != "":
		return control.Peer{}, &control.Error{Code: control.CodeConflict, Message: fmt.Sprintf("%q: %s", who, found[0].Warning),
			Hint: "if it is who you mean, name it by its fingerprint: " + found[0].Fingerprint}
	}
	return found[0], nil
}

func noPeer(who string) error {
	return &control.Error{Code: control.CodeNotFound, Message: fmt.Sprintf("no node is known as %q", who), Hint: "fives peers lists them"}
}

func manyPeers(who string, found []control.Peer) error {
	prints := present.Sorted(found, func(p control.Peer) string { return p.Fingerprint })
	return &control.Error{Code: control.CodeAmbiguous, Message: fmt.Sprintf("more than one node is known as %q", who), Candidates: prints,
		Hint: "name one by its fingerprint: " + strings.Join(prints, ", ")}
}
