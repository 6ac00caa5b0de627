package lobby

import (
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"fives/p2p/entry"
	"fives/p2p/inbox"
	"fives/p2p/wire"
)

// A pursuit is something that this node has asked another one for, and goes on asking for until
// it is over: an actor. While the other side waits as well, there is a stream on which it tells
// how that stands.
type pursuit struct {
	inbox.Actor
	ticks atomic.Bool // a tick waits already

	// The rest belongs to its turns.
	pursued bool         // a goroutine pursues it
	stream  entry.Stream // nil while there is none
	back    bool         // this node has given back what it had asked for
	over    bool
}

func (p *pursuit) init(l *Lobby) {
	p.Actor = inbox.Actor{Now: l.cfg.Scheduler.Now, Go: l.cfg.Scheduler.Go, Turned: func() {}}
}

// tick has pursue called beside the turns, unless it is being pursued already.
func (p *pursuit) tick(pursue func()) {
	if p.ticks.Swap(true) {
		return
	}
	p.Post(func(time.Time) {
		p.ticks.Store(false)
		if p.pursued || p.back || p.over {
			return
		}
		p.pursued = true
		p.Go(func() {
			defer p.rest()
			pursue()
		})
	})
}

// rest lets a tick have it pursued anew.
func (p *pursuit) rest() { p.Post(func(time.Time) { p.pursued = false }) }

// follow hears what the other side says on a stream, until that ends or there is nothing more to
// hear.
func follow[M any](p *pursuit, s entry.Stream, hear func(M) (more bool)) {
	if !p.enter(s) {
		return
	}
	defer func() {
		s.Reset()
		p.Post(func(time.Time) { p.stream = nil })
	}()
	limit := rate.NewLimiter(waitRate, WaitBurst)
	for {
		var m M
		if err := wire.ReadShort(s, idleWait, entry.MaxStrangerFrame, &m); err != nil || !limit.AllowN(p.Now(), 1) || !hear(m) {
			return
		}
	}
}

// enter takes a stream, unless what was asked for has been given back while the stream was on
// its way: then the other side hears so on it.
func (p *pursuit) enter(s entry.Stream) bool {
	back := false
	_ = p.Wait(func(time.Time) error {
		if back = p.back; !back {
			p.stream = s
		}
		return nil
	})
	if back {
		p.leave(s)
		s.Close()
	}
	return !back
}

// giveBack says that this node does not want any more what it had asked for, and returns the
// stream on which the other side was told; nil if there was none.
func (p *pursuit) giveBack() (s entry.Stream) {
	_ = p.Wait(func(time.Time) error {
		p.back, s = true, p.stream
		return nil
	})
	if s != nil {
		p.leave(s)
	}
	return s
}

// leave gives back on a stream. If that does not arrive, the other side notices later.
func (p *pursuit) leave(s entry.Stream) {
	s.SetWriteDeadline(p.Now().Add(entry.FrameTime))
	_ = wire.Write(s, entry.SeatRequest{Leave: true})
}
