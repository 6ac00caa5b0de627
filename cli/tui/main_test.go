package tui

import (
	"os"
	"testing"

	"fives/p2p/discovery/netnstest"
)

// TestMain keeps the nodes of other packages' tests out of the lobby.
func TestMain(m *testing.M) { os.Exit(netnstest.Main(m, netnstest.MulticastRoute)) }
