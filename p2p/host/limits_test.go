package host

import (
	"fmt"
	"testing"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"
)

// open makes an inbound connection from an address and takes it through the
// handshake, from where on it counts for its peer.
func open(rm network.ResourceManager, ip string, id peer.ID) (network.ConnManagementScope, error) {
	scope, err := rm.OpenConnection(network.DirInbound, true, ma.StringCast(ip+"/tcp/45355"))
	if err != nil {
		return nil, err
	}
	return scope, scope.SetPeer(id)
}

func resources(t *testing.T) network.ResourceManager {
	t.Helper()
	rm, err := newResources()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = rm.Close() })
	return rm
}

// PROTOCOL §2.3: everybody in a home shares one IPv6 prefix.
func TestNeighboursDoNotShareALimit(t *testing.T) {
	rm := resources(t)
	for i := range 24 {
		for j := range 5 {
			if _, err := open(rm, fmt.Sprintf("/ip6/fd00::%x", i+1), peer.ID(fmt.Sprint(i, j))); err != nil {
				t.Fatalf("connection %d of neighbour %d: %v", j, i, err)
			}
		}
	}
}

func TestOneAddressCannotTakeAll(t *testing.T) {
	for _, ip := range []string{"/ip4/192.168.1.9", "/ip6/fd00::9"} {
		rm, n := resources(t), 0
		for n <= connsPerAddr {
			if _, err := open(rm, ip, peer.ID(fmt.Sprint("peer ", n))); err != nil {
				break
			}
			n++
		}
		if n != connsPerAddr {
			t.Errorf("%s: %d connections", ip, n)
		}
		if _, err := open(rm, ip+"9", "neighbour"); err != nil {
			t.Errorf("the neighbour of %s is refused: %v", ip, err)
		}
	}
}

func TestQuickRestarts(t *testing.T) {
	for _, ip := range []string{"/ip4/192.168.1.9", "/ip6/fd00::9"} {
		rm, n := resources(t), 0
		for ; n < 10*connsBurst; n++ {
			scope, err := open(rm, ip, "restless")
			if err != nil {
				break
			}
			scope.Done()
		}
		if n < connsBurst || n > 2*connsBurst {
			t.Errorf("%s: refused after %d connections one after the other", ip, n)
		}
	}
}
