package host

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"flag"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"

	"fives/p2p/waittest"
)

var nodeAt = flag.String("node", "", "the address of a node that lets browsers in")

// TestInPage runs in a browser: [TestInBrowser] starts it, and is the node.
func TestInPage(t *testing.T) {
	if *nodeAt == "" {
		t.Skip("there is no node")
	}
	to, err := peer.AddrInfoFromString(*nodeAt)
	if err != nil {
		t.Fatal(err)
	}
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	h, err := New(Config{Key: key, DialOnly: true, Version: "page"})
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan struct{})
	h.SetStreamHandler("/fives/echo/1", func(s network.Stream) {
		_, _ = io.Copy(s, s)
		_ = s.Close()
		close(asked)
	})
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit(t))
	defer cancel()
	for round := range 2 {
		begin := time.Now()
		if err := h.Connect(ctx, *to); err != nil {
			t.Fatal(err)
		}
		s, err := h.NewStream(ctx, to.ID, "/fives/echo/1")
		if err != nil {
			t.Fatal(err)
		}
		sent := bytes.Repeat([]byte("card "), 200_000)
		go func() {
			_, _ = s.Write(sent)
			_ = s.CloseWrite()
		}()
		if got, err := io.ReadAll(s); err != nil || !bytes.Equal(got, sent) {
			t.Fatalf("%d bytes come back of %d, %v", len(got), len(sent), err)
		}
		fmt.Println("connected", round, "and 1 MB sent and read in", time.Since(begin))
		if round == 0 { // the node asks something, too, and hangs up
			waittest.Closed(t, "a stream of the node's", asked)
			waittest.Until(t, "the end of the connection", func() bool { return h.Network().Connectedness(to.ID) != network.Connected })
		}
	}
	wrong := peer.AddrInfo{ID: h.ID(), Addrs: to.Addrs}
	if err := h.Connect(ctx, wrong); err == nil {
		t.Error("connected to itself")
	}
	h.Block(to.ID)
	if err := h.Connect(ctx, *to); err == nil {
		t.Error("a blocked peer is dialled")
	}
	h.Unblock(to.ID)
	h.NoteSeen(to.ID, nil)
	closed := peer.AddrInfo{ID: to.ID, Addrs: []ma.Multiaddr{ma.StringCast("/ip4/127.0.0.1/tcp/9/ws")}}
	h.Peerstore().ClearAddrs(to.ID)
	if err := h.Connect(ctx, closed); err == nil {
		t.Error("connected where nobody is")
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
}
