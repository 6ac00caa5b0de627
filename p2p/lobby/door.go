package lobby

import (
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/inbox"
	"fives/p2p/replica"
	"fives/p2p/wire"
)

// maxHeirs is how many tables that have gone on as others a lobby remembers.
const maxHeirs = 256

// A door is where newcomers ask for seats at a running table of this node. It is an actor,
// which exists from the first newcomer on.
type door struct {
	inbox.Actor
	l     *Lobby
	id    record.Hash
	ticks atomic.Bool // a tick waits already

	// The rest belongs to the door's turns.
	guard  *guard // nil if the table is public, or this node does not know its code
	askers []*asker
	looked time.Time // when it last checked whether the table is there
	closed bool
}

// An asker is a newcomer who has asked for a seat. The table listens to one at a time
// ([Tables.Ask]).
type asker struct {
	node     record.Key
	wish     entry.Wish
	withdraw func()
	news     entry.DoorNews        // the latest
	told     *entry.Door           // what its node knows of the table
	room     *room[entry.DoorNews] // nil while its node is gone,
	gone     time.Time             // since then
}

// doorOf returns what a node may know about a running table of this node, nil if that has
// no door.
func (l *Lobby) doorOf(id record.Hash, to record.Key) *entry.Door {
	doors := l.cfg.Tables.Doors(to)
	if i := slices.IndexFunc(doors, func(d entry.Door) bool { return d.ID == id }); i >= 0 {
		return &doors[i]
	}
	return nil
}

// openDoor returns the door of a running table. For a private table it reads the code.
func (l *Lobby) openDoor(id record.Hash, private bool) (*door, error) {
	if d := l.doors.get(id); d != nil {
		return d, nil
	}
	d := &door{l: l, id: id}
	d.Actor = inbox.Actor{Now: l.cfg.Scheduler.Now, Go: l.cfg.Scheduler.Go, Turned: func() {}}
	if private {
		code, err := l.code(id)
		if err != nil {
			return nil, err
		}
		if code != nil {
			d.guard = &guard{l: l, id: id, actor: &d.Actor, store: func() error { return l.storeCode(id, code) }, code: code}
		}
	}
	if !l.doors.add(id, d, MaxDoors) { // another newcomer was quicker, or there are too many
		if d = l.doors.get(id); d == nil {
			return nil, entry.ErrNoTable
		}
	}
	return d, nil
}

// keepCode gives the door of a private table that has begun its code, unless it has one, which
// may be longer by now.
func (l *Lobby) keepCode(id record.Hash, code *entry.Code) error {
	if code == nil {
		return nil
	}
	if own, err := l.code(id); err != nil || own != nil {
		return err
	}
	l.mu.Lock()
	l.codes[id] = code
	l.mu.Unlock()
	return l.storeCode(id, code)
}

// storeCode stores the code of a private table that has begun, as it is. If the table goes on as
// another one, that is where it is asked for.
func (l *Lobby) storeCode(id record.Hash, code *entry.Code) error {
	return l.cfg.Store.PutCode(l.newest(id), code.Stored())
}

// code is the code of a private table that has begun, nil if this node knows none. It is read
// once, since every look at a table shows it.
func (l *Lobby) code(id record.Hash) (*entry.Code, error) {
	l.mu.Lock()
	code, ok := l.codes[id]
	l.mu.Unlock()
	if ok {
		return code, nil
	}
	stored, err := l.cfg.Store.Code(id)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.codes[id] == nil {
		l.codes[id] = entry.NewCode(stored)
	}
	return l.codes[id], nil
}

// Code returns the code of a private table of this node, "" if it knows none.
func (l *Lobby) Code(table record.Hash) string {
	code, err := l.code(table)
	if err != nil {
		l.cfg.Log.Warn("reading the code of a table", "table", table.Short(), "err", err)
	}
	if code == nil {
		return ""
	}
	return code.Text()
}

// Goes says that a table goes on as another one, which has begun: the code of its door
// and whom it refuses move there, newcomers who ask for seats at the old table are shown the new one, and what
// this node has asked for at the old one it has now. After a start, it is called again for
// all tables that go on from others.
func (l *Lobby) Goes(parent, child record.Hash) {
	w := l.wishes.get(parent)
	if err := errors.Join(l.handOnCode(parent, child, w), l.handOnSentAway(parent, child)); err != nil {
		l.cfg.Log.Warn("handing on the door of a table", "table", child.Short(), "err", err)
	}
	l.mu.Lock()
	l.heirs = append(slices.DeleteFunc(l.heirs, func(h heir) bool { return h.of == parent }), heir{parent, child})
	l.heirs = l.heirs[max(0, len(l.heirs)-maxHeirs):]
	l.mu.Unlock()
	if w != nil {
		w.forgetFulfilled()
	}
}

// handOnCode gives the door of the next table the code of the one before with its count, or the
// code that this node has proved there.
func (l *Lobby) handOnCode(parent, child record.Hash, w *wish) error {
	code, err := l.code(parent)
	if err != nil {
		return err
	}
	if w != nil && code == nil {
		code = entry.NewCode(entry.StoredCode{Text: w.want.Load().Code})
	}
	return l.keepCode(child, code)
}

// keepSentAway has the door of a table that has begun refuse those whom its host has sent away.
func (l *Lobby) keepSentAway(id record.Hash, nodes []record.Key) error {
	if len(nodes) == 0 {
		return nil
	}
	return l.cfg.Store.PutSentAway(id, nodes)
}

func (l *Lobby) handOnSentAway(parent, child record.Hash) error {
	nodes, err := l.cfg.Store.SentAway(parent)
	if err != nil {
		return err
	}
	return l.keepSentAway(child, nodes)
}

// An heir is the table that goes on from another one.
type heir struct{ of, is record.Hash }

// newest returns the table as which another one goes on by now, as far as this node knows.
func (l *Lobby) newest(id record.Hash) record.Hash {
	l.mu.Lock()
	defer l.mu.Unlock()
	for range l.heirs { // no table goes on from itself, but who knows
		i := slices.IndexFunc(l.heirs, func(h heir) bool { return h.of == id })
		if i < 0 {
			break
		}
		id = l.heirs[i].is
	}
	return id
}

// hearWish runs the protocol up to the wish of a newcomer for a seat at a running table.
func (l *Lobby) hearWish(s entry.Stream, hello entry.Hello) (serve func(), err error) {
	node := s.Node()
	at, err := l.mayAsk(hello.Table, node)
	if err != nil {
		return nil, err
	}
	d, err := l.openDoor(at.ID, at.Private)
	if err != nil {
		return nil, err
	}
	if at.Private && !d.knows(node) && !l.admitted(at.ID, node) {
		if d.guard == nil {
			return nil, entry.ErrNoCode
		}
		if err := d.guard.check(s, hello); err != nil {
			return nil, err
		}
	}
	if at.Full() {
		return nil, entry.ErrFull
	}
	if err := wire.Write(s, entry.Welcome{Door: at}); err != nil {
		return nil, err
	}
	var q entry.SeatRequest
	if err := wire.ReadShort(s, entry.FrameTime, entry.MaxStrangerFrame, &q); err != nil {
		return nil, err
	}
	if q.Wish == nil || q.Wish.Seat >= uint64(len(at.Seats)) || record.CheckName(q.Wish.Name) != nil {
		return nil, entry.ErrBadWish
	}
	r, err := d.ask(node, *q.Wish, at)
	return func() { r.serve(l, s, entry.DoorNews.Last, nil, func(gave bool) { d.noteDeparted(r, gave) }) }, err
}

// mayAsk finds the door at which a node asks: that of the table, or of the one as which it
// has gone on. Whoever its host has sent away before it began has none here.
func (l *Lobby) mayAsk(id record.Hash, node record.Key) (*entry.Door, error) {
	now := l.newest(id)
	switch {
	case l.cfg.Tables.Seats(now, node) && now != id:
		return nil, entry.ErrBegun
	case l.cfg.Tables.Seats(now, node):
		return nil, entry.ErrHasSeat
	case l.offers.get(id) != nil:
		return nil, entry.ErrNotBegun
	}
	at := l.doorOf(now, node)
	if at == nil {
		return nil, entry.ErrNoTable
	}
	away, err := l.cfg.Store.SentAway(now)
	switch {
	case err != nil:
		return nil, err
	case slices.Contains(away, node):
		return nil, entry.ErrSentAway
	}
	return at, nil
}

// admitted reports whether this node lets another one watch a private table.
func (l *Lobby) admitted(id record.Hash, node record.Key) bool {
	return slices.ContainsFunc(l.cfg.Tables.Watchable(node), func(o entry.Offer) bool { return o.ID == id && o.Credential != nil })
}

// knows reports whether a node has asked for a seat and has not been gone for too long.
func (d *door) knows(node record.Key) (yes bool) {
	_ = d.Wait(func(time.Time) error {
		yes = d.asker(node) != nil
		return nil
	})
	return yes
}

func (d *door) asker(node record.Key) *asker {
	i := slices.IndexFunc(d.askers, func(a *asker) bool { return a.node == node })
	if i < 0 {
		return nil
	}
	return d.askers[i]
}

// ask takes a node's wish, or lets it come back for the one that it has.
func (d *door) ask(node record.Key, wish entry.Wish, at *entry.Door) (r *room[entry.DoorNews], err error) {
	err = d.Wait(func(now time.Time) error {
		if d.closed {
			return entry.ErrNoTable
		}
		a, err := d.admit(node, wish)
		if err != nil {
			return err
		}
		if a.room != nil {
			close(a.room.updates)
		}
		r = newRoom[entry.DoorNews](node, now)
		a.room, a.told = r, at
		r.update(a.news, now)
		return nil
	})
	return r, err
}

// admit returns the asker of a wish. A node that asks for a different seat takes its
// earlier wish back.
func (d *door) admit(node record.Key, wish entry.Wish) (*asker, error) {
	a := d.asker(node)
	if a != nil && a.wish == wish {
		return a, nil
	}
	if slices.ContainsFunc(d.askers, func(b *asker) bool { return b.node != node && b.wish.Seat == wish.Seat }) {
		return nil, entry.ErrSeatAsked
	}
	if a != nil {
		d.drop(a)
	}
	a = &asker{node: node, wish: wish}
	withdraw, err := d.l.cfg.Tables.Ask(d.id, replica.Handover{
		Seat: int(wish.Seat), Node: node, Player: &record.Player{Key: node, Name: wish.Name}, Now: wish.Now,
	}, func(n entry.DoorNews) { d.Post(func(now time.Time) { d.hear(a, n, now) }) })
	if err != nil {
		return nil, err
	}
	a.withdraw = withdraw
	d.askers = append(d.askers, a)
	return a, nil
}

// drop takes a wish back.
func (d *door) drop(a *asker) {
	a.withdraw()
	d.forget(a)
	if a.room != nil {
		close(a.room.updates)
	}
}

func (d *door) forget(a *asker) {
	d.askers = slices.DeleteFunc(d.askers, func(b *asker) bool { return a == b })
}

// hear passes on how a wish stands.
func (d *door) hear(a *asker, n entry.DoorNews, now time.Time) {
	if !slices.Contains(d.askers, a) {
		return
	}
	a.news = n
	if n.Last() {
		d.forget(a)
		if a.room != nil {
			a.room.finish(n)
		}
		return
	}
	d.tell(a, now)
}

// tell tells a newcomer how its wish stands, and what has changed at the table.
func (d *door) tell(a *asker, now time.Time) {
	if a.room == nil {
		return
	}
	n := a.news
	if at := d.l.doorOf(d.id, a.node); at != nil && !at.Same(a.told) {
		n.Door, a.told = at, at
	}
	a.room.update(n, now)
}

// noteDeparted notes that a newcomer has gone, for good or perhaps to return.
func (d *door) noteDeparted(r *room[entry.DoorNews], gave bool) {
	d.Post(func(now time.Time) {
		a := d.asker(r.node)
		if a == nil || a.room != r {
			return
		}
		a.room, a.gone = nil, now
		if gave {
			d.drop(a)
		}
	})
}

// tick withdraws the wishes of those who have been gone for too long, tells the others from
// time to time how theirs stand, and closes the door of a table that is no longer there.
func (d *door) tick() {
	if d.ticks.Swap(true) {
		return
	}
	d.Post(func(now time.Time) {
		d.ticks.Store(false)
		for _, a := range slices.Clone(d.askers) {
			switch {
			case a.room == nil && now.Sub(a.gone) > seatGrace:
				d.drop(a)
			case a.room != nil && now.Sub(a.room.told) >= waitEvery:
				d.tell(a, now)
			}
		}
		if now.Sub(d.looked) >= waitEvery {
			d.looked = now
			d.look()
		}
	})
}

// look closes a door if its table no longer has one. Those who wait come back, and are told
// at the door of the next table, or that there is none.
func (d *door) look() {
	if d.closed || d.l.doorOf(d.id, record.Key{}) != nil {
		return
	}
	d.closed = true
	if d.guard != nil {
		d.guard.closed = true
	}
	for _, a := range slices.Clone(d.askers) {
		d.drop(a)
	}
	d.l.doors.drop(d.id)
}
