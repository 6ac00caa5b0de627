package node

import (
	"errors"
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

// asks has the handovers that newcomers have asked for at the doors of this node's tables.
type asks struct {
	mu   sync.Mutex
	list []*ask // oldest first
}

// An ask is a newcomer's request for a seat. While it lasts, it is the newcomer's word at the
// table.
type ask struct {
	table record.Hash
	h     replica.Handover
	last  entry.DoorNews // the news to tell
	since time.Time      // when that became the news
	ended bool

	telling sync.Mutex // held while news is called
	news    func(entry.DoorNews)
}

// Ask notes that a newcomer would like a seat, until withdraw is called. news is told how that
// stands whenever it changes. One newcomer can ask at a time.
func (r running) Ask(id record.Hash, h replica.Handover, news func(entry.DoorNews)) (withdraw func(), err error) {
	t := r.session.Table(id)
	if t == nil || t.Onlooker() {
		return nil, entry.ErrNoTable
	}
	if err := mayTake(gameOf(t), h); err != nil {
		return nil, err
	}
	if gameOf(t).quiet() {
		return nil, entry.ErrNotNow
	}
	if err := change(t, func(_ *replica.Replica, own []replica.OwnHandover) []replica.OwnHandover {
		return append(own, replica.OwnHandover{Handover: h, Asks: true})
	}); errors.Is(err, replica.ErrHandovers) {
		return nil, entry.ErrSeatAsked
	} else if err != nil {
		return nil, err
	}
	a := &ask{table: id, h: h, news: news}
	r.asks.mu.Lock()
	r.asks.list = append(r.asks.list, a)
	r.asks.mu.Unlock()
	r.scheduler.Go(func() { r.tell(t) })
	return func() { r.withdraw(t, a) }, nil
}

// mayTake returns why a newcomer cannot have a seat, nil if it can.
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

// wasAtFault reports whether there is proof that a key was at fault at the table, or at one that
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

// before returns the table that this one goes on from, nil if it is not in memory.
func (g *game) before() *game {
	if g.terms.Parent == nil {
		return nil
	}
	return g.o.find(g.terms.Parent.Table)
}

// change changes what this node says about a table's handovers.
func change(t *session.Table, f func(r *replica.Replica, own []replica.OwnHandover) []replica.OwnHandover) error {
	return session.Wait(func(done func(error)) {
		t.ChangeHandovers(func(r *replica.Replica, own []replica.OwnHandover) ([]replica.OwnHandover, error) {
			return f(r, own), nil
		}, done)
	})
}

// withdraw ends an ask.
func (r running) withdraw(t *session.Table, a *ask) {
	r.asks.mu.Lock()
	a.ended = true
	r.asks.list = slices.DeleteFunc(r.asks.list, func(b *ask) bool { return a == b })
	r.asks.mu.Unlock()
	a.takeBack(t)
}

// takeBack ends the newcomer's word at the table.
func (a *ask) takeBack(t *session.Table) {
	t.ChangeHandovers(func(_ *replica.Replica, own []replica.OwnHandover) ([]replica.OwnHandover, error) {
		return slices.DeleteFunc(own, func(o replica.OwnHandover) bool { return o.Asks && o.Same(a.h) }), nil
	}, func(error) {})
}

// tell tells those who ask for seats at a table how that stands, if it has changed. It is called
// when the table changes, and when a table that goes on from it does.
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
			if news.Refused == string(entry.ErrNotNow) { // the table is there still
				a.takeBack(t)
			}
		}
	}
	r.asks.list = slices.DeleteFunc(r.asks.list, func(a *ask) bool { return a.ended })
}

// changing reports whether the seat may be about to change hands: all had agreed, and somebody has
// left the table, perhaps for the one where it does. That they no longer agree here is no news
// then, for departTime.
func (a *ask) changing(t *session.Table, news entry.DoorNews) bool {
	agreed := len(a.last.Agreed) > 0 && len(a.last.Waits) == 0
	return agreed && !news.Last() && len(t.Snapshot().Table().Notices()) > 0 && time.Since(a.since) < departTime
}

// say tells one newcomer how the request stands. Calls come one by one, so the latest news is
// told last.
func (as *asks) say(a *ask) {
	a.telling.Lock()
	defer a.telling.Unlock()
	as.mu.Lock()
	news := a.last
	as.mu.Unlock()
	a.news(news)
}

// newsOf returns how a handover stands.
func (r running) newsOf(t *session.Table, h replica.Handover) (n entry.DoorNews) {
	if next := gameOf(t).next(); next != nil {
		return movedTo(t, next.Table, h)
	}
	st := t.Snapshot()
	if st.Table().Over() {
		return entry.DoorNews{Refused: string(entry.ErrNoTable)}
	}
	for _, s := range st.Handovers() {
		if s.Same(h) {
			if gameOf(t).refused(st, s) {
				return entry.DoorNews{Refused: string(entry.ErrNotNow)}
			}
			c := showHandover(st, s, func(record.Key) string { return "" })
			n.Agreed, n.Waits = c.Agreed, c.Waits
		}
	}
	return n
}

// movedTo returns what has become of a handover when its table goes on as another one, child.
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
