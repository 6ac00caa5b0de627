//go:build !js

package host

import (
	"context"
	"io"
	"net/url"
	"testing"

	"github.com/libp2p/go-libp2p/core/network"

	"fives/p2p/browsertest"
	"fives/p2p/waittest"
)

// TestInBrowser lets a host in a page of Chromium connect, talk, be hung up on and
// connect again: what DialOnly is natively, with the WebSocket of a browser under it.
func TestInBrowser(t *testing.T) {
	h := start(t, 1, 0)
	h.SetStreamHandler("/fives/echo/1", echo)
	if _, err := h.Invite(0); err != nil {
		t.Fatal(err)
	}
	browser := browsertest.Start(t)
	at := via(t, h, "/ip4/127.0.0.1/", "/ws").Addrs[0].String() + "/p2p/" + h.ID().String()
	page := browsertest.Open(t, browser, browsertest.Tests(t, ".")+"?-test.v&-test.run=^TestInPage$&-node="+url.QueryEscape(at))
	page.Line("connected 0")
	id := h.Network().Peers()[0]
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit(t))
	defer cancel()
	s, err := h.NewStream(network.WithNoDial(ctx, "test"), id, "/fives/echo/1")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = s.Write([]byte("ping"))
	_ = s.CloseWrite()
	if got, err := io.ReadAll(s); err != nil || string(got) != "ping" {
		t.Errorf("echo %q, %v", got, err)
	}
	if agent, err := h.Peerstore().Get(id, "AgentVersion"); err != nil || agent != "fives/page" {
		t.Errorf("agent %v, %v", agent, err)
	}
	if err := h.Network().ClosePeer(id); err != nil {
		t.Error(err)
	}
	page.Passed()
}
