package node

import (
	"context"
	"time"

	"github.com/libp2p/go-libp2p/core/network"

	"fives/engine/record"
	"fives/p2p/wire"
)

// attend keeps a joiner informed until the table begins, is withdrawn, or the
// joiner goes.
func (n *Node) attend(ctx context.Context, s network.Stream, o *offer, w *waiter) {
	defer s.CloseRead()
	left := make(chan bool, 1)
	n.run(func() {
		var q joinRequest
		err := wire.ReadShort(s, 24*time.Hour, strangerFrame, &q)
		left <- err == nil && q.Leave
	})
	again := time.NewTicker(waitEvery)
	defer again.Stop()
	for {
		var m waiting
		select {
		case <-ctx.Done():
			return
		case gave := <-left:
			n.departed(o, w, gave)
			return
		case m = <-w.updates:
		case <-again.C:
			n.mu.Lock()
			m = waiting{Taken: o.taken()}
			n.mu.Unlock()
		}
		s.SetWriteDeadline(time.Now().Add(joinTime))
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
func (n *Node) departed(o *offer, w *waiter, gave bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.offers[o.id] != o || o.wait[w.key] != w {
		return
	}
	delete(o.wait, w.key)
	if gave {
		n.unseat(o, w.key)
		return
	}
	o.gone[w.key] = time.Now()
}

// A waiter is a joiner's stream into the waiting room.
type waiter struct {
	key     record.Key
	updates chan waiting
}

func newWaiter(key record.Key) *waiter {
	return &waiter{key: key, updates: make(chan waiting, 8)}
}

// update tells the joiner who sits there; if it does not listen, the next
// update will do.
func (w *waiter) update(m waiting) {
	select {
	case w.updates <- m:
	default:
	}
}

// finish sends the last word, in place of what waits.
func (w *waiter) finish(m waiting) {
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
