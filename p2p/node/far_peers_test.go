package node

import "testing"

// TestFarPeers: who was reached outside the local network is told from who was in it, so that nobody looks
// for a firewall between two towns.
func TestFarPeers(t *testing.T) {
	t.Parallel()
	ana, _ := startFar(t, t.TempDir(), "ana")
	dan, stop := startFar(t, t.TempDir(), "dan")
	if _, err := dan.Connect(t.Context(), letIn(t, ana, freePort(t))); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ana knows dan", func() bool { list := ana.Peers(); return len(list) == 1 && list[0].Name == "dan" && list[0].Connected })
	stop()
	eventually(t, "dan has gone", func() bool { list := ana.Peers(); return len(list) == 1 && !list[0].Connected && list[0].Address != "" })
	relay := "/tcp/1/p2p/" + ana.host.ID().String() + "/p2p-circuit"
	for address, far := range map[string]bool{
		"": false, "/ip4/127.0.0.1/tcp/1": false, "/ip4/192.168.1.7/tcp/1": false, "/ip4/192.168.1.7" + relay: false,
		"/ip4/1.2.3.4/tcp/1": true, "/ip6/2001:db8::1/tcp/1": true, "/ip4/1.2.3.4" + relay: true,
	} {
		ana.directory.NoteDisconnected(dan.self, address)
		if list := ana.Peers(); len(list) != 1 || list[0].Address != address || list[0].Far != far {
			t.Errorf("%q: %+v", address, list)
		}
	}
}
