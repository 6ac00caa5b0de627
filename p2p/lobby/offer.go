package lobby

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/inbox"
	"fives/p2p/limit"
	"fives/p2p/replica"
	"fives/p2p/session"
)

const (
	seatGrace  = 20 * time.Second // a seat is kept for a node whose connection broke
	beginAgain = 5 * time.Second  // before another try to make a full table
)

// An offer is a table that this node has opened and that has free seats. It is an actor.
type offer struct {
	inbox.Actor
	l     *Lobby
	id    record.Hash
	terms *table.Terms // they never change
	size  int          // seats
	since time.Time    // when it was taken up from the store; zero for a new one
	state atomic.Pointer[openState]
	ticks atomic.Bool // a tick waits already

	// The rest belongs to the offer's turns.
	stored    OpenTable
	guard     *guard                   // nil for a public table
	beginning bool                     // its last seat is taken, and the table is being made
	tried     time.Time                // when that failed
	gone      map[record.Key]time.Time // who holds a seat but is not connected, since when
	rooms     map[record.Key]*waiting  // streams of those who hold a seat
	closed    bool                     // it has begun, or was withdrawn
	says      *limit.Rate              // what those who wait say
	talk      *rate.Limiter            // what is passed on of it
}

// An openState is an open table after a turn. It never changes.
type openState struct {
	stored OpenTable
	seats  []table.Seat // that are taken
}

func (s *openState) taken() (names []string) {
	for _, seat := range s.seats {
		name, _ := seat.Called()
		names = append(names, name)
	}
	return names
}

// bots returns how many computer players of the host's sit there, behind the host.
func (s *openState) bots() (n int) {
	for n+1 < len(s.seats) && s.seats[n+1].Host != nil && s.seats[n+1].Node() == s.seats[0].Node() {
		n++
	}
	return n
}

// news says who sits there.
func (s *openState) news() entry.RoomNews {
	return entry.RoomNews{Taken: s.taken(), Bots: uint64(s.bots())}
}

// fingerprints lists the nodes of those who sit there, "" for this one.
func (s *openState) fingerprints(self record.Key) (list []string) {
	for _, seat := range s.seats {
		of := ""
		if node := seat.Node(); node != self {
			of = record.Fingerprint(node)
		}
		list = append(list, of)
	}
	return list
}

// newOffer makes an offer that nobody knows of yet.
func (l *Lobby) newOffer(t OpenTable, since time.Time) (*offer, error) {
	id, terms, size, err := table.OpenProposal(t.Proposal, l.cfg.Games)
	if err != nil {
		return nil, err
	}
	o := &offer{l: l, id: id, terms: terms, size: size, since: since, stored: t, gone: map[record.Key]time.Time{}, rooms: map[record.Key]*waiting{}}
	o.says, o.talk = limit.NewRate(l.cfg.Scheduler.Now, sayEvery, sayBurst), rate.NewLimiter(rate.Every(talkEvery), talkBurst)
	o.Actor = inbox.Actor{Now: l.cfg.Scheduler.Now, Go: l.cfg.Scheduler.Go, Turned: o.publish}
	if terms.Private {
		o.guard = &guard{l: l, id: id, actor: &o.Actor, store: o.storeCode, code: entry.NewCode(t.Code)}
	}
	o.publish()
	return o, nil
}

// publish lets everybody see the table as it is.
func (o *offer) publish() {
	s, before := &openState{stored: o.stored}, o.state.Load()
	if before != nil && slices.EqualFunc(before.stored.Joins, s.stored.Joins, record.Record.Same) {
		s.seats = before.seats
		o.state.Store(s)
		return
	}
	for _, j := range o.stored.Joins {
		if seat, err := table.OpenJoin(j, o.id); err == nil { // it was checked when it came
			s.seats = append(s.seats, seat)
		}
	}
	o.state.Store(s)
}

// view shows an open table of this node's.
func (o *offer) view(s *openState) api.Offer {
	v := api.Offer{
		ID: o.id.String(), Host: o.l.cfg.Name, Peer: o.l.cfg.Network.PeerID(o.l.self), Mine: true, Joined: true, Code: s.stored.Code.Text,
		Taken: s.taken(), Bots: s.bots(), Fingerprints: s.fingerprints(o.l.self), Warnings: o.l.cfg.Book.Warnings(s.seats),
	}
	describe(&v, o.terms, o.size)
	return v
}

func describe(o *api.Offer, terms *table.Terms, seats int) {
	o.Game, o.Options, o.Seats = terms.Rules.Name, terms.Options, seats
	describeHouse(o, terms.HouseRules)
}

// houseRules are those that a person asks for, and describeHouse says those of an offer.
func houseRules(r api.HostRequest) record.HouseRules {
	h := record.HouseRules{Private: r.Private, Spectators: r.Spectators, TurnLimit: uint64(max(r.TurnLimit, 0))}
	if r.Cover {
		h.Cover = record.CoverAll
	}
	return h
}

func describeHouse(o *api.Offer, h record.HouseRules) {
	o.Private, o.Spectators, o.TurnLimit, o.Cover = h.Private, h.Spectators, int(h.TurnLimit), h.Covers()
}

// save stores the table, and then takes it as it is stored.
func (o *offer) save(t OpenTable) error {
	if err := o.l.cfg.Store.PutOffer(o.id, t); err != nil {
		return err
	}
	o.stored = t
	return nil
}

// tick frees the seats of those who are gone for too long, and begins a table that
// is full.
func (o *offer) tick() {
	if o.ticks.Swap(true) {
		return
	}
	o.Post(func(now time.Time) {
		o.ticks.Store(false)
		if o.closed {
			return
		}
		for _, node := range slices.SortedFunc(maps.Keys(o.gone), func(a, b record.Key) int { return bytes.Compare(a[:], b[:]) }) {
			if now.Sub(o.gone[node]) > seatGrace && node != o.l.self {
				o.unseat(node)
			}
		}
		o.repeat(now)
		o.beginFull(now)
	})
}

// take gives a seat to a node that has signed a join, the old one if it had one.
func (o *offer) take(signed record.Record, node record.Key) (r *waiting, err error) {
	seat, err := table.OpenJoin(signed, o.id)
	if err != nil || seat.Node() != node {
		return nil, entry.ErrBadJoin
	}
	err = o.Wait(func(now time.Time) error {
		if o.closed {
			return entry.ErrNoTable
		}
		if err := o.seat(signed, node, now); err != nil {
			return err
		}
		if old := o.rooms[node]; old != nil {
			old.finish(entry.RoomNews{})
		}
		r = newRoom[entry.RoomNews](node, now)
		o.rooms[node] = r
		delete(o.gone, node)
		o.tellSeated()
		o.beginFull(now)
		return nil
	})
	return r, err
}

// seat gives a seat to a join and stores it, unless it has one.
func (o *offer) seat(signed record.Record, node record.Key, now time.Time) error {
	if slices.Contains(o.stored.SentAway, node) {
		return entry.ErrSentAway
	}
	for _, j := range o.stored.Joins {
		if j.Same(signed) {
			return nil
		}
		if hostOf(o.id, j) == node {
			return entry.ErrHasSeat
		}
	}
	switch taken := len(o.stored.Joins); {
	case taken >= o.size:
		return entry.ErrFull
	case !o.stored.keeps(node) && taken+o.countReserved(now) >= o.size:
		return entry.Refusal("the free seats are kept a moment for those who had them")
	}
	t := o.stored
	t.Joins = append(slices.Clone(t.Joins), signed)
	t.Kept = slices.DeleteFunc(slices.Clone(t.Kept), func(k KeptSeat) bool { return k.Node == node })
	return o.save(t)
}

// unseat frees a seat.
func (o *offer) unseat(node record.Key) {
	delete(o.gone, node)
	if _, own := o.stored.Own[botID(node)]; own {
		return
	}
	if o.beginning { // if that fails, the next tick frees the seat
		o.gone[node] = time.Time{}
		return
	}
	i := slices.IndexFunc(o.stored.Joins, func(j record.Record) bool { return j.Author == node || hostOf(o.id, j) == node })
	if i < 0 {
		return
	}
	t := o.stored
	t.Joins = slices.Delete(slices.Clone(t.Joins), i, i+1)
	if err := o.l.cfg.Store.PutOffer(o.id, t); err != nil {
		o.l.cfg.Log.Warn("storing an offer", "err", err)
	}
	o.stored = t // also if it is not stored: whoever had the seat does not want it
	o.tellSeated()
}

// noteDeparted notes that a joiner has gone, for good or perhaps to return.
func (o *offer) noteDeparted(r *waiting, gave bool) {
	o.Post(func(now time.Time) {
		if o.closed || o.rooms[r.node] != r {
			return
		}
		delete(o.rooms, r.node)
		if gave {
			o.unseat(r.node)
		} else {
			o.gone[r.node] = now
		}
	})
}

// tellSeated tells those who wait, and the event stream, who sits there now.
func (o *offer) tellSeated() {
	o.publish()
	s := o.state.Load()
	news := s.news()
	for _, r := range o.rooms {
		r.update(news, o.Now())
	}
	o.l.addEvent(o.id, api.Event{What: api.Taken, Names: news.Taken, Seats: o.size})
	for _, w := range o.l.cfg.Book.Warnings(s.seats) {
		o.l.addEvent(o.id, api.Event{Kind: api.EventWarning, Warning: w})
	}
}

// repeat tells those who wait, from time to time, that the host is there.
func (o *offer) repeat(now time.Time) {
	for _, r := range o.rooms {
		if now.Sub(r.told) >= waitEvery {
			r.update(o.state.Load().news(), now)
		}
	}
}

// beginFull begins a table whose seats are all taken, also if that was tried
// before and failed.
func (o *offer) beginFull(now time.Time) {
	if len(o.stored.Joins) < o.size || o.beginning || now.Sub(o.tried) < beginAgain {
		return
	}
	o.begin(func(err error) {
		if err != nil {
			o.l.cfg.Log.Error("a full table cannot begin", "table", o.id.Short(), "err", err)
		}
	})
}

// begin turns a full offer into a table. Nobody gets or gives back a seat
// meanwhile. done is called in a turn.
func (o *offer) begin(done func(error)) {
	o.beginning = true
	seats := map[record.Key]session.OwnSeat{}
	for _, j := range o.stored.Joins {
		if bot, ok := o.stored.Own[botID(j.Author)]; ok {
			seats[j.Author] = session.OwnSeat{Seed: bot.Seed, Bot: bot.Strength}
		} else if j.Author == o.l.self {
			seats[j.Author] = session.OwnSeat{}
		}
	}
	proposal := o.stored.Proposal
	o.l.cfg.Tables.Create(replica.Genesis{Proposal: &proposal, Joins: o.stored.Joins}, seats, false, func(err error) {
		o.Post(func(now time.Time) {
			if err == nil {
				o.endBegun()
			} else {
				o.beginning, o.tried = false, now
			}
			done(err)
		})
	})
}

// endBegun ends an offer whose table has begun.
func (o *offer) endBegun() {
	away := o.l.keepSentAway(o.id, o.stored.SentAway) // before its door opens
	o.end(entry.RoomNews{Begun: true})
	if err := errors.Join(away, o.l.keepCode(o.id, o.code()), o.l.cfg.Store.DropOffer(o.id)); err != nil {
		o.l.cfg.Log.Warn("dropping an offer", "err", err)
	}
	o.l.cfg.Hasten()
}

// withdraw ends an offer that is not full.
func (o *offer) withdraw() error {
	return o.Wait(func(time.Time) error {
		switch {
		case o.beginning:
			return api.Fail(api.ReasonBeginning, api.Data{})
		case o.closed:
			return nil
		}
		o.end(entry.RoomNews{Withdrawn: true})
		return o.l.cfg.Store.DropOffer(o.id)
	})
}

// end closes an offer, with the last word to those who wait.
func (o *offer) end(last entry.RoomNews) {
	o.closed = true
	if o.guard != nil {
		o.guard.closed = true
	}
	o.l.offers.drop(o.id)
	for _, r := range o.rooms {
		r.finish(last)
	}
}

// code is the code of a private table, nil if the table is public.
func (o *offer) code() *entry.Code {
	if o.guard == nil {
		return nil
	}
	return o.guard.code
}

// storeCode stores the table with its code as it is.
func (o *offer) storeCode() error {
	t := o.stored
	t.Code = o.guard.code.Stored()
	return o.save(t)
}

// countReserved returns how many free seats are reserved for those who had one.
func (o *offer) countReserved(now time.Time) int {
	if now.Sub(o.since) > seatGrace {
		return 0
	}
	return len(o.stored.Kept)
}
