package node

import (
	"context"
	"encoding/binary"
	"sync"
	"testing"

	libp2p "github.com/libp2p/go-libp2p/core/host"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/p2p/api"
	"fives/p2p/host"
	"fives/p2p/streams"
	"fives/p2p/wire/wiretest"
)

// A grownHost adds keys that no node knows to every map of every frame that
// leaves on the streams of tables, lobby and joins, and counts the frames.
type grownHost struct {
	libp2p.Host
	mu     sync.Mutex
	frames map[protocol.ID]int
}

func (h *grownHost) SetStreamHandler(id protocol.ID, handle network.StreamHandler) {
	h.Host.SetStreamHandler(id, func(s network.Stream) { handle(grownStream{s, h}) })
}

func (h *grownHost) NewStream(ctx context.Context, p peer.ID, ids ...protocol.ID) (network.Stream, error) {
	s, err := h.Host.NewStream(ctx, p, ids...)
	if err != nil {
		return nil, err
	}
	return grownStream{s, h}, nil
}

func (h *grownHost) count(id protocol.ID) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.frames[id]
}

type grownStream struct {
	network.Stream
	h *grownHost
}

// Write is called with a whole frame.
func (s grownStream) Write(frame []byte) (int, error) {
	s.h.mu.Lock()
	s.h.frames[s.Protocol()]++
	s.h.mu.Unlock()
	body := wiretest.Grow(frame[4:])
	if _, err := s.Stream.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), body...)); err != nil {
		return 0, err
	}
	return len(frame), nil
}

// startGrown runs a node like one of a later version: all that it sends unsigned has keys that today's nodes do not know.
func startGrown(t *testing.T, name string, peers ...string) (*Node, *grownHost) {
	t.Helper()
	g := &grownHost{frames: map[protocol.ID]int{}}
	n, _ := startWith(t, t.TempDir(), Config{Name: name, Peers: peers, Version: "v1.9.0", Host: host.Config{Prepare: func(h *host.Host) {
		g.Host = h.Host
		h.Host = g
	}}})
	return n, g
}

// TestGrownFrames: a node of today and one whose frames have unknown keys everywhere play a whole game at a private table, with a
// spectator, and then a rematch, whichever of them is the host. Neither penalizes the other.
func TestGrownFrames(t *testing.T) {
	t.Parallel()
	t.Run("host", func(t *testing.T) {
		later, sent := startGrown(t, "later")
		playGrown(t, later, startNode(t, "ana", addr(later)), startNode(t, "eve", addr(later)))
		grew(t, sent)
	})
	t.Run("guest", func(t *testing.T) {
		ana := startNode(t, "ana")
		later, sent := startGrown(t, "later", addr(ana))
		playGrown(t, ana, later, startNode(t, "eve", addr(later), addr(ana)))
		grew(t, sent)
	})
	t.Run("spectator", func(t *testing.T) {
		ana := startNode(t, "ana")
		later, sent := startGrown(t, "later", addr(ana))
		playGrown(t, ana, startNode(t, "ben", addr(ana)), later)
		if sent.count(streams.ProtocolTable) == 0 || sent.count(streams.ProtocolLobby) == 0 {
			t.Errorf("frames: %v", sent.frames)
		}
	})
}

func grew(t *testing.T, sent *grownHost) {
	t.Helper()
	for _, id := range []protocol.ID{streams.ProtocolTable, streams.ProtocolLobby, streams.ProtocolJoin} {
		if sent.count(id) == 0 {
			t.Errorf("no frame of %s had unknown keys", id)
		}
	}
}

// playGrown plays two games between two nodes while a third one watches the
// first, and verifies their logs.
func playGrown(t *testing.T, host, guest, watcher *Node) {
	t.Helper()
	ctx := context.Background()
	seats := []*Node{host, guest}
	id := behindACode(t, host, guest, api.HostRequest{Spectators: true, Set: map[string]string{"limit": "30"}}).String()
	knows(t, host, watcher.name)
	knows(t, watcher, host.name)
	if _, err := host.Admit(ctx, id, watcher.name); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table can be watched", func() bool { _, err := watcher.Watch(ctx, id); return err == nil })
	playOut(t, seats, id)
	sameEnd(t, []*Node{host, guest, watcher}, id)
	var next string
	for _, n := range seats {
		eventually(t, "the call is heard", func() bool {
			s, err := n.Rematch(ctx, id)
			next = s.ID
			return err == nil
		})
	}
	playOut(t, seats, next)
	sameEnd(t, seats, next)
	all := []*Node{host, guest, watcher}
	for _, n := range all {
		for _, m := range all {
			for _, g := range n.tables.running() {
				if n.host.Blocked(m.host.ID()) || g.Charges(m.self) > 0 {
					t.Errorf("%s holds something against %s", n.name, m.name)
				}
			}
		}
	}
}

// playOut makes the nodes at a table play it to its end.
func playOut(t *testing.T, nodes []*Node, id string) {
	t.Helper()
	eventually(t, "the game is over", func() bool {
		over := true
		for _, n := range nodes {
			v, err := n.Table(id)
			over = over && err == nil && v.Phase == api.PhaseOver
			if move, err := n.Hint(id); err == nil {
				n.Play(context.Background(), id, move.Move) // it may be nobody's turn by now
			}
		}
		return over
	})
}

// sameEnd waits until all have one head, and verifies their logs.
func sameEnd(t *testing.T, nodes []*Node, id string) {
	t.Helper()
	agree(t, id, nodes...)
	for _, n := range nodes {
		log, err := n.Log(id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := audit.Verify(log, games.Find, audit.Options{}); err != nil {
			t.Errorf("%s: %v", n.name, err)
		}
	}
}
