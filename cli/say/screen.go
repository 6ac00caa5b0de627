package say

import "fives/p2p/api"

// ScreenName is what the node of a screen calls itself.
const ScreenName = api.ScreenName

// IsScreen reports whether a node claims by its name to be a screen.
func IsScreen(p api.Peer) bool { return p.Name == ScreenName }
