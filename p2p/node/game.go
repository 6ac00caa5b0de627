package node

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/peers"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// A game is a table of the session together with what the daemon tells people about it. It is the
// table's observer.
type game struct {
	*session.Table
	o     *observers
	id    record.Hash
	terms *table.Terms // they never change

	credential *entry.Credential      // by which this node watches a private table; it never changes
	traced     atomic.Pointer[origin] // nil until it is traced for good

	quietUntil atomic.Int64 // since 1970, in nanoseconds: until then, the person has said "not now"

	// For the table's turns:
	reporter reporter
	unmet    bool // the table is new, and nobody's name has been noted
	failed   bool // the store refuses records
	went     bool // the lobby has been told that the table before goes on here
}

// observers makes the game of each table.
type observers struct {
	self      record.Key
	book      *peers.Book
	directory *peers.Directory
	events    *feed
	work      session.Scheduler
	playing   func(bool) // Config.Playing
	onTurn    func(*game)
	find      func(record.Hash) *game // returns a table in memory, nil for none
	past      func(record.Hash) (archived, bool)
	loaded    atomic.Bool // all tables of before the start are in memory, or in the archive
	children  func(record.Hash) []*session.Table
	guest     func(record.Key) bool    // reports whether a node has come by an invitation
	lost      func() bool              // reports whether the way is lost that this node has come by
	wanted    func(record.Hash) string // returns who has the seat that this node has asked for at a table
	log       *slog.Logger
}

// newGame returns a new game for a table.
func (o *observers) newGame(t *session.Table) session.Observer {
	g := &game{Table: t, o: o, id: t.ID(), terms: t.Terms()}
	g.reporter.Warnings = func() []api.Warning { return o.book.Warnings(g.terms.Seats) }
	g.reporter.Asleep = func(seat int) bool { return o.directory.Hidden(g.terms.Seats[seat].Node()) }
	g.reporter.Lost = o.lost
	g.reporter.Twice = func(seat int) bool { return o.directory.Twice(g.terms.Seats[seat].Node()) }
	g.reporter.Now = time.Now
	g.reporter.Name = o.directory.Name
	g.reporter.Was = func(seat int) string { return g.origin().was[seat] }
	g.reporter.Gone = func() []goneBot { return g.origin().gone }
	g.reporter.Onward = g.onward
	g.reporter.Silenced = g.silenced
	g.origin() // now: the table before may be put away
	if g.finished() {
		g.reporter.SkipOver()
	} else {
		o.playing(true)
		o.work.Go(g.terms.Warm)
	}
	return g
}

// An origin is how the seats of a table have changed hands, as far as this node has the tables before.
type origin struct {
	since []int     // by seat: the first hand of its player if the seat has changed hands, else 0
	was   []string  // by seat: who had it at the table before, if it has changed hands and that is known
	gone  []goneBot // computer players that have left with their host since the table before
}

// origin returns how the seats have changed hands. Until all tables are loaded after a start, it is found
// out anew each time.
func (g *game) origin() *origin {
	if h := g.traced.Load(); h != nil {
		return h
	}
	h := g.trace()
	if g.o.loaded.Load() {
		g.traced.Store(h)
	}
	return h
}

// trace finds out how the seats have changed hands.
func (g *game) trace() *origin {
	h := &origin{make([]int, len(g.terms.Seats)), make([]string, len(g.terms.Seats)), nil}
	p := g.terms.Parent
	if p == nil {
		return h
	}
	if name := g.o.wanted(p.Table); name != "" {
		if own := g.terms.SeatOf(g.o.self); own != rules.None {
			h.since[own], h.was[own] = p.Carry.Hands+1, name
		}
	}
	before := g.o.seatsBefore(p.Table)
	for i, seat := range p.From {
		switch {
		case seat >= len(before): // the table before is not known
		case before[seat].Fingerprint != record.Fingerprint(g.terms.Seats[i].Key):
			h.since[i], h.was[i] = p.Carry.Hands+1, before[seat].Name
		case p.Carry.Hands > 0: // else the game begins anew
			h.since[i] = before[seat].Since
		}
	}
	if before := g.before(); before != nil {
		h.gone = before.goneWith(p.From, h.was)
	}
	return h
}

// seatsBefore returns who sat at a table, in memory or in the archive, and since when; nil if this node does
// not have it.
func (o *observers) seatsBefore(id record.Hash) (list []api.Seat) {
	if g := o.find(id); g != nil {
		names, since := g.terms.Names(), g.origin().since
		for i, s := range g.terms.Seats {
			list = append(list, api.Seat{Name: names[i], Fingerprint: record.Fingerprint(s.Key), Since: since[i]})
		}
		return list
	}
	a, _ := o.past(id)
	return a.Summary.Seats
}

// goneWith lists the computer players of a table that are missing at the next one because their
// host's seat has changed hands. from has, for each seat of the next table, its seat here, and was
// who had it if it has changed hands.
func (g *game) goneWith(from []int, was []string) (gone []goneBot) {
	names := g.terms.Names()
	for i, seat := range g.terms.Seats {
		if seat.Host == nil || slices.Contains(from, i) {
			continue
		}
		host := g.terms.SeatOf(*seat.Host)
		if now := slices.Index(from, host); now >= 0 && was[now] != "" {
			gone = append(gone, goneBot{Name: names[i], With: names[host]})
		}
	}
	return gone
}

// onward says at which next table this node plays on, and to which others it has agreed.
func (g *game) onward() (o onward) {
	for _, child := range g.o.children(g.id) {
		st, next := child.Snapshot(), gameOf(child)
		changes := slices.ContainsFunc(next.origin().was, func(was string) bool { return was != "" })
		if st.Accepted() && !st.Declined() {
			o.agreed, o.changes = true, o.changes || changes
		}
		if st.InPlay() && !hasLeft(st.Snapshot) {
			o.plays = next
		}
	}
	return o
}

// next returns the table in memory at which this node goes on from this one, nil for none.
func (g *game) next() (next *game) {
	for _, child := range g.o.children(g.id) {
		if child.Snapshot().InPlay() {
			next = gameOf(child)
		}
	}
	return next
}

// completeSummary adds to a summary where the game goes on. If it does, the table counts as stopped, even if
// the others there cover for everybody who has left.
func (g *game) completeSummary(s *api.Summary) {
	if s.Call != nil {
		s.Call.Rematch, s.Call.By = g.Rematch(), g.caller()
	}
	if next := g.next(); next != nil {
		wentOn(s, next.id.String(), next.terms.Parent.From)
	}
	s.HandedTo, _ = g.handedTo()
	if s.Phase == api.PhasePlaying && (s.Child != "" || s.HandedTo != "") {
		s.Phase, s.Turn = api.PhaseStopped, ""
	}
}

// wentOn fills in at which table a game goes on. Whoever has one of the seats that go on there has left
// this table only for that one, and so counts as one who has not left.
func wentOn(s *api.Summary, child string, seats []int) {
	s.Child, s.Seats = child, slices.Clone(s.Seats) // the archive may have them
	for _, seat := range seats {
		if seat < len(s.Seats) {
			s.Seats[seat].Left = false
		}
	}
}

// handedTo returns [reporter.HandedTo] for the table as it is.
func (g *game) handedTo() (to, from string) {
	g.look(func(r *replica.Snapshot) { to, from = g.reporter.HandedTo(r) })
	return to, from
}

// mayAct returns an error if this node's person has handed the seat over, and so can no longer act
// at the table.
func (g *game) mayAct() error {
	to, from := g.handedTo()
	if from == "" {
		return nil
	}
	return api.Fail(api.ReasonHandedOver, api.Data{Name: to})
}

// gameOf returns the game of a table, nil for none.
func gameOf(t *session.Table) *game {
	if t == nil {
		return nil
	}
	return t.Observer().(*game)
}

// look calls f with the table as it was after its last turn.
func (g *game) look(f func(r *replica.Snapshot)) { f(g.Snapshot().Snapshot) }

// do calls f with the replica, to change it, and waits until the change is stored. It returns the
// error of f or of the store. It must not be called in a turn of a table.
//
// A node that has just come up, or has just been told to play, signs once it has heard from the
// others. As long as none of them is missing, f is tried again: nobody need know how long a start
// takes.
func (g *game) do(ctx context.Context, f func(r *replica.Replica, now time.Time) error) error {
	ctx, cancel := context.WithTimeout(ctx, replica.AwayAfter)
	defer cancel()
	var err error
	retry(ctx, func() (done bool) {
		misses := false
		err = session.Wait(func(done func(error)) {
			g.Do(func(r *replica.Replica, now time.Time) error {
				misses = slices.ContainsFunc(r.Unheard(), func(seat int) bool { _, lasts := r.Absent(seat); return lasts > 0 })
				return f(r, now)
			}, done)
		})
		return misses || !errors.Is(err, replica.ErrUnheard) && !errors.Is(err, replica.ErrHalted)
	})
	return err
}

// await waits for a table that the session finds or makes, and returns its game, which may be nil.
func await(f func(done func(*session.Table, error))) (*game, error) {
	t, err := session.WaitTable(f)
	return gameOf(t), err
}

// finished reports whether the game is over.
func (g *game) finished() bool { return g.Snapshot().Table().Over() }

// Created notes that the players of the table have yet to be met.
func (g *game) Created() { g.unmet = true }

// meet notes, once the first cards are dealt, which key claims which name, so that people are warned when
// a known name comes with a new key. By then it is known who is a guest: their keys are those of an
// invitation (PROTOCOL §2.4), and the next ones are no news.
func (g *game) meet(t *table.Table) {
	if !g.unmet || t.Position() == nil || t.HandNumber() == 0 || t.Hand().Slots() == 0 {
		return
	}
	g.unmet = false
	for _, s := range g.terms.Seats {
		if s.Host != nil || g.o.guest(s.Key) {
			continue
		}
		if err := g.o.book.NoteMet(s.Name, s.Key); err != nil {
			g.o.log.Warn("remembering a name", "err", err)
		}
	}
}

// Turned adds events for what has happened.
func (g *game) Turned(notes []replica.Note) {
	st := g.Snapshot()
	g.meet(st.Table())
	for _, e := range g.reporter.Events(st, notes) {
		g.o.events.Add(e)
	}
	for _, n := range notes {
		if n.Said != nil && g.Seats(n.Said.Node) {
			g.answersScreen(n.Said.Text)
		}
	}
	if g.reporter.Changed(st) || g.failed {
		g.failed = false
		g.o.events.Touch(g.id.String())
	}
	g.o.onTurn(g)
}

// Called adds an event: a node has called for a continuation.
func (g *game) Called() {
	if g.arranged() {
		return
	}
	e := api.Event{Kind: api.EventOnward, Name: cmp.Or(g.caller(), record.Fingerprint(g.Snapshot().Caller)), What: api.Rematch}
	if !g.Rematch() {
		c := g.Snapshot().Table().Continuation()
		e.What, e.From, e.Names = api.Continue, c.Carry.Hands, g.terms.Names()
	}
	g.say(e)
}

// caller returns the name of who has called for this continuation, "" if that is none of its players.
func (g *game) caller() string {
	caller := g.Snapshot().Caller
	if i := slices.IndexFunc(g.terms.Seats, func(s table.Seat) bool { return s.Key == caller }); i >= 0 {
		return g.terms.Names()[i]
	}
	return ""
}

// arranged reports whether this node's person has agreed to the continuation before anybody called
// for it, so that there is nothing to ask.
func (g *game) arranged() bool {
	c := g.Snapshot().Table().Continuation()
	if g.o.wanted(c.Parent) != "" {
		return true
	}
	parent := g.o.find(c.Parent)
	return parent != nil && parent.Snapshot().Consents(*c)
}

// tries reports whether this is a table that is to begin with seats that change hands, while the one
// before is still being played.
func (g *game) tries() bool {
	before := g.before()
	return before != nil && !g.begun() && before.inPlay() && g.arranged()
}

// Watching adds an event: a spectator has come or gone.
func (g *game) Watching(node record.Key, here bool) {
	what := api.Here
	if !here {
		what = api.Gone
	}
	g.say(api.Event{Kind: api.EventWatch, What: what, Name: g.o.directory.Name(node), Fingerprint: record.Fingerprint(node)})
}

// Restored adds an event: the store had lost the table, and it is being fetched again.
func (g *game) Restored() {
	g.say(api.Event{Kind: api.EventAway, What: api.Refetched, Yours: true})
}

// Failed notes that the store refuses records of the table.
func (g *game) Failed(err error) {
	g.o.log.Error("the store refuses records; nothing is sent until it takes them", "table", g.id.Short(), "err", err)
	g.failed = true
	g.o.events.Touch(g.id.String())
}

func (g *game) say(e api.Event) {
	e.Table = g.id.String()
	g.o.events.Add(e)
}

// storeWarnings returns a warning if the store refuses records of the table.
func (g *game) storeWarnings() []api.Warning {
	if err := g.Snapshot().Failed; err != nil {
		return []api.Warning{{Code: api.WarnStore, Table: g.id.String(), Detail: plainError(err)}}
	}
	return nil
}

// Summary returns, encoded, what lists show of the table once it is in the archive.
func (g *game) Summary(s *replica.Snapshot) ([]byte, error) {
	sum := summaryOf(s)
	g.completeSummary(&sum)
	for i, since := range g.origin().since {
		sum.Seats[i].Since = since
	}
	return json.Marshal(archived{Summary: sum, Left: hasLeft(s), Declined: s.Declined()})
}

// credential returns the credential by which this node watches a private table.
func credential(t *session.Table) *entry.Credential { return gameOf(t).credential }
