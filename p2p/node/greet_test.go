package node

import (
	"fmt"
	"io"
	"sync"
	"testing"

	"github.com/libp2p/go-libp2p/core/network"

	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/streams"
)

// warned waits until a node's only peer has that warning.
func warned(t *testing.T, n *Node, code api.WarningCode) (p api.Peer) {
	t.Helper()
	eventually(t, fmt.Sprintf("the warning %q", code), func() bool {
		peers := n.Peers()
		if len(peers) == 1 {
			p = peers[0]
		}
		return len(peers) == 1 && p.Connected && p.Warning.Code == code
	})
	return p
}

// TestSlowFriend: a node that answers late, or breaks off, counts as slow. It is asked again, and known when it answers.
func TestSlowFriend(t *testing.T) {
	for name, hesitate := range map[string]func(s network.Stream, busy <-chan struct{}){
		"no word":     func(s network.Stream, busy <-chan struct{}) { <-busy; s.Reset() },
		"half a word": func(s network.Stream, busy <-chan struct{}) { s.Write(lengthOf(100)[:3]); <-busy; s.Reset() },
		"half an answer": func(s network.Stream, busy <-chan struct{}) {
			s.Write(append(lengthOf(100), 0xa3))
			<-busy
			s.Reset()
		},
		"a reset": func(s network.Stream, busy <-chan struct{}) { s.Reset() },
		"an end":  func(s network.Stream, busy <-chan struct{}) { s.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ana := startNode(t, "ana")
			ben := startRaw(t, ana, nil)
			busy := make(chan struct{})
			wake := sync.OnceFunc(func() { close(busy) })
			t.Cleanup(wake)
			ben.SetStreamHandler(streams.ProtocolLobby, func(s network.Stream) { hesitate(s, busy) })
			warned(t, ana, api.WarnSlow)
			ben.answer(streams.ProtocolLobby, encode(t, entry.Answer{Name: "ben", Version: "v1"}))
			wake()
			if p := warned(t, ana, ""); p.Name != "ben" || p.Version != "v1" {
				t.Errorf("%+v", p)
			}
			if !hasEventLike(ana, api.EventPeer, func(e api.Event) bool { return e.What == api.Here && e.Name == "ben" }) {
				t.Error("nobody is told")
			}
		})
	}
}

// TestStrangeNode: a node whose answer cannot be read, or that has no lobby, counts as unresponsive. It is asked again, too.
func TestStrangeNode(t *testing.T) {
	for name, answer := range map[string][]byte{
		"no CBOR":     append(lengthOf(3), "..."...),
		"too long":    lengthOf(1 << 30),
		"no map":      append(lengthOf(1), 0x80),
		"wrong types": append(lengthOf(7), 0xa1, 0x64, 'n', 'a', 'm', 'e', 0x01),
		"no lobby":    nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ana := startNode(t, "ana")
			eve := startRaw(t, ana, nil)
			if answer != nil {
				eve.SetStreamHandler(streams.ProtocolLobby, func(s network.Stream) {
					s.Write(answer)
					io.Copy(io.Discard, s)
				})
			}
			warned(t, ana, api.WarnUnresponsive)
			eve.answer(streams.ProtocolLobby, encode(t, entry.Answer{Name: "eve", Version: "v1"}))
			if p := warned(t, ana, ""); p.Name != "eve" {
				t.Errorf("%+v", p)
			}
		})
	}
}
