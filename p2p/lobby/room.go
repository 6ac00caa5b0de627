package lobby

import (
	"time"

	"golang.org/x/time/rate"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/wire"
)

const (
	idleWait  = 15 * time.Second // without a frame in the waiting room
	waitEvery = 5 * time.Second  // the host repeats itself
	longWait  = 24 * time.Hour   // for a joiner to say something
)

// A room is the stream of somebody who waits, and is told how things stand.
type room[M any] struct {
	node    record.Key
	updates chan M    // closed when a newer stream takes its place
	told    time.Time // when there was an update last; of the turns of whoever has the room
}

// Somebody is waiting for a table to begin.
type waiting = room[entry.RoomNews]

func newRoom[M any](node record.Key, now time.Time) *room[M] {
	return &room[M]{node: node, updates: make(chan M, 8), told: now}
}

// update says how things stand; if the other side does not listen, the next
// update will do.
func (r *room[M]) update(m M, now time.Time) {
	r.told = now
	select {
	case r.updates <- m:
	default:
	}
}

// finish sends the last word, in place of what waits.
func (r *room[M]) finish(m M) {
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

// serve tells somebody how things stand, until the last word or until they go. departed is
// called if they do, and told whether they gave up what they had. heard is called with what they
// say meanwhile; if it is nil, they have nothing to say.
func (r *room[M]) serve(l *Lobby, s entry.Stream, last func(M) bool, heard func(line string), departed func(gave bool)) {
	defer s.CloseRead()
	left := make(chan bool, 1)
	l.cfg.Scheduler.Go(func() {
		limit := rate.NewLimiter(waitRate, WaitBurst)
		for {
			var q entry.SeatRequest
			err := wire.ReadShort(s, longWait, entry.MaxStrangerFrame, &q)
			if err != nil || q.Say == "" || heard == nil || !limit.AllowN(l.cfg.Scheduler.Now(), 1) {
				left <- err == nil && q.Leave
				return
			}
			heard(q.Say)
		}
	})
	for {
		var m M
		var ok bool
		select {
		case <-l.ctx.Done():
			return
		case gave := <-left:
			departed(gave)
			return
		case m, ok = <-r.updates:
		}
		if !ok {
			return
		}
		s.SetWriteDeadline(l.cfg.Scheduler.Now().Add(entry.FrameTime))
		if err := wire.Write(s, m); err != nil {
			departed(false)
			return
		}
		if last(m) {
			return
		}
	}
}
