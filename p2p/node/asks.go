package node

import (
	"reflect"
	"slices"
	"sync"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/entry"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// asks are the handovers for which newcomers have asked at the doors of this node's tables.
type asks struct {
	mu   sync.Mutex
	list []*ask // all of them, the oldest first
}

// An ask is one of them. It is the newcomer's word at the table as long as it lasts.
type ask struct {
	table record.Hash
	h     replica.Handover
	last  entry.DoorNews // what is to be told
	since time.Time      // when that came to be so
	ended bool

	telling sync.Mutex // held while news is called
	news    func(entry.DoorNews)
}

// Ask keeps that a newcomer would like a seat.
func (r running) Ask(id record.Hash, h replica.Handover, news func(entry.DoorNews)) (withdraw func(), err error) {
	t := r.session.Table(id)
	if t == nil || t.Onlooker() {
		return nil, entry.ErrNoTable
	}
	if err := mayTake(of(t), h); err != nil {
		return nil, err
	}
	if err := change(t, func(_ int, own []replica.OwnHandover) []replica.OwnHandover {
		return append(own, replica.OwnHandover{Handover: h, Asks: true})
	}); err != nil {
		return nil, err
	}
	a := &ask{table: id, h: h, news: news}
	r.asks.mu.Lock()
	r.asks.list = append(r.asks.list, a)
	r.asks.mu.Unlock()
	r.scheduler.Go(func() { r.tell(t) })
	return func() { r.withdraw(t, a) }, nil
}

// mayTake tells why a newcomer cannot have a seat.
func mayTake(g *game, h replica.Handover) (err error) {
	g.look(func(s *replica.Snapshot) {
		t := s.Table()
		switch {
		case h.Seat < 0 || h.Seat >= len(g.terms.Seats):
			err = entry.ErrBadWish
		case t.Over() || !s.InPlay():
			err = entry.ErrNoTable
		case g.wasAtFault(h.Node):
			err = entry.ErrAtFault
		case g.terms.SeatOf(h.Node) != rules.None:
			err = entry.ErrHasSeat
		case !slices.Contains(nextPlayers(t), h.Seat):
			err = entry.ErrSeatOut
		}
	})
	return err
}

// wasAtFault reports whether there is proof of a fault of a key at the table, or at one that
// it goes on from, as far as these are in memory.
func (g *game) wasAtFault(key record.Key) bool {
	for ; g != nil; g = g.before() {
		seat := g.terms.SeatOf(key)
		if slices.ContainsFunc(g.Snapshot().Table().Faults(), func(f *table.Fault) bool { return f.Seat == seat }) {
			return true
		}
	}
	return false
}

// before is the table that this one goes on from, nil if it is not in memory.
func (g *game) before() *game {
	if g.terms.Parent == nil {
		return nil
	}
	return g.o.find(g.terms.Parent.Table)
}

// change changes what this node says of a table's handovers. f is told how many seats have left.
func change(t *session.Table, f func(left int, own []replica.OwnHandover) []replica.OwnHandover) error {
	return session.Wait(func(done func(error)) {
		t.ChangeHandovers(func(r *replica.Replica, own []replica.OwnHandover) ([]replica.OwnHandover, error) {
			return f(len(r.Table().Notices()), own), nil
		}, done)
	})
}

// withdraw ends an ask.
func (r running) withdraw(t *session.Table, a *ask) {
	r.asks.mu.Lock()
	a.ended = true
	r.asks.list = slices.DeleteFunc(r.asks.list, func(b *ask) bool { return a == b })
	r.asks.mu.Unlock()
	t.ChangeHandovers(func(_ *replica.Replica, own []replica.OwnHandover) ([]replica.OwnHandover, error) {
		return slices.DeleteFunc(own, func(o replica.OwnHandover) bool { return o.Asks && o.Same(a.h) }), nil
	}, func(error) {})
}

// tell has those who ask for seats at a table hear how that stands. It is called when the
// table looks otherwise, and when one that goes on from it does.
func (r running) tell(t *session.Table) {
	r.asks.mu.Lock()
	defer r.asks.mu.Unlock()
	for _, a := range r.asks.list {
		if a.table != t.ID() || a.ended {
			continue
		}
		if news := r.newsOf(t, a.h); !reflect.DeepEqual(news, a.last) && !a.changing(t, news) {
			a.last, a.since, a.ended = news, time.Now(), news.Last()
			r.scheduler.Go(func() { r.asks.say(a) })
		}
	}
	r.asks.list = slices.DeleteFunc(r.asks.list, func(a *ask) bool { return a.ended })
}

// changing reports whether the seat may be about to change hands: all had agreed, and whoever
// leaves the table goes on at another one. What they say no more is no news then, for a while.
func (a *ask) changing(t *session.Table, news entry.DoorNews) bool {
	agreed := len(a.last.Agreed) > 0 && len(a.last.Waits) == 0
	return agreed && !news.Last() && len(t.Snapshot().Table().Notices()) > 0 && time.Since(a.since) < departTime
}

// say tells one how it stands: the latest last.
func (as *asks) say(a *ask) {
	a.telling.Lock()
	defer a.telling.Unlock()
	as.mu.Lock()
	news := a.last
	as.mu.Unlock()
	a.news(news)
}

// newsOf is how a handover stands.
func (r running) newsOf(t *session.Table, h replica.Handover) (n entry.DoorNews) {
	if next := of(t).next(); next != nil {
		return movedTo(t, next.Table, h)
	}
	st := t.Snapshot()
	if st.Table().Over() {
		return entry.DoorNews{Refused: string(entry.ErrNoTable)}
	}
	for _, s := range st.Handovers() {
		if s.Same(h) {
			c := showHandover(st, s, func(record.Key) string { return "" })
			n.Agreed, n.Waits = c.Agreed, c.Waits
		}
	}
	return n
}

// movedTo is what has become of a handover at a table that goes on as another one.
func movedTo(t, child *session.Table, h replica.Handover) entry.DoorNews {
	c := child.Snapshot().Table().Continuation()
	seat := slices.Index(c.From, h.Seat)
	switch {
	case child.Terms().SeatOf(h.Player.Key) != rules.None:
		return entry.DoorNews{Begun: true}
	case seat < 0 || c.Players[seat].Key != t.Terms().Seats[h.Seat].Key:
		return entry.DoorNews{Refused: string(entry.ErrSeatChanged)}
	}
	id := child.ID()
	return entry.DoorNews{Moved: &id, Seat: seat}
}
