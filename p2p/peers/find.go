package peers

import (
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
		return control.Peer{}, control.Fail(control.ReasonShortFingerprint, control.Data{Name: who, Length: record.FingerprintDigits, Limit: shortestFingerprint})
	case len(found) > 1:
		return control.Peer{}, manyPeers(who, found)
	case !found[0].Connected:
		return control.Peer{}, control.Fail(control.ReasonNotConnected, control.Data{Name: who})
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
	case found[0].Warning.Code != "":
		return control.Peer{}, control.Fail(control.ReasonDoubted, control.Data{Name: who, Peers: found})
	}
	return found[0], nil
}

func noPeer(who string) error {
	return control.Fail(control.ReasonNoPeer, control.Data{Name: who})
}

func manyPeers(who string, found []control.Peer) error {
	prints := present.Sorted(found, func(p control.Peer) string { return p.Fingerprint })
	return control.Fail(control.ReasonManyPeers, control.Data{Name: who, Candidates: prints})
}
