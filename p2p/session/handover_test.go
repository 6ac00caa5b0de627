package session_test

import (
	"crypto/ed25519"
	"errors"
	"maps"
	mrand "math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/tabletest"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/wire"
)

// A town is some sessions that reach each other, in one queue and in virtual time.
type town struct {
	t     *testing.T
	now   time.Time
	queue []func()
	homes []*home
	first record.Hash
	pipes []*pipe
}

// A home is a session in a town, with its person, who moves at once.
type home struct {
	*session.Session
	shelf   *shelf
	town    *town
	i       int
	key     ed25519.PrivateKey
	life    int
	down    bool // it hears and does nothing
	crashed bool
	thinks  bool          // its person makes no move
	stuck   bool          // it is heard, but does nothing about continuations
	fuse    int           // writes until it crashes, if positive
	slept   time.Duration // how far its monotonic clock is behind
	wants   int           // the seat for which its person asks; -1 for none
	before  []record.Hash // what it was told at the door
	vain    int           // how often its person was told that a change of seats is in vain
}

// newTown has the first so many homes play the drill, with a computer player of the first, and
// two homes besides. The seed decides who sits the second hand out.
func newTown(t *testing.T, persons int, seed byte) *town {
	t.Helper()
	return townOf(t, persons, 4, seed, tabletest.Propose)
}

// townOf is newTown for a game of so many hands, as it is proposed.
func townOf(t *testing.T, persons, hands int, seed byte, propose func(testing.TB, *rules.RuleSet, int, map[string]any, ed25519.PrivateKey, *mrand.ChaCha8) record.Record) *town {
	t.Helper()
	w := &town{t: t, now: since(1_750_000_000)}
	for i := range persons + 2 {
		w.homes = append(w.homes, &home{
			town: w, i: i, key: tabletest.Key(7, i), wants: -1,
			shelf: &shelf{
				memory:    &memory{tables: map[record.Hash]*session.Stored{}, done: map[record.Hash]session.Done{}, calls: map[record.Hash]session.Call{}},
				handovers: map[record.Hash][]replica.OwnHandover{},
			},
		})
		w.homes[i].shelf.home = w.homes[i]
		w.homes[i].open()
	}
	proposal := propose(t, tabletest.Drill, persons+1, map[string]any{"hands": hands}, w.homes[0].key, mrand.NewChaCha8([32]byte{seed}))
	w.first = record.Fold(record.Hash{}, 0, []record.Record{proposal})
	g := replica.Genesis{Proposal: &proposal}
	for i, h := range w.homes[:persons] {
		g.Joins = append(g.Joins, tabletest.Join(t, h.key, w.first, record.Join{Name: name(i)}))
	}
	bot, self := tabletest.Key(8, 0), w.homes[0].node()
	cert := record.CertifyBot(w.homes[0].key, w.first, record.KeyOf(bot))
	g.Joins = append(g.Joins, tabletest.Join(t, bot, w.first, record.Join{Name: "Ada", Host: &self, Certificate: &cert}))
	for i, h := range w.homes[:persons] {
		seats := map[record.Key]session.OwnSeat{h.node(): {}}
		if i == 0 {
			seats[record.KeyOf(bot)] = session.OwnSeat{Seed: bot.Seed(), Bot: "easy"}
		}
		h.Session.Create(g, seats, false, func(_ *session.Table, err error) { w.must(err) })
	}
	return w
}

func name(i int) string { return []string{"ana", "ben", "cleo", "dan", "eve"}[i] }

func (w *town) must(err error) {
	if err != nil {
		w.t.Helper()
		w.t.Fatal(err)
	}
}

func (h *home) node() record.Key { return record.KeyOf(h.key) }

// open starts the session from what is stored.
func (h *home) open() {
	h.life++
	h.fuse = 0
	h.Session = session.New(session.Config{
		Key: h.key, Store: h.shelf, Network: h, Scheduler: h, Rand: mrand.NewChaCha8([32]byte{byte(h.i), byte(h.life)}),
		Games:    func(string) (*rules.RuleSet, error) { return tabletest.Drill, nil },
		Newcomer: h.takes,
		Observe:  func(t *session.Table) session.Observer { return &listener{observer{h: &house{}, table: t}, h} },
		Readable: func([]byte) bool { return true },
	})
	h.town.must(h.Session.Load())
}

// A listener counts what the person of a home is told.
type listener struct {
	observer
	home *home
}

func (l *listener) Turned(notes []replica.Note) {
	for _, n := range notes {
		if len(n.Vain) > 0 {
			l.home.vain++
		}
	}
}

// takes reports whether the person has asked for the seat that it takes over in a continuation.
func (h *home) takes(_ record.Key, c record.Continuation) (map[record.Key]session.OwnSeat, bool) {
	i := slices.IndexFunc(c.Players, func(p record.Player) bool { return p.Key == h.node() })
	return map[record.Key]session.OwnSeat{h.node(): {Before: h.before}}, i >= 0 && h.wants >= 0 && c.From[i] == h.wants
}

var errCrash = errors.New("the home crashes")

// Go does something in this life, unless the home is down.
func (h *home) Go(f func()) {
	life := h.life
	h.town.queue = append(h.town.queue, func() {
		defer func() {
			if r := recover(); r != nil && r != errCrash {
				panic(r)
			}
		}()
		if h.life == life && !h.down {
			f()
		}
	})
}

func (h *home) Now() time.Time { return slept(h.town.now, h.slept) }
func (h *home) Parallel(n int, f func(int)) {
	for i := range n {
		f(i)
	}
}

// write is a write to the store: the home may crash before or behind it.
func (h *home) write(do func() error) error {
	h.burn()
	err := do()
	h.burn()
	return err
}

func (h *home) burn() {
	if h.fuse > 0 {
		if h.fuse--; h.fuse == 0 {
			h.crash()
			panic(errCrash)
		}
	}
}

// crash ends the session. It starts anew with the next tick.
func (h *home) crash() {
	h.life, h.crashed = h.life+1, true
	h.cut()
}

// cut ends all links of a home.
func (h *home) cut() {
	for _, p := range slices.Clone(h.town.pipes) {
		if p.from == h || p.to() == h {
			p.Close()
		}
	}
}

// A shelf is the store of a home.
type shelf struct {
	*memory
	home      *home
	handovers map[record.Hash][]replica.OwnHandover
}

func (h *shelf) Create(id record.Hash, g replica.Genesis, seats map[record.Key]session.OwnSeat) error {
	return h.home.write(func() error { return h.memory.Create(id, g, seats) })
}

func (h *shelf) Save(id record.Hash, s replica.Save) error {
	return h.home.write(func() error { return h.memory.Save(id, s) })
}

func (h *shelf) PutCall(id record.Hash, c session.Call) error {
	return h.home.write(func() error { return h.memory.PutCall(id, c) })
}

func (h *shelf) PutHandovers(id record.Hash, own []replica.OwnHandover) error {
	return h.home.write(func() error {
		h.handovers[id] = own
		return nil
	})
}

func (h *shelf) Handovers(id record.Hash) ([]replica.OwnHandover, bool, error) {
	own, said := h.handovers[id]
	return own, said, nil
}

func (h *shelf) Load(id record.Hash) (*session.Stored, error) {
	st := *h.tables[id]
	st.Records, st.Notices, st.Seats = slices.Clone(st.Records), slices.Clone(st.Notices), maps.Clone(st.Seats)
	return &st, nil
}

// A pipe is one end of a link between two homes.
type pipe struct {
	from  *home
	t     *session.Table
	other *pipe
	open  bool
}

func (p *pipe) to() *home        { return p.other.from }
func (p *pipe) Node() record.Key { return p.to().node() }
func (p *pipe) Since() time.Time { return time.Time{} }
func (p *pipe) Finish()          { p.Close() }

func (p *pipe) Close() {
	if !p.open {
		return
	}
	p.open, p.other.open = false, false
	w := p.from.town
	w.pipes = slices.DeleteFunc(w.pipes, func(q *pipe) bool { return q == p || q == p.other })
	for _, q := range []*pipe{p, p.other} {
		if q.t != nil {
			q.from.Go(func() { q.t.Detach(q, true) })
		}
	}
}

// Send carries a message as it comes over the network.
func (p *pipe) Send(m replica.Message) bool {
	b, err := wire.Encode(m)
	p.from.town.must(err)
	p.to().Go(func() {
		var m replica.Message
		p.from.town.must(wire.Decode(b[4:], &m))
		if p.open && p.other.t != nil {
			p.other.t.Receive(p.other, m, func(error) {})
		}
	})
	return p.open
}

func (h *home) at(node record.Key) *home {
	i := slices.IndexFunc(h.town.homes, func(o *home) bool { return o.node() == node })
	if i < 0 || h.town.homes[i].down || h.town.homes[i].crashed || h.down {
		return nil
	}
	return h.town.homes[i]
}

func (h *home) Connected(node record.Key) bool        { return h.at(node) != nil }
func (h *home) RoundTrip(record.Key) time.Duration    { return 0 }
func (h *home) Dial(record.Key)                       {}
func (h *home) Protect(record.Key, record.Hash, bool) {}
func (h *home) KeepOut(record.Key)                    {}
func (h *home) Welcome(record.Key)                    {}

// Open makes a link. The other home takes it if it has the table, or takes the call for it.
func (h *home) Open(t *session.Table, node record.Key) {
	to := h.at(node)
	if to == nil {
		return
	}
	a, b := &pipe{from: h, t: t, open: true}, &pipe{from: to, open: true}
	a.other, b.other = b, a
	h.town.pipes = append(h.town.pipes, a, b)
	attach := func(p *pipe, t *session.Table, mine bool) {
		p.t = t
		t.Attach(p, mine, func(err error) {
			if err != nil {
				p.Close()
			}
		})
	}
	take := func(u *session.Table, _ error) {
		if u == nil || !a.open {
			a.Close()
			return
		}
		attach(b, u, false)
		h.Go(func() { attach(a, t, true) })
	}
	g := t.Snapshot().Genesis()
	to.Go(func() {
		if u := to.Table(t.ID()); u != nil {
			take(u, nil)
		} else if g.Continuation != nil && !to.Archived(t.ID()) {
			to.TakeCall(h.node(), *g.Continuation, take)
		} else {
			a.Close()
		}
	})
}

// run lets time pass until done; a quarter of an hour at most.
func (w *town) run(what string, done func() bool) {
	w.t.Helper()
	busy := 0
	for end := w.now.Add(15 * time.Minute); w.now.Before(end) && busy < 100_000; {
		if len(w.queue) > 0 {
			busy++
			f := w.queue[0]
			w.queue = w.queue[1:]
			f()
			continue
		}
		if busy = 0; done() {
			return
		}
		w.now = w.now.Add(100 * time.Millisecond)
		for _, h := range w.homes {
			if h.crashed {
				h.crashed = false
				h.open()
			}
			if !h.down {
				h.Go(h.tick)
			}
		}
	}
	w.t.Fatalf("never: %s", what)
}

func (w *town) pass(d time.Duration) {
	end := w.now.Add(d)
	w.run("the end of time", func() bool { return !w.now.Before(end) })
}

func (h *home) tick() {
	for _, t := range h.Session.Tables() {
		if st := t.Snapshot(); st.InPlay() && mine(st) && st.Ready() && !h.thinks {
			play(t, nil)
		}
	}
	if !h.stuck {
		h.Session.Tick(true)
		return
	}
	for _, t := range h.Session.Tables() {
		t.Do(func(r *replica.Replica, now time.Time) error {
			r.Tick(now)
			return nil
		}, nil)
	}
}

// say has the person say things of the handovers of a table.
func (h *home) say(id record.Hash, own ...replica.OwnHandover) {
	h.town.t.Helper()
	h.Session.Table(id).ChangeHandovers(func(r *replica.Replica, _ []replica.OwnHandover) ([]replica.OwnHandover, error) {
		for i, o := range own {
			if o.Agrees && o.Value == (record.Hash{}) {
				own[i] = r.Agree(o)
			}
		}
		return own, nil
	}, func(err error) { h.town.must(err) })
}

// asks is the handover by which a home's person takes a seat over.
func (h *home) asks(seat int) replica.Handover {
	h.wants = seat
	return replica.Handover{Seat: seat, Node: h.node(), Player: &record.Player{Key: h.node(), Name: name(h.i)}}
}

// hosts is the one by which a computer player of it does, as it says it.
func (h *home) hosts(seat int) replica.OwnHandover {
	key, host := tabletest.Key(8, 10+h.i), h.node()
	return replica.OwnHandover{Asks: true, Agrees: true, Seed: key.Seed(), Strength: "easy", Handover: replica.Handover{
		Seat: seat, Node: host, Bot: true, Player: &record.Player{Key: record.KeyOf(key), Name: "Bob", Host: &host},
	}}
}

func agrees(h replica.Handover) replica.OwnHandover {
	return replica.OwnHandover{Handover: h, Agrees: true}
}

// hand is the hand that a table plays for a home.
func (h *home) hand(id record.Hash) int { return h.Session.Table(id).Snapshot().Table().HandNumber() }

// dealt reports whether the cards of a hand are dealt, or are about to be.
func (h *home) dealt(id record.Hash, hand int) bool {
	kind := h.Session.Table(id).Snapshot().Table().Pending().Kind
	return h.hand(id) == hand && kind != record.KindKey && kind != record.KindSeal
}

// next is the table that a home plays and that goes on from one; nil while there is none.
func (h *home) next(id record.Hash) *session.Table {
	for _, t := range h.Session.Children(id) {
		if t.Snapshot().InPlay() {
			return t
		}
	}
	return nil
}

// played lists the tables that a home plays, or has played, and that go on from the first.
func (w *town) played(h *home) (ids []record.Hash) {
	for _, o := range w.homes {
		for _, t := range o.Session.Children(w.first) {
			id := t.ID()
			u := h.Session.Table(id)
			if plays := u == nil && h.Archive()[id].Parent != nil || u != nil && (u.Snapshot().Played() || u.Snapshot().InPlay()); plays && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// goOn waits until homes play one table that goes on from the first, to the end of its game,
// and verifies both logs together.
func (w *town) goOn(homes ...*home) record.Continuation {
	w.t.Helper()
	w.run("all go on", func() bool {
		return !slices.ContainsFunc(homes, func(h *home) bool { return h.crashed || h.next(w.first) == nil })
	})
	t := homes[0].next(w.first)
	for _, h := range homes {
		if u := h.next(w.first); u.ID() != t.ID() {
			w.t.Fatalf("%s plays another table than %s", name(h.i), name(homes[0].i))
		}
	}
	w.run("the end of the game", func() bool {
		return !slices.ContainsFunc(homes, func(h *home) bool { return h.crashed || !h.over(t.ID()) })
	})
	for _, h := range homes {
		if u := h.Session.Table(t.ID()); u != nil {
			t = u
		}
	}
	logs := [][]record.Record{t.Snapshot().Table().Log()}
	for _, h := range homes {
		if u := h.Session.Table(w.first); u != nil {
			logs = append(logs, u.Snapshot().Table().Log())
			break
		}
	}
	if _, err := audit.VerifyChain(logs, func(string) (*rules.RuleSet, error) { return tabletest.Drill, nil }, audit.Options{}); err != nil {
		w.t.Error(err)
	}
	w.innocent()
	return *t.Snapshot().Table().Continuation()
}

func (h *home) over(id record.Hash) bool {
	t := h.Session.Table(id)
	return t == nil && h.Archived(id) || t != nil && t.Snapshot().Table().Over()
}

// innocent checks that nobody is at fault, or has signed a key at two tables that go on from one.
func (w *town) innocent() {
	w.t.Helper()
	for _, h := range w.homes {
		played := map[record.Hash]int{}
		for _, t := range h.Session.Tables() {
			st := t.Snapshot()
			if fs := st.Table().Faults(); len(fs) > 0 {
				w.t.Errorf("%s: %v", name(h.i), fs)
			}
			if c := st.Table().Continuation(); c != nil && st.Played() {
				played[c.Parent]++
			}
		}
		for _, n := range played {
			if n > 1 {
				w.t.Errorf("%s plays %d tables that go on from one", name(h.i), n)
			}
		}
	}
}

// From the next hand on: a person takes the seat of a computer player, or that of a person who
// hands it over; a computer player of somebody who stays does.
func TestSeatChangesHands(t *testing.T) {
	for what, c := range map[string]struct {
		say  func(w *town, a, b, zoe *home) // all agree
		at   func(a, b, zoe *home) []*home  // who sits at the new table
		seat int
		seed byte
	}{
		"a person for a computer player": {func(w *town, a, b, zoe *home) {
			h := zoe.asks(2)
			a.say(w.first, replica.OwnHandover{Handover: h, Asks: true, Agrees: true})
			b.say(w.first, agrees(h))
		}, func(a, b, zoe *home) []*home { return []*home{a, b, zoe} }, 2, 9},
		"a person for a person": {func(w *town, a, b, zoe *home) {
			h := zoe.asks(1)
			offer := agrees(h)
			offer.Offers = true
			a.say(w.first, replica.OwnHandover{Handover: h, Asks: true, Agrees: true})
			b.say(w.first, offer)
		}, func(a, b, zoe *home) []*home { return []*home{a, zoe} }, 1, 9},
		"a computer player for a person": {func(w *town, a, b, zoe *home) {
			h := a.hosts(1)
			a.say(w.first, h)
			b.say(w.first, agrees(h.Handover))
		}, func(a, b, zoe *home) []*home { return []*home{a} }, 1, 9},
	} {
		t.Run(what, func(t *testing.T) {
			w := newTown(t, 2, c.seed)
			a, b, zoe := w.homes[0], w.homes[1], w.homes[3]
			w.run("the cards", func() bool {
				return a.Session.Table(w.first) != nil && b.Session.Table(w.first) != nil && a.hand(w.first) == 1
			})
			c.say(w, a, b, zoe)
			got := w.goOn(c.at(a, b, zoe)...)
			if got.Carry.Hands < 1 || !slices.Contains(got.From, c.seat) || w.homes[2].next(w.first) != nil {
				t.Errorf("it goes on from hand %d with the seats %v", got.Carry.Hands, got.From)
			}
			for _, h := range w.homes[:2] {
				if !slices.Contains(c.at(a, b, zoe), h) && h.next(w.first) != nil {
					t.Errorf("%s still plays", name(h.i))
				}
			}
		})
	}
}

// The first seat would begin the new table. A newcomer in it has no old one to leave, so the
// first that remains does. Nobody takes over a seat that is out: this one is so of the second
// hand.
func TestFirstSeatChangesHands(t *testing.T) {
	w := newTown(t, 3, 5)
	ana, ben, cleo, zoe := w.homes[0], w.homes[1], w.homes[2], w.homes[3]
	w.run("the cards", func() bool {
		return ben.Session.Table(w.first) != nil && cleo.Session.Table(w.first) != nil && ben.hand(w.first) == 1
	})
	h := zoe.asks(0)
	offer := agrees(h)
	offer.Offers = true
	ana.say(w.first, offer)
	ben.say(w.first, replica.OwnHandover{Handover: h, Asks: true, Agrees: true})
	cleo.say(w.first, agrees(h))
	if c := w.goOn(ben, cleo, zoe); c.Carry.Hands != 2 || len(c.Players) != 3 || ana.next(w.first) != nil {
		t.Errorf("it goes on from hand %d with %d seats", c.Carry.Hands, len(c.Players))
	}
}

// threeWith is a town of three persons and a computer player; the newcomer has asked at the
// first home for the seat of the computer player, and all have agreed.
func threeWith(t *testing.T, now bool) (w *town, zoe *home, h replica.Handover) {
	t.Helper()
	w = newTown(t, 3, 5)
	zoe, h = w.agree(now)
	return w, zoe, h
}

// agree has them do so in a town of three.
func (w *town) agree(now bool) (zoe *home, h replica.Handover) {
	w.t.Helper()
	zoe = w.homes[3]
	w.run("the cards", func() bool {
		return !slices.ContainsFunc(w.homes[:3], func(h *home) bool { return h.Session.Table(w.first) == nil || h.hand(w.first) != 1 })
	})
	h = zoe.asks(3)
	h.Now = now
	w.homes[0].say(w.first, replica.OwnHandover{Handover: h, Asks: true, Agrees: true})
	w.homes[1].say(w.first, agrees(h))
	w.homes[2].say(w.first, agrees(h))
	w.think(now)
	return zoe, h
}

// think makes people think about their moves, or move at once.
func (w *town) think(long bool) {
	for _, h := range w.homes {
		h.thinks = long
	}
}

// waitsFor has a newcomer fall silent: the next hand begins once it was waited for, for a minute.
func (w *town) waitsFor(newcomer *home) {
	w.t.Helper()
	newcomer.down = true
	began := w.now
	w.run("the next hand", func() bool { return w.homes[1].dealt(w.first, 2) })
	if took := w.now.Sub(began); took < replica.HandoverTime || took > 2*replica.HandoverTime {
		w.t.Errorf("the next hand waits for %v", took)
	}
}

// At once is in the running hand, which nobody plays on.
func TestSeatChangesHandsAtOnce(t *testing.T) {
	w, zoe, _ := threeWith(t, true)
	w.run("all go on", func() bool { return zoe.next(w.first) != nil && w.homes[1].next(w.first) != nil })
	w.think(false)
	if c := w.goOn(append(w.homes[:3:3], zoe)...); c.Carry.Hands != 0 {
		t.Errorf("it goes on from hand %d", c.Carry.Hands)
	}
}

// Whoever goes and agrees last voids nobody's aye by that: the seat changes hands at once.
func TestWhoGoesAgreesLast(t *testing.T) {
	w := newTown(t, 3, 5)
	others, goer, zoe := w.homes[:2:2], w.homes[2], w.homes[3]
	w.run("the cards", func() bool {
		return !slices.ContainsFunc(w.homes[:3], func(h *home) bool { return h.Session.Table(w.first) == nil || h.hand(w.first) != 1 })
	})
	h := zoe.asks(2)
	h.Now = true
	w.think(true)
	others[0].say(w.first, replica.OwnHandover{Handover: h, Asks: true, Agrees: true})
	others[1].say(w.first, agrees(h))
	w.pass(2 * replica.Heartbeat)
	goer.Session.Table(w.first).ChangeHandovers(func(r *replica.Replica, _ []replica.OwnHandover) ([]replica.OwnHandover, error) {
		r.Act()
		return []replica.OwnHandover{r.Agree(agrees(h))}, nil
	}, w.must)
	w.run("all go on", func() bool { return zoe.next(w.first) != nil })
	w.think(false)
	if c := w.goOn(append(others, zoe)...); c.Carry.Hands != 0 {
		t.Errorf("it goes on from hand %d", c.Carry.Hands)
	}
}

// accepted reports whether homes have accepted a continuation of the first table, which has not
// begun.
func (w *town) accepted(homes ...*home) bool {
	return !slices.ContainsFunc(homes, func(h *home) bool {
		return h.crashed || !slices.ContainsFunc(h.Session.Children(w.first), func(t *session.Table) bool {
			st := t.Snapshot()
			return st.Accepted() && st.Stays() && !st.InPlay()
		})
	})
}

// opener waits until the one who is to begin a table at which seats change hands has accepted it,
// and returns it and the others.
func (w *town) opener() (opener *home, others []*home) {
	w.t.Helper()
	w.run("it is called", func() bool { return slices.ContainsFunc(w.homes[:3], func(h *home) bool { return w.accepted(h) }) })
	for _, h := range w.homes[:3] {
		if w.accepted(h) {
			opener = h
		} else {
			others = append(others, h)
		}
	}
	if len(others) != 2 {
		w.t.Fatalf("%d others have accepted it already", 2-len(others))
	}
	return opener, others
}

// signed counts what a home has signed at the first table.
func (w *town) signed(h *home) (n int) {
	for _, r := range h.Session.Table(w.first).Snapshot().Table().Log() {
		if r.Author == h.node() {
			n++
		}
	}
	return n
}

// Attack: whoever begins a table at which seats change hands at once waits how the running hand
// goes on, and only then begins it or lets it lapse. But whoever has accepted it signs nothing more
// of that hand: no move, no share, no vote, also after a restart.
func TestAttackWhoBeginsWaits(t *testing.T) {
	w, zoe, _ := threeWith(t, true)
	opener, others := w.opener()
	opener.stuck = true
	w.run("all have accepted", func() bool { return w.accepted(others...) })
	w.think(false)
	before := []int{w.signed(others[0]), w.signed(others[1])}
	w.pass(3 * time.Second)
	others[1].crash() // it knows what it has accepted when it comes back
	w.pass(3 * time.Second)
	if !w.accepted(others...) {
		t.Fatal("it has come to nothing early")
	}
	for i, h := range others {
		if n := w.signed(h); n != before[i] {
			t.Errorf("%s has accepted, and then signed %d records of the hand", name(h.i), n-before[i])
		}
		var failed error
		h.Session.Table(w.first).Do(func(r *replica.Replica, now time.Time) error { return r.Play(r.Local(), "pass", now) }, func(err error) { failed = err })
		if w.pass(100 * time.Millisecond); !errors.Is(failed, replica.ErrChanging) {
			t.Errorf("%s moves: %v", name(h.i), failed)
		}
	}
	opener.stuck = false
	if c := w.goOn(append(w.homes[:3:3], zoe)...); c.Carry.Hands != 0 {
		t.Errorf("it goes on from hand %d", c.Carry.Hands)
	}
}

// No hand waits for a newcomer who is not there: nobody signs before all can. Whoever comes back in
// time takes the seat in that hand.
func TestAtOnceWaitsForNoNewcomer(t *testing.T) {
	w, zoe, _ := threeWith(t, true)
	zoe.down = true
	before := w.signed(w.homes[0]) + w.signed(w.homes[1]) + w.signed(w.homes[2])
	w.pass(replica.WithoutAfter)
	if w.accepted(w.homes[0]) || w.accepted(w.homes[1]) || w.accepted(w.homes[2]) {
		t.Error("somebody has promised to sign nothing more, and waits for who is not there")
	}
	w.think(false)
	w.homes[1].thinks, w.homes[2].thinks = true, true
	w.run("the hand goes on", func() bool {
		return w.signed(w.homes[0])+w.signed(w.homes[1])+w.signed(w.homes[2]) > before || w.homes[1].Session.Table(w.first).Snapshot().Table().Missing()[0] != 0
	})
	w.think(true)
	zoe.down = false
	w.run("all go on", func() bool { return zoe.next(w.first) != nil })
	w.think(false)
	if c := w.goOn(append(w.homes[:3:3], zoe)...); c.Carry.Hands != 0 {
		t.Errorf("it goes on from hand %d", c.Carry.Hands)
	}
}

// If somebody does not sign it, whoever was to begin it leaves it after 15 s, and signs nothing of
// the hand until then. Nobody tries it again in this hand; in the next one, what was to be at once is
// asked anew.
func TestAtOnceComesToNothing(t *testing.T) {
	w, zoe, h := threeWith(t, true)
	opener, others := w.opener()
	others[0].stuck = true
	w.think(false)
	before, began := w.signed(opener), w.now
	w.run("the hand goes on", func() bool { return w.signed(opener) > before })
	if took := w.now.Sub(began); took < session.BeginTime-time.Second || took > session.BeginTime+5*time.Second {
		t.Errorf("the hand waits for %v", took)
	}
	others[0].stuck = false
	homes := w.homes[:3]
	w.run("the next hand", func() bool { return homes[1].dealt(w.first, 2) })
	for _, h := range homes {
		if w.accepted(h) {
			t.Errorf("%s has signed the end of the hand, and could begin a table that gives it up", name(h.i))
		}
	}
	if zoe.next(w.first) != nil {
		t.Fatal("it has begun after all")
	}
	w.think(true)
	homes[0].say(w.first, replica.OwnHandover{Handover: h, Asks: true, Agrees: true})
	homes[1].say(w.first, agrees(h))
	homes[2].say(w.first, agrees(h))
	w.run("all go on", func() bool { return zoe.next(w.first) != nil })
	w.think(false)
	if c := w.goOn(append(homes[:3:3], zoe)...); c.Carry.Hands != 1 {
		t.Errorf("it goes on from hand %d", c.Carry.Hands)
	}
}

// Attack: somebody who has accepted leaves the continuation again, and tells only some. Only the one
// who begins it decides: an honest other one, who hears of that leave notice first, follows all the
// same.
func TestAttackNoticeForOne(t *testing.T) {
	w, _, _ := threeWith(t, true)
	opener, others := w.opener()
	opener.stuck = true
	w.run("all have accepted", func() bool { return w.accepted(others...) })
	child := others[0].Session.Children(w.first)[0]
	cheat := others[1].Session.Table(child.ID())
	var notice record.Record
	cheat.Do(func(r *replica.Replica, now time.Time) (err error) {
		notice, err = seat.Notice(r.Table(), r.Local().Seat(), others[1].key, uint64(now.Unix()))
		return err
	}, w.must)
	w.pass(100 * time.Millisecond)
	child.Do(func(r *replica.Replica, now time.Time) error {
		from := replica.Peer(string(others[1].key.Public().(ed25519.PublicKey)))
		r.Connect(from, others[1].node(), now)
		r.Receive(from, replica.Message{Notices: []record.Record{notice}}, now)
		r.Disconnect(from, now)
		return nil
	}, w.must)
	w.pass(time.Second)
	if !child.Snapshot().Table().HasLeft(child.Terms().SeatOf(others[1].node())) {
		t.Fatal("the notice has not come")
	}
	if !w.accepted(others[0]) {
		t.Fatal("it leaves because another one does")
	}
	opener.stuck = false
	w.run("one way or the other", func() bool {
		return opener.next(w.first) != nil || !w.accepted(opener)
	})
	w.pass(5 * time.Second)
	if begun := opener.next(w.first) != nil; begun != (others[0].next(w.first) != nil) {
		t.Errorf("the one who begins has begun: %v, and %s not, or the other way round", begun, name(others[0].i))
	}
}

// If whoever is to begin a continuation has accepted it and is heard but does not begin it, the
// others leave it after half a minute, and it does not begin any more; if it is gone, they wait
// longer.
func TestWhoIsToBeginDoesNot(t *testing.T) {
	for gone, want := range map[bool]time.Duration{false: session.LeaveTime, true: session.LostTime} {
		w, _, _ := threeWith(t, true)
		opener, others := w.opener()
		opener.stuck = true
		w.run("all have accepted", func() bool { return w.accepted(others...) })
		w.think(false)
		opener.down = gone
		began := w.now
		w.run("the others leave it", func() bool { return !w.accepted(others[0]) && !w.accepted(others[1]) })
		if took := w.now.Sub(began); took < want-time.Second || took > want+5*time.Second {
			t.Errorf("gone %v: they wait for %v", gone, took)
		}
		opener.down, opener.stuck = false, false
		w.run("the hand goes on", func() bool { return others[0].dealt(w.first, 2) })
		for _, h := range w.homes {
			if h.next(w.first) != nil {
				t.Errorf("gone %v: %s begins it after all", gone, name(h.i))
			}
		}
		w.innocent()
	}
}

// Attack: somebody holds an acceptance back until whoever is to begin the table has slept and wakes, so
// that it begins what the others have left. But time counts for it in which its monotonic clock stood
// still: it leaves the table as soon as it wakes.
func TestAttackAcceptsOneThatSlept(t *testing.T) {
	w, _, _ := threeWith(t, true)
	opener, others := w.opener()
	others[0].stuck = true
	w.think(false)
	w.pass(session.BeginTime / 3)
	opener.down = true
	w.pass(session.BeginTime)
	opener.down, opener.slept = false, session.BeginTime
	if !w.accepted(opener) {
		t.Fatal("it has left it before it slept")
	}
	w.pass(time.Second)
	if w.accepted(opener) {
		t.Error("it waits on, and could still begin it")
	}
}

// At a table that does not go on, no hand waits: nor does a change of seats come to nothing because
// somebody is slow to sign.
func TestStoppedTableWaitsForTheSlow(t *testing.T) {
	w, zoe, _ := stopped(t)
	w.pass(session.LostTime + 5*time.Second)
	if !w.accepted(w.homes[0], w.homes[2]) || zoe.next(w.first) != nil {
		t.Fatal("it has come to nothing, or begun early")
	}
	w.homes[1].stuck = false
	w.think(false)
	if c := w.goOn(append(w.homes[:3:3], zoe)...); c.Attempt != 0 {
		t.Errorf("it is attempt %d", c.Attempt)
	}
}

// stopped has three play at a table that has stopped, because a fourth one has left it. They have
// agreed that zoe takes over the seat of the computer player; all but the second one have signed that.
func stopped(t *testing.T) (w *town, zoe *home, h replica.Handover) {
	t.Helper()
	w = newTown(t, 4, 5)
	zoe = w.homes[4]
	w.think(true)
	w.run("the cards", func() bool {
		return !slices.ContainsFunc(w.homes[:4], func(h *home) bool { return h.Session.Table(w.first) == nil || h.hand(w.first) != 1 })
	})
	w.homes[3].Session.Table(w.first).Do(func(r *replica.Replica, now time.Time) error { return r.Leave(r.Local(), now) }, w.must)
	w.pass(5 * time.Second)
	h = zoe.asks(4)
	w.homes[0].say(w.first, replica.OwnHandover{Handover: h, Asks: true, Agrees: true})
	w.homes[1].say(w.first, agrees(h))
	w.homes[2].say(w.first, agrees(h))
	w.homes[1].stuck = true
	w.run("two have accepted", func() bool { return w.accepted(w.homes[0], w.homes[2]) })
	return w, zoe, h
}

// A change of seats that has come to nothing at a table that has stopped is tried again as soon as all
// agree: no next hand will come. The opener may have been restarted, or somebody has said no.
func TestStoppedTableTriesAgain(t *testing.T) {
	for what, fail := range map[string]func(w *town, h replica.Handover){
		"the opener is restarted": func(w *town, _ replica.Handover) {
			w.homes[0].crash()
			w.run("it is back", func() bool { return !w.homes[0].crashed })
		},
		"somebody says no": func(w *town, h replica.Handover) {
			w.homes[2].say(w.first)
			w.run("they leave it", func() bool { return !w.accepted(w.homes[0]) && !w.accepted(w.homes[2]) })
			w.homes[2].say(w.first, agrees(h))
		},
	} {
		w, zoe, h := stopped(t)
		fail(w, h)
		w.homes[0].say(w.first, replica.OwnHandover{Handover: h, Asks: true, Agrees: true})
		w.homes[1].stuck = false
		w.think(false)
		if c := w.goOn(append(w.homes[:3:3], zoe)...); c.Attempt != 1 {
			t.Errorf("%s: it is attempt %d", what, c.Attempt)
		}
	}
}

// Attack: somebody leaves each attempt, so that the others make tables without end. After the last one
// people are told, once, that it is in vain, also who is not to begin it.
func TestAttackLeavesEachAttempt(t *testing.T) {
	w, zoe, h := stopped(t)
	for range record.MaxAttempt {
		w.homes[2].say(w.first)
		w.run("they leave it", func() bool { return !w.accepted(w.homes[0]) && !w.accepted(w.homes[2]) })
		if w.homes[0].vain+w.homes[2].vain > 0 {
			t.Fatal("it is in vain early")
		}
		w.homes[2].say(w.first, agrees(h))
		w.run("it is tried again", func() bool { return w.accepted(w.homes[0], w.homes[2]) })
	}
	w.homes[2].say(w.first)
	w.run("they leave the last one", func() bool { return !w.accepted(w.homes[0]) && !w.accepted(w.homes[2]) })
	w.homes[2].say(w.first, agrees(h))
	w.homes[1].stuck = false
	w.pass(time.Minute)
	if n := len(w.homes[0].Session.Children(w.first)); n != record.MaxAttempt+1 || zoe.next(w.first) != nil {
		t.Errorf("there are %d continuations; %v", n, zoe.next(w.first))
	}
	for _, h := range w.homes[:3] {
		if h.vain != 1 {
			t.Errorf("%s is told %d times that it is in vain", name(h.i), h.vain)
		}
	}
}

// Attack: whoever is to begin a continuation leaves the parent for it, and then says nothing more. The
// others keep what they have promised, also at a table at which they could play on for that seat. But
// after half a minute the table says who is missing, and they can go on without that one.
func TestAttackLeavesAndSaysNothing(t *testing.T) {
	w := townOf(t, 4, 4, 5, tabletest.ProposeCovered)
	homes, zoe := w.homes[:4], w.homes[4]
	w.run("the cards", func() bool {
		return !slices.ContainsFunc(homes, func(h *home) bool { return h.Session.Table(w.first) == nil || h.hand(w.first) != 1 })
	})
	h := zoe.asks(4)
	h.Now = true
	homes[0].say(w.first, replica.OwnHandover{Handover: h, Asks: true, Agrees: true})
	for _, x := range homes[1:] {
		x.say(w.first, agrees(h))
	}
	w.think(true)
	w.run("it is called", func() bool { return slices.ContainsFunc(homes, func(h *home) bool { return w.accepted(h) }) })
	i := slices.IndexFunc(homes, func(h *home) bool { return w.accepted(h) })
	cheat, others := homes[i], slices.Delete(slices.Clone(homes), i, i+1)
	cheat.stuck = true
	w.run("all have accepted", func() bool { return w.accepted(others...) })
	cheat.Session.Table(w.first).Do(func(r *replica.Replica, now time.Time) error { return r.Leave(r.Local(), now) }, w.must)
	w.run("they have heard it", func() bool {
		return !slices.ContainsFunc(others, func(h *home) bool { return !h.Session.Table(w.first).Snapshot().Table().HasLeft(i) })
	})
	left := w.now
	cheat.down = true
	cheat.cut()
	w.think(false)
	before := w.signed(others[0])
	w.run("they are told", func() bool { return len(others[0].Session.Table(w.first).Snapshot().Lost()) > 0 })
	if took := w.now.Sub(left); took < session.LeaveTime-time.Second || took > session.LeaveTime+5*time.Second {
		t.Errorf("they are told after %v", took)
	}
	w.pass(session.LostTime)
	for _, x := range others {
		if lost := x.Session.Table(w.first).Snapshot().Lost(); !slices.Equal(lost, []int{i}) || !w.accepted(x) {
			t.Errorf("%s is told that seats %v are missing, and stays: %v", name(x.i), lost, w.accepted(x))
		}
	}
	if n := w.signed(others[0]); n != before {
		t.Errorf("%s has promised to sign nothing, and signed %d records", name(others[0].i), n-before)
	}
	for _, x := range others {
		c, err := x.Session.Table(w.first).Snapshot().Onward()
		w.must(err)
		x.Session.Call(x.Session.Table(w.first), c, func(child *session.Table, err error) {
			w.must(err)
			x.Session.Accept(child, w.must)
		})
	}
	if c := w.goOn(others...); slices.Contains(c.From, i) {
		t.Errorf("they go on with the one who has left: %v", c.From)
	}
}

// Somebody hands the own seat over and is gone: it changes hands once that device has been silent for
// a minute, and the person is told so when it is back.
func TestHandsOverAndIsAway(t *testing.T) {
	w := newTown(t, 3, 1)
	ana, ben, cleo, zoe := w.homes[0], w.homes[1], w.homes[2], w.homes[3]
	w.run("the cards", func() bool {
		return !slices.ContainsFunc(w.homes[:3], func(h *home) bool { return h.Session.Table(w.first) == nil || h.hand(w.first) != 1 })
	})
	w.think(true)
	h := zoe.asks(2)
	h.Now = true
	offer := h
	offer.Player = nil
	cleo.say(w.first, replica.OwnHandover{Handover: offer, Offers: true})
	ben.say(w.first, replica.OwnHandover{Handover: h, Asks: true, Agrees: true})
	w.pass(time.Second)
	cleo.down = true
	cleo.cut()
	began := w.now
	ana.say(w.first, agrees(h))
	w.run("all go on", func() bool { return zoe.next(w.first) != nil && ben.next(w.first) != nil })
	if took := w.now.Sub(began); took < replica.WithoutAfter-time.Second || took > 2*replica.WithoutAfter {
		t.Errorf("it changes hands after %v", took)
	}
	cleo.down = false
	w.run("cleo knows", func() bool {
		own := cleo.Session.Table(w.first).Snapshot().OwnHandovers()
		return len(own) == 1 && own[0].Given && own[0].Player.Key == zoe.node()
	})
	w.think(false)
	if c := w.goOn(ana, ben, zoe); c.Carry.Hands != 0 {
		t.Errorf("it goes on from hand %d", c.Carry.Hands)
	}
}

// A newcomer who has fallen silent is waited for once in a hand. It takes the seat after
// the next hand, when it is there again.
func TestSilentNewcomer(t *testing.T) {
	w, zoe, _ := threeWith(t, false)
	w.waitsFor(zoe)
	zoe.down = false
	if c := w.goOn(append(w.homes[:3:3], zoe)...); c.Carry.Hands < 2 { // 3, if the seat is out of the third
		t.Errorf("it goes on from hand %d", c.Carry.Hands)
	}
}

// Whichever home crashes, before or behind whatever it writes while a seat changes hands, and in
// the two hands that follow (ben sits the first of them out): all go on in one table, or none
// does and the game goes on.
func TestCrashesWhileASeatChangesHands(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 5
	}
	for who := range 4 {
		t.Run(name(who), func(t *testing.T) {
			t.Parallel()
			for fuse := 1; crashes(t, who, fuse); fuse += step {
			}
		})
	}
}

// crashes has a home crash at so many writes after the first hand, and reports whether it does.
func crashes(t *testing.T, who, fuse int) bool {
	t.Helper()
	w := townOf(t, 3, 3, 5, tabletest.Propose)
	zoe, _ := w.agree(false)
	w.run("the end of the hand", func() bool { return len(w.homes[who%3].Session.Table(w.first).Snapshot().Table().Results()) == 1 })
	w.homes[who].fuse = fuse
	w.run("the end of the game", func() bool {
		return !slices.ContainsFunc(w.homes[:3], func(h *home) bool {
			return h.crashed || !h.over(w.first) && !slices.ContainsFunc(w.played(h), h.over)
		})
	})
	w.innocent()
	one := w.played(w.homes[0])
	for _, h := range append(w.homes[1:3:3], zoe) {
		if played := w.played(h); len(one) > 1 || !slices.Equal(played, one) {
			t.Errorf("it crashes at write %d: ana plays %v, %s %v", fuse, one, name(h.i), played)
		}
	}
	return w.homes[who].fuse == 0
}

// What was agreed is done; a call for anything else is not accepted, and one that comes too late
// is left.
func TestCallsForHandovers(t *testing.T) {
	w, zoe, h := threeWith(t, false)
	ben := w.homes[1]
	w.homes[0].down, w.homes[2].down = false, false
	zoe.down = true
	w.run("it is time", func() bool { return len(ben.Session.Children(w.first)) == 1 })
	child := ben.Session.Children(w.first)[0]
	good := *child.Snapshot().Table().Continuation()
	call := func(change func(c *record.Continuation)) (*session.Table, error) {
		c := good
		c.Players, c.From, c.Carry.Scores = slices.Clone(c.Players), slices.Clone(c.From), slices.Clone(c.Carry.Scores)
		change(&c)
		var made *session.Table
		var failed error
		ben.TakeCall(w.homes[0].node(), c, func(t *session.Table, err error) { made, failed = t, err })
		w.pass(time.Second)
		return made, failed
	}
	for what, change := range map[string]func(c *record.Continuation){
		"other scores":  func(c *record.Continuation) { c.Carry.Scores[0]++ },
		"seats crossed": func(c *record.Continuation) { c.From[2], c.From[3] = c.From[3], c.From[2] },
		"a seat that remains": func(c *record.Continuation) {
			c.Players[1] = record.Player{Key: record.KeyOf(tabletest.Key(9, 9)), Name: "eve"}
		},
	} {
		if made, err := call(change); err == nil {
			t.Errorf("%s: taken in: %v", what, made.ID())
		}
	}
	made, err := call(func(c *record.Continuation) {
		c.Players[3] = record.Player{Key: record.KeyOf(tabletest.Key(9, 9)), Name: "eve"}
	})
	if err != nil || !made.Snapshot().Called() {
		t.Errorf("another newcomer: %v, and not for the person to say", err)
	}
	w.run("the next hand", func() bool { return ben.dealt(w.first, 2) })
	zoe.down = false
	w.pass(10 * time.Second)
	for _, o := range append(w.homes[:3:3], zoe) {
		if o.next(w.first) != nil && o.next(w.first).Snapshot().Table().Continuation().Carry.Hands == 1 {
			t.Errorf("%s begins a table that comes too late", name(o.i))
		}
	}
	_ = h
}

// One takes back what one has agreed to, even after one's node has accepted: whoever is to begin the
// continuation hears that, and leaves it, and with that all do.
func TestTakenBackInTime(t *testing.T) {
	w, zoe, _ := threeWith(t, false)
	opener, others := w.opener()
	opener.stuck = true
	w.run("all have accepted", func() bool { return w.accepted(others...) })
	others[0].say(w.first)
	w.pass(time.Second)
	opener.stuck = false
	w.run("all leave it", func() bool { return !slices.ContainsFunc(w.homes[:3], func(h *home) bool { return w.accepted(h) }) })
	w.run("the game goes on", func() bool { return others[0].dealt(w.first, 2) })
	w.run("the end of the game", func() bool { return others[0].over(w.first) && zoe.next(w.first) == nil })
	w.innocent()
}

// What a person says at a table that goes on from another is there after a restart, and what was
// said at the other one does not come back.
func TestSaidBeforeARestart(t *testing.T) {
	w, zoe, _ := threeWith(t, false)
	ben, eve := w.homes[1], w.homes[4]
	kept, carried := agrees(eve.asks(2)), agrees(eve.asks(0))
	ben.thinks = true
	w.pass(time.Second)
	for _, h := range w.homes[:3] {
		h.say(w.first, append(slices.Clone(h.Session.Table(w.first).Snapshot().OwnHandovers()), carried)...)
	}
	w.pass(time.Second)
	ben.thinks = false
	w.run("all go on", func() bool {
		return zoe.next(w.first) != nil && !slices.ContainsFunc(w.homes[:3], func(h *home) bool { return h.next(w.first) == nil })
	})
	id := ben.next(w.first).ID()
	told := func(h *home) []replica.OwnHandover { return h.Session.Table(id).Snapshot().OwnHandovers() }
	for _, h := range w.homes[:3] {
		if l := told(h); len(l) != 1 || !l[0].Same(carried.Handover) || l[0].Value != h.Session.Table(id).Snapshot().Value(carried.Handover) {
			t.Errorf("what goes over to the table of %s is %v", name(h.i), l)
		}
	}
	for _, h := range w.homes {
		h.thinks = true
	}
	ben.say(id, kept)
	w.pass(time.Second)
	said := told(ben)
	if len(said) != 1 || !said[0].Agrees || !said[0].Same(kept.Handover) {
		t.Errorf("he says %v", said)
	}
	for range 2 {
		ben.crash()
		w.run("he is back", func() bool { return !ben.crashed && ben.next(w.first) != nil })
		w.pass(time.Second)
		if !reflect.DeepEqual(told(ben), said) {
			t.Errorf("after a restart he says %v", told(ben))
		}
	}
}

// A newcomer that plays one continuation of a table, or has, takes no seat in another one.
func TestNewcomerPlaysOne(t *testing.T) {
	w, zoe, _ := threeWith(t, false)
	c := w.goOn(append(w.homes[:3:3], zoe)...)
	again := func() (err error) {
		other := c
		other.TurnLimit++
		zoe.TakeCall(w.homes[0].node(), other, func(_ *session.Table, e error) { err = e })
		w.pass(time.Second)
		return err
	}
	if again() == nil {
		t.Error("while it plays the first")
	}
	w.run("the archive", func() bool { return len(zoe.Session.Tables()) == 0 })
	if again() == nil {
		t.Error("with the first in the archive")
	}
	zoe.crash()
	if w.pass(time.Second); again() == nil {
		t.Error("after a restart")
	}
}

// Two tables are called for at once, because not all have heard the same. All begin one.
func TestTwoHandoversCalledAtOnce(t *testing.T) {
	w, zoe, h := threeWith(t, false)
	eve := w.homes[4]
	eve.wants = 2
	other := replica.Handover{Seat: 2, Node: eve.node(), Player: &record.Player{Key: eve.node(), Name: name(eve.i)}}
	w.run("the end of the hand", func() bool { return len(w.homes[1].Session.Table(w.first).Snapshot().Table().Results()) == 1 })
	w.homes[1].say(w.first, agrees(h), replica.OwnHandover{Handover: other, Asks: true, Agrees: true})
	w.homes[0].say(w.first, replica.OwnHandover{Handover: h, Asks: true, Agrees: true}, agrees(other))
	w.homes[2].say(w.first, agrees(h), agrees(other))
	w.goOn(w.homes[0], w.homes[1], zoe)
}

// Who watches a table can take a seat of it over, and knows what the door has told.
func TestOnlookerTakesASeat(t *testing.T) {
	w := newTown(t, 3, 5)
	zoe := w.homes[3]
	w.run("the cards", func() bool { return w.homes[0].Session.Table(w.first) != nil && w.homes[0].hand(w.first) == 1 })
	_, err := zoe.Watch(w.first, *w.homes[0].Session.Table(w.first).Snapshot().Genesis(), func(*session.Table) {})
	w.must(err)
	zoe.before = []record.Hash{{7}}
	h := zoe.asks(3)
	w.homes[0].say(w.first, replica.OwnHandover{Handover: h, Asks: true, Agrees: true})
	w.homes[1].say(w.first, agrees(h))
	w.homes[2].say(w.first, agrees(h))
	w.run("she plays", func() bool { return zoe.next(w.first) != nil })
	if before := zoe.next(w.first).Before(); !slices.Equal(before, []record.Hash{w.first, {7}}) {
		t.Errorf("she knows of the tables %v before", before)
	}
	w.goOn(append(w.homes[:3:3], zoe)...)
}
