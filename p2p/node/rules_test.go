package node

import (
	"crypto/ed25519"
	"errors"
	"slices"
	"strings"
	"testing"

	ma "github.com/multiformats/go-multiaddr"

	"fives/p2p/api"
	"fives/p2p/host"
)

// If this node's own rules forbid something, the errors say so, and do not blame the silence of others.
func TestOwnRules(t *testing.T) {
	ana, ben := startNode(t, "ana"), startNode(t, "ben")
	_, err := ana.Connect(t.Context(), "/ip4/8.8.8.8/tcp/45355/p2p/"+ben.host.ID().String())
	refusedAs(t, err, api.ReasonNotLocal)
	ana.host.Block(ben.host.ID())
	_, err = ana.Connect(t.Context(), addr(ben))
	refusedAs(t, err, api.ReasonKeptOut)
	ana.host.Unblock(ben.host.ID())
	at, _, _ := strings.Cut(addr(ben), "/p2p/")
	cleo, err := host.PeerID(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)).Public().(ed25519.PublicKey))
	if err != nil {
		t.Fatal(err)
	}
	wrong := at + "/p2p/" + cleo.String()
	_, err = ana.Connect(t.Context(), wrong)
	var other *api.Error
	if refusedAs(t, err, api.ReasonOtherNode); errors.As(err, &other) && (other.Address != wrong || len(other.Peers) != 1 || other.Peers[0].Address != addr(ben)) {
		t.Errorf("another node answers: %+v", other)
	}
	_, err = ana.Connect(t.Context(), addr(ana))
	refusedAs(t, err, api.ReasonOtherNode)
	if _, err := ana.Connect(t.Context(), addr(ben)); err != nil {
		t.Error(err)
	}
	ben.end()
	eventually(t, "ana sees that ben is gone", func() bool { return ana.Status().Peers == 0 })
	_, err = ana.Connect(t.Context(), "/ip4/127.0.0.1/tcp/1/p2p/"+ben.host.ID().String())
	refusedAs(t, err, api.ReasonNobodyThere)
}

// Over QUIC, the dialler is connected before the other side has let it in. One that is kept out is told so, and not that it is
// connected at no address.
func TestConnectionThatEnds(t *testing.T) {
	ana, ben := startNode(t, "ana"), startNode(t, "ben")
	ben.host.Block(ana.host.ID())
	over := slices.IndexFunc(ben.Status().Addresses, func(a string) bool { return strings.Contains(a, "/ip4/127.0.0.1/udp/") })
	a, err := ana.Connect(t.Context(), ben.Status().Addresses[over])
	if refusedAs(t, err, api.ReasonNobodyThere); a.Dialled || a.Peer.Address != "" {
		t.Errorf("the answer is %+v", a)
	}
}

// An invitation says whether its address is public.
func TestPublicInvitation(t *testing.T) {
	for text, want := range map[string]bool{
		"/ip4/8.8.8.8/tcp/1/ws": true, "/ip6/2001:db8::9/tcp/1/ws": true,
		"/ip4/192.168.1.9/tcp/1/ws": false, "/ip4/100.64.0.9/tcp/1/ws": false, "/ip6/fd00::9/tcp/1/ws": false, "/ip4/127.0.0.1/tcp/1/ws": false,
	} {
		if isPublic(ma.StringCast(text)) != want {
			t.Errorf("%s: public is not %v", text, want)
		}
	}
	ana := startNode(t, "ana")
	invite(t, ana)
	if ana.Invitation().Public {
		t.Error("the loopback is public")
	}
}
