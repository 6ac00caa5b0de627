package daemon

import (
	"os"
	"testing"

	"fives/p2p/discovery/netnstest"
)

// TestMain keeps other packages' nodes out.
func TestMain(m *testing.M) { os.Exit(netnstest.Main(m, netnstest.MulticastRoute)) }
