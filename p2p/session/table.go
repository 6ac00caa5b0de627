package session

import (
	"cmp"
	"crypto/ed25519"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/inbox"
	"fives/p2p/limit"
	"fives/p2p/replica"
)

// A Table is a table on this node: an actor, as the package documentation has it.
type Table struct {
	s        *Session
	id       record.Hash
	terms    *table.Terms // they never change
	nodes    []record.Key // the other nodes that have seats
	onlooker bool
	observer Observer
	opens    *limit.Rate // of links that others open
	charges  *limit.Rate
	chat     *limit.Rate
	inbox    inbox.Inbox[job]
	ticks    atomic.Bool // a tick waits already
	quiet    atomic.Bool // it was halted in its last turn, and all is out that it had signed
	state    atomic.Pointer[Snapshot]
	tries    limit.Tries
	use      use
	before   []record.Hash // see OwnSeat.Before; it never changes

	// The rest belongs to the table's turns.
	r        *replica.Replica
	out      outbox // what could not be stored yet, and so was not sent
	failed   error  // why
	links    *links
	admitted []record.Key
	caller   record.Key // who has called for this continuation; zero for this node's person
	shelved  bool       // the store has been told that it has ended
	owed     []int      // seats whose nodes may lack something of it, as the store has been told
	readAt   int        // its extent when it was read from the archive; 0 if it was not
	away     bool       // it is not in memory any more
	calling  bool       // a continuation in which seats change hands is being made
	said     bool       // it is stored what this node says of handovers
	promised []*Table   // those that this node has accepted, and that may begin
	ending   time.Time  // since when the end of the running hand waits for them; zero if it does not
}

// A job is something to be done in a turn.
type job struct {
	message *replica.Message // to be checked ahead; nil for none
	do      func(now time.Time) error
	done    func(err error) // after the turn; nil for nothing
	always  bool            // also while the store takes nothing
}

// A Snapshot is a table after a turn. It never changes.
type Snapshot struct {
	*replica.Snapshot
	Failed   error        // why the store takes nothing, nil if it does
	Caller   record.Key   // who has called for this continuation; zero for this node's person
	Links    []record.Key // nodes to which there are links
	Admitted []record.Key // nodes that this one lets watch a private table
	idle     bool         // it has ended, and nobody has any use for it
}

// newTable makes a table with this node's seats.
func (s *Session) newTable(t *table.Table, seats map[record.Key]OwnSeat, loaded bool, handovers ...replica.OwnHandover) (*Table, error) {
	cfg := replica.Config{
		Loaded: loaded, Held: t.Continuation() != nil, Handovers: handovers, BotDelay: s.cfg.BotDelay, Rand: s.cfg.Rand, Parallel: s.cfg.Scheduler.Parallel,
	}
	var before []record.Hash
	for _, seat := range t.Terms().Seats {
		if own, ok := seats[seat.Key]; ok {
			o, err := s.localSeat(t, seat.Key, own)
			if err != nil {
				return nil, err
			}
			cfg.Seats, before = append(cfg.Seats, o), own.Before
		}
	}
	tb := &Table{
		s: s, id: t.ID(), terms: t.Terms(), r: replica.New(t, cfg), before: before,
		opens: limit.NewRate(s.now, openEvery, openBurst), charges: limit.NewRate(s.now, forgiveness, MaxCharges), chat: limit.NewRate(s.now, chatEvery, chatBurst),
	}
	for _, seat := range t.Terms().Seats {
		if node := seat.Node(); node != s.self && !slices.Contains(tb.nodes, node) {
			tb.nodes = append(tb.nodes, node)
		}
	}
	tb.meet()
	tb.links = newLinks(tb.r, s.cfg.Network, tb.nodes)
	tb.publish()
	tb.observer = s.cfg.Observe(tb)
	return tb, nil
}

func (s *Session) localSeat(t *table.Table, key record.Key, own OwnSeat) (*replica.LocalSeat, error) {
	o := &replica.LocalSeat{Key: s.cfg.Key, Hand: own.Hand, Left: own.Left, Lost: own.Lost}
	if len(own.Seed) == ed25519.SeedSize {
		o.Key = ed25519.NewKeyFromSeed(own.Seed)
	}
	if record.KeyOf(o.Key) != key {
		return nil, fmt.Errorf("%w: its seat is that of %s", ErrForeign, record.Fingerprint(key))
	}
	if own.Bot != "" {
		bot, err := t.Terms().Rules.Bot(own.Bot)
		if err != nil {
			return nil, err
		}
		o.Bot = &bot
	}
	return o, nil
}

// ID is the table's ID.
func (t *Table) ID() record.Hash { return t.id }

// Terms are what the seats agreed to. They must not be changed.
func (t *Table) Terms() *table.Terms { return t.terms }

// Nodes lists the other nodes that have seats. It must not be changed.
func (t *Table) Nodes() []record.Key { return t.nodes }

// Onlooker reports whether this node only watches. Nothing of the table is stored.
func (t *Table) Onlooker() bool { return t.onlooker }

// Observer is what the session's configuration has made for the table.
func (t *Table) Observer() Observer { return t.observer }

// Snapshot is the table after its last turn.
func (t *Table) Snapshot() *Snapshot { return t.state.Load() }

// Seats reports whether another node has a seat: then it may have the table's log.
func (t *Table) Seats(node record.Key) bool { return slices.Contains(t.nodes, node) }

// Do has the replica changed in a turn. done is called after the turn; it is told
// what f returns, or that the store has failed, and then nothing was sent.
func (t *Table) Do(f func(r *replica.Replica, now time.Time) error, done func(error)) {
	t.post(job{do: func(now time.Time) error { return f(t.r, now) }, done: done})
}

func (t *Table) post(j job) {
	t.inbox.Put(j)
	t.start()
}

func (t *Table) start() { t.inbox.Start(t.s.cfg.Scheduler.Go, t.turn) }

// turn does all that waits.
func (t *Table) turn(batch []job) {
	halted := t.s.cfg.Halted()
	t.r.Halt(halted, t.s.now())
	defer func() { t.quiet.Store(halted && t.failed == nil) }()
	var blocked error
	if t.failed != nil {
		blocked = t.flush(false) // what could not be stored before
	}
	var messages []replica.Message
	for _, j := range batch {
		if j.message != nil {
			messages = append(messages, *j.message)
		}
	}
	if blocked == nil && !t.away {
		t.r.Prepare(messages, t.s.now())
	}
	errs := make([]error, len(batch))
	for i, j := range batch {
		switch {
		case t.away:
			errs[i] = ErrAway
		case blocked != nil && !j.always:
			errs[i] = blocked
		default:
			errs[i] = j.do(t.s.now())
		}
	}
	err := t.flush(len(messages) == len(batch))
	for i, j := range batch {
		if j.done != nil {
			j.done(cmp.Or(errs[i], err))
		}
	}
	if err == nil && t.r.Paused() {
		t.goOn(1)
	}
}

// flush stores what the replica wants stored, lets out what it wants said, and then
// publishes the table. If the store fails, nothing is said; the next turn tries again.
// If heard is set, nothing but messages of other nodes was taken in: then what nobody
// waits for is left for later, and what this node signs nothing of is published first,
// because people need not wait for the disk to see what others have stored.
func (t *Table) flush(heard bool) error {
	if t.away {
		return nil
	}
	t.out.add(t.r.Take())
	if heard && t.failed == nil && !t.out.signs() {
		t.publish()
		t.observer.Turned(t.out.shown())
		if t.out.canWait() {
			return nil
		}
	}
	if err := t.save(); err != nil {
		sound := t.failed == nil
		t.failed = err
		t.publish()
		if sound {
			t.observer.Failed(err)
		}
		return fmt.Errorf("session: %w", err)
	}
	out := t.out
	t.out, t.failed = outbox{}, nil
	for _, e := range out.Send {
		if w := t.links.to(e.To); w != nil {
			w.Send(e.Message)
		}
	}
	t.publish()
	for _, p := range out.Penalize {
		if w := t.links.to(p); w != nil {
			t.penalize(w)
		}
	}
	for _, do := range out.after {
		do()
	}
	t.observer.Turned(out.shown())
	if slices.ContainsFunc(out.Notes, t.begins) {
		t.reach(t.s.now())
	}
	t.noteDone()
	return nil
}

// begins reports whether all have signed that they play. Then there is no time to
// lose until all nodes have links to each other: cards go round by others before. Not
// sooner, because each node is to hear from the host first who plays.
func (t *Table) begins(n replica.Note) bool {
	return n.Fold != nil && n.Fold.Step == t.r.Table().FirstStep()
}

func (t *Table) save() error {
	if t.onlooker || t.out.Save.Empty() {
		return nil
	}
	return t.s.cfg.Store.Save(t.id, t.out.Save)
}

// publish lets everybody see the table as it is.
func (t *Table) publish() {
	t.state.Store(&Snapshot{
		Snapshot: t.r.Snapshot(), Failed: t.failed, Caller: t.caller, Links: slices.Clone(t.links.order), Admitted: t.admitted, idle: t.links.idle(),
	})
}

// maxBursts is how many turns in a row a tick may cause.
const maxBursts = 64

// tick lets time pass at the table. Work that is left over is done at once.
func (t *Table) tick(reach bool) {
	if t.ticks.Swap(true) {
		return
	}
	t.post(job{do: func(now time.Time) error {
		t.r.Tick(now)
		for _, w := range t.links.part(now) {
			t.out.then(w.Finish)
		}
		t.tendFamily()
		t.tendHandovers(now)
		if reach {
			t.reach(now)
		}
		return nil
	}, done: func(err error) {
		t.ticks.Store(false)
		if err == nil {
			t.goOn(maxBursts)
		}
	}})
}

// goOn has the work done that is left over, which is stored and sent in between.
func (t *Table) goOn(turns int) {
	if turns == 0 || t.away || !t.r.Busy() {
		return
	}
	t.post(job{do: func(now time.Time) error {
		t.r.Tick(now)
		return nil
	}, done: func(err error) {
		if err == nil {
			t.goOn(turns - 1)
		}
	}})
}

// guilty reports whether a fault of a seat of a node has stopped the table.
func (s *Snapshot) guilty(node record.Key) bool {
	for i, seat := range s.Table().Terms().Seats {
		if seat.Node() == node && s.Table().Guilty(i) {
			return true
		}
	}
	return false
}

// Say sends a line to those at the table who are connected. At a table that has
// ended it waits for a link to them.
func (t *Table) Say(text string, done func(error)) {
	t.post(job{do: func(time.Time) error {
		if err := t.r.Say(text, t.links.hears); err != nil {
			return err
		}
		t.links.sayLater(text)
		return nil
	}, done: done})
}
