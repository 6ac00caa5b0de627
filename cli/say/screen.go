package say

import (
	"cmp"

	"fives/p2p/api"
)

// ScreenName is what the node of a screen calls itself.
const ScreenName = api.ScreenName

// IsScreen reports whether a node claims by its name to be a screen.
func IsScreen(p api.Peer) bool { return p.Name == ScreenName }

// Now says what goes on at a table while it is nobody's turn, or why nothing does.
func Now(w api.Waiting) string { return cmp.Or(doing(w), Waiting(w)) }
