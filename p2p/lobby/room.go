package lobby

import (
	"time"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/wire"
)

const (
	idleWait  = 15 * time.Second // without a frame in the waiting room
	waitEvery = 5 * time.Second  // the host repeats itself
	longWait  = 24 * time.Hour   // for a joiner to say something
)

// A room is a joiner's stream into the waiting room.
type room struct {
	node    record.Key
	updates chan entry.RoomNews
	told    time.Time // when there was an update last; of the offer's turns
}

func newRoom(node record.Key, now time.Time) *room {
	return &room{node: node, updates: make(chan entry.RoomNews, 8), told: now}
}

// update tells the joiner who sits there; if it does not listen, the next
// update will do.
func (r *room) update(m entry.RoomNews, now time.Time) {
	r.told = now
	select {
	case r.updates <- m:
	default:
	}
}

// finish sends the last word, in place of what waits.
func (r *room) finish(m entry.RoomNews) {
	for {
		select {
		case r.updates <- m:
			return
		default:
			select {
			case <-r.updates:
			default:
			}
		}
	}
}

// serveRoom keeps a joiner informed until the table begins, is withdrawn, or the
// joiner goes.
func (l *Lobby) serveRoom(s entry.Stream, o *offer, r *room) {
	defer s.CloseRead()
	left := make(chan bool, 1)
	l.cfg.Scheduler.Go(func() {
		var q entry.SeatRequest
		err := wire.ReadShort(s, longWait, entry.MaxStrangerFrame, &q)
		left <- err == nil && q.Leave
	})
	for {
		var m entry.RoomNews
		select {
		case <-l.ctx.Done():
			return
		case gave := <-left:
			o.departed(r, gave)
			return
		case m = <-r.updates:
		}
		s.SetWriteDeadline(l.cfg.Scheduler.Now().Add(entry.FrameTime))
		if err := wire.Write(s, m); err != nil {
			o.departed(r, false)
			return
		}
		if m.Begun || m.Withdrawn || len(m.Taken) == 0 {
			return
		}
	}
}
