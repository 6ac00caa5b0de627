package node

import (
	"context"
	"time"

	"github.com/libp2p/go-libp2p/core/network"

	"fives/engine/record"
	"fives/p2p/lobby"
	"fives/p2p/wire"
)

// runJoinSession keeps a joiner informed until the table begins, is withdrawn, or the
// joiner goes.
func (n *Node) runJoinSession(ctx context.Context, s network.Stream, o *offer, w *joinSession) {
	defer s.CloseRead()
	left := make(chan bool, 1)
	n.scheduler.Go(func() {
		var q lobby.SeatRequest
		err := wire.ReadShort(s, 24*time.Hour, lobby.MaxStrangerFrame, &q)
		left <- err == nil && q.Leave
	})
	again := time.NewTicker(waitEvery)
	defer again.Stop()
	for {
		var m lobby.RoomNews
		select {
		case <-ctx.Done():
			return
		case gave := <-left:
			n.departed(o, w, gave)
			return
		case m = <-w.updates:
		case <-again.C:
			n.mu.Lock()
			m = lobby.RoomNews{Taken: o.taken()}
			n.mu.Unlock()
		}
		s.SetWriteDeadline(time.Now().Add(lobby.FrameTime))
		if err := wire.Write(s, m); err != nil {
			n.departed(o, w, false)
			return
		}
		if m.Begun || m.Withdrawn || len(m.Taken) == 0 {
			return
		}
	}
}

// departed notes that a joiner has gone, for good or perhaps to return.
func (n *Node) departed(o *offer, w *joinSession, gave bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.offers[o.id] != o || o.sessions[w.key] != w {
		return
	}
	delete(o.sessions, w.key)
	if gave {
		n.unseat(o, w.key)
		return
	}
	o.gone[w.key] = time.Now()
}

// A joinSession is a joiner's stream into the waiting room.
type joinSession struct {
	key     record.Key
	updates chan lobby.RoomNews
}

func newJoinSession(key record.Key) *joinSession {
	return &joinSession{key: key, updates: make(chan lobby.RoomNews, 8)}
}

// update tells the joiner who sits there; if it does not listen, the next
// update will do.
func (w *joinSession) update(m lobby.RoomNews) {
	select {
	case w.updates <- m:
	default:
	}
}

// finish sends the last word, in place of what waits.
func (w *joinSession) finish(m lobby.RoomNews) {
	for {
		select {
		case w.updates <- m:
			return
		default:
			select {
			case <-w.updates:
			default:
			}
		}
	}
}
