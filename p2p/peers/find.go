package peers

import (
	"strings"

	"fives/engine/record"
	"fives/p2p/api"
)

// shortestFingerprint is how many digits of a fingerprint name a connected
// node (PROTOCOL §2.1). A key with a given beginning of eight is found in hours.
const shortestFingerprint = 12

// Find finds the node that a person means: by its peer ID, its fingerprint or a
// beginning of it, or by a name that no other node claims.
func Find(peers []api.Peer, who string) (api.Peer, error) {
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

// fingerprintDigits returns the digits of a text that looks like a fingerprint or a part of
// one. Such a text is never taken for a name, because anybody can choose it as theirs.
func fingerprintDigits(who string) (string, bool) {
	digits, ok := record.Digits(who)
	return digits, ok && (len(digits) >= shortestFingerprint || strings.Contains(who, "-"))
}

// findPrint finds the node with a fingerprint. A beginning is enough only for a connected
// node that cannot be mistaken for another one.
func findPrint(peers []api.Peer, who, digits string) (api.Peer, error) {
	var found []api.Peer
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
		return api.Peer{}, noPeer(who)
	case len(digits) < shortestFingerprint:
		return api.Peer{}, api.Fail(api.ReasonShortFingerprint, api.Data{Name: who, Length: record.FingerprintDigits, Limit: shortestFingerprint})
	case len(found) > 1:
		return api.Peer{}, manyPeers(who, found)
	case !found[0].Connected:
		return api.Peer{}, api.Fail(api.ReasonNotConnected, api.Data{Name: who})
	}
	return found[0], nil
}

func findName(peers []api.Peer, who string) (api.Peer, error) {
	var found []api.Peer
	name := record.TypedName(who)
	for _, p := range peers {
		if p.Name == name && name != "" {
			found = append(found, p)
		}
	}
	switch {
	case len(found) == 0:
		return api.Peer{}, noPeer(who)
	case len(found) > 1:
		return api.Peer{}, manyPeers(who, found)
	case found[0].Warning.Code != "":
		return api.Peer{}, api.Fail(api.ReasonDoubted, api.Data{Name: who, Peers: found})
	}
	return found[0], nil
}

func noPeer(who string) error {
	return api.Fail(api.ReasonNoPeer, api.Data{Name: who})
}

func manyPeers(who string, found []api.Peer) error {
	return api.Fail(api.ReasonManyPeers, api.Data{Name: who, Candidates: api.Candidates(found, func(p api.Peer) string { return p.Fingerprint })})
}
