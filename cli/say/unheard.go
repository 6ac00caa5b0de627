package say

import (
	"slices"

	"fives/p2p/api"
)

// Unheard says which people at a table do not hear what this person says there, "" if all do.
// Talk goes straight from node to node.
func Unheard(t api.Table, peers []api.Peer) string {
	var names []string
	for _, s := range t.Seats {
		connected := func(p api.Peer) bool { return p.Connected && p.Fingerprint == s.Fingerprint }
		if !s.You && !s.Left && s.BotOf == "" && !slices.ContainsFunc(peers, connected) {
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "not heard by " + Names(names, ", ") + ": there is no connection from here"
}
