package session

import (
	"cmp"
	"crypto/ed25519"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"fives/crypto/cores"
	"fives/engine/record"
	"fives/engine/search"
	"fives/engine/table"
	"fives/p2p/inbox"
	"fives/p2p/limit"
	"fives/p2p/replica"
)

// A Table is a table on this node. It is an actor, as the package documentation says.
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
	quiet    atomic.Bool // it was halted in its last turn, and everything that it had signed has been sent
	state    atomic.Pointer[Snapshot]
	tries    limit.Tries
	use      use
	before   []record.Hash // see OwnSeat.Before; it never changes

	// The rest belongs to the table's turns.
	r        *replica.Replica
	halts    uint64 // how often there had been a reason to sign nothing, in its last turn
	out      outbox // what could not be stored yet, and so has not been sent
	failed   error  // why
	links    *links
	admitted []record.Key
	caller   record.Key // who has called for this continuation; zero for this node's person
	shelved  bool       // the store has been told that it has ended
	owed     []int      // seats whose nodes may lack something of it, as the store was told
	readAt   int        // its extent when it was read from the archive; 0 if it was not
	away     bool       // it is no longer in memory
	calling  bool       // a continuation in which seats change hands is being made
	said     bool       // what this node says about handovers is stored
	promised []promise  // continuations that this node has accepted and that may begin
}

// A job is something to be done in a turn.
type job struct {
	message *replica.Message // to check ahead; nil for none
	do      func(now time.Time) error
	done    func(err error) // after the turn; nil for nothing
	always  bool            // even while the store takes nothing
}

// A Snapshot is a table after a turn. It never changes.
type Snapshot struct {
	*replica.Snapshot
	Failed   error        // why the store takes nothing, nil if it does
	Caller   record.Key   // who has called for this continuation; zero for this node's person
	Links    []record.Key // nodes to which there are links
	Admitted []record.Key // nodes that this one has let in to watch a private table
	idle     bool         // it has ended, and nobody needs it
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
	may, halts := s.cfg.MaySign()
	tb.halts = halts
	tb.r.Halt(!may, s.now()) // perhaps that is over by its first turn
	tb.meet()
	tb.links = newLinks(tb.r, tb.nodes)
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
		bot, err := search.Level(t.Terms().Rules, own.Bot, func() error { cores.Rest(); return nil })
		if err != nil {
			return nil, err
		}
		o.Bot = &bot
	}
	return o, nil
}

// ID returns the table's ID.
func (t *Table) ID() record.Hash { return t.id }

// Terms returns what the seats have agreed to. Callers must not change it.
func (t *Table) Terms() *table.Terms { return t.terms }

// Nodes lists the other nodes that have seats. Callers must not change the list.
func (t *Table) Nodes() []record.Key { return t.nodes }

// Onlooker reports whether this node only watches. Nothing of the table is stored.
func (t *Table) Onlooker() bool { return t.onlooker }

// Observer returns the observer that the session's configuration has made for the table.
func (t *Table) Observer() Observer { return t.observer }

// Snapshot returns the table after its last turn.
func (t *Table) Snapshot() *Snapshot { return t.state.Load() }

// Seats reports whether another node has a seat, and so may have the table's log.
func (t *Table) Seats(node record.Key) bool { return slices.Contains(t.nodes, node) }

// Do changes the replica in a turn. done is called after the turn, with what f returns or,
// if the store has failed and so nothing was sent, with that error.
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
	may, halts := t.s.cfg.MaySign()
	if halts != t.halts { // perhaps that is over, and this table was at work meanwhile
		t.r.Halt(true, t.s.now())
	}
	t.halts = halts
	t.r.Halt(!may, t.s.now())
	defer func() { t.quiet.Store(!may && t.failed == nil) }()
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

// flush stores what the replica wants stored, sends what it wants said, and then publishes
// the table. If the store fails, nothing is said, and the next turn tries again. heard is
// set if only messages of other nodes were taken in. Then what nobody waits for is left for
// later, and if this node signs nothing, the table is published first: people need not wait
// for the disk to see what others have stored.
func (t *Table) flush(heard bool) error {
	if t.away {
		return nil
	}
	t.out.add(t.r.Take())
	if heard && t.failed == nil && !t.out.signs() {
		t.publish()
		t.observer.Turned(t.out.notesToShow())
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
	t.observer.Turned(out.notesToShow())
	if slices.ContainsFunc(out.Notes, t.begins) {
		t.reach(t.s.now())
	}
	t.noteDone()
	return nil
}

// begins reports whether everybody has signed that they play. Then the nodes need links to
// each other at once, because until then cards go round through others. They do not get
// them earlier, because each node is to hear first from the host who plays.
func (t *Table) begins(n replica.Note) bool {
	return n.Fold != nil && n.Fold.Step == t.r.Table().FirstStep()
}

func (t *Table) save() error {
	if t.onlooker || t.out.Save.Empty() {
		return nil
	}
	if t.out.Save.Said {
		if err := t.s.cfg.Store.PutHandovers(t.id, t.s.lasting(t.r.OwnHandovers())); err != nil {
			return err
		}
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
		for _, node := range t.links.order {
			t.r.SetRoundTrip(peer(node), t.s.cfg.Network.RoundTrip(node))
		}
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

// goOn does the work that is left over, and stores and sends it in between.
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

// Say sends a line to those at the table. For a player to whom there is no link, as at a table
// that has ended, or whose link ends just now, it waits for a while.
func (t *Table) Say(text string, done func(error)) {
	t.post(job{do: func(now time.Time) error {
		if err := t.r.Say(text, now); err != nil {
			return err
		}
		t.links.say(text, now)
		t.out.then(t.talk)
		return nil
	}, done: done})
}

func (t *Table) talk() { t.links.talk(t.s.now()) }
