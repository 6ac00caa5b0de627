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

// Connections whose other end never says who it is: those of one address take
// neither the places of others nor, for long, its own.
func TestSilentConnections(t *testing.T) {
	m := newMeter(resources(t), nil, nil)
	silent := func(ip string) (scope network.ConnManagementScope, n int) {
		for {
			s, err := m.OpenConnection(network.DirInbound, true, ma.StringCast(ip+"/tcp/45355"))
			if err != nil {
				return scope, n
			}
			scope, n = s, n+1
		}
	}
	const eve = "/ip4/192.168.1.9"
	one, n := silent(eve)
	if n != connsUnknown {
		t.Fatalf("%d connections that say nothing", n)
	}
	for i := range 4 {
		if _, n := silent(fmt.Sprintf("/ip6/fd00::%x", i+1)); n != connsUnknown {
			t.Fatalf("address %d gets %d connections", i, n)
		}
	}
	if _, err := open(m, "/ip4/192.168.1.10", "ben"); err != nil {
		t.Errorf("a neighbour is refused: %v", err)
	}
	if _, err := open(m, eve, "eve"); err == nil {
		t.Error("one more from the first address")
	}
	one.Done()
	one.Done()
	for i := range 3 { // they are known at once, and count no more
		if _, err := open(m, eve, "eve"); err != nil {
			t.Errorf("connection %d after one has ended: %v", i, err)
		}
	}
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
