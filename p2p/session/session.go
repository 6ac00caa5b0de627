package session

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/inbox"
	"fives/p2p/limit"
	"fives/p2p/replica"
)

// Config says what a session works with.
type Config struct {
	Key       ed25519.PrivateKey // the node's identity
	Store     Store
	Network   Network
	Scheduler Scheduler
	Games     table.Finder
	// Rand is where secrets, shuffles and computer players' choices come from; it
	// may be read concurrently.
	Rand io.Reader
	// BotDelay is how long computer players seem to think where people play.
	BotDelay time.Duration
	// Newcomer returns the seats that this node takes over in a continuation that another
	// node has called for; ok is false unless its person has asked for exactly that. Nil
	// means never.
	Newcomer func(from record.Key, c record.Continuation) (seats map[record.Key]OwnSeat, ok bool)
	// MaySign reports whether anything may be signed, and how often there has been a reason
	// against it, because another daemon may run with the node's key. It is called at the
	// beginning of each turn; nil means always.
	MaySign func() (ok bool, halts uint64)
	// Observe makes the observer of a table before it has its first turn.
	Observe func(t *Table) Observer
	// Readable reports whether an observer's summary can be used. If it cannot, the table's
	// log is read instead.
	Readable func(summary []byte) bool
	Log      *slog.Logger
}

// A Session is the tables that a node plays. It is safe for concurrent use.
type Session struct {
	cfg     Config
	self    record.Key
	recalls *limit.Rate         // of archived tables
	reader  inbox.Inbox[func()] // reads archived tables, and judges calls, one after the other

	mu      sync.Mutex // guards the rest; nothing is called while it is held
	tables  map[record.Hash]*Table
	list    []*Table // the same, oldest first
	done    map[record.Hash]Done
	closing *Table // the continuation whose family is being left
}

// Errors.
var (
	ErrAway   = errors.New("session: the table has just been put into the archive")
	ErrKnown  = errors.New("session: the table is there already")
	ErrNoSeat = errors.New("session: this node has no seat there")
)

// New makes a session without tables.
func New(cfg Config) *Session {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Newcomer == nil {
		cfg.Newcomer = func(record.Key, record.Continuation) (map[record.Key]OwnSeat, bool) { return nil, false }
	}
	if cfg.MaySign == nil {
		cfg.MaySign = func() (bool, uint64) { return true, 0 }
	}
	s := &Session{cfg: cfg, self: record.KeyOf(cfg.Key), tables: map[record.Hash]*Table{}, done: map[record.Hash]Done{}}
	s.recalls = limit.NewRate(s.now, recallEvery, recallBurst)
	return s
}

func (s *Session) now() time.Time { return s.cfg.Scheduler.Now() }

// Load loads the tables in the store. It is called before anything else.
func (s *Session) Load() error {
	ids, err := s.cfg.Store.Tables()
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.loadOne(id); err != nil {
			return fmt.Errorf("session: table %s: %w", id.Short(), err)
		}
	}
	for _, id := range s.listUndecided() {
		if s.Table(id) != nil || !s.Archived(id) {
			continue
		}
		if _, err := s.read(id, false); err != nil {
			s.cfg.Log.Error("reading an archived table", "table", id.Short(), "err", err)
		}
	}
	for _, t := range s.Tables() {
		t.recallPromises()
	}
	for _, t := range s.Tables() {
		if st := t.Snapshot(); st.Caller != (record.Key{}) && st.Called() {
			t.observer.Called()
		}
	}
	return nil
}

func (s *Session) loadOne(id record.Hash) error {
	d, ok, err := s.cfg.Store.Done(id)
	if err != nil {
		return err
	}
	if ok && s.cfg.Readable(d.Summary) {
		s.done[id] = d
		return nil
	}
	t, err := s.load(id)
	if err != nil {
		return err
	}
	if err := t.loadCall(); err != nil {
		return err
	}
	s.add(t)
	return nil
}

// load rebuilds a table from the store, checking every record again.
func (s *Session) load(id record.Hash) (*Table, error) {
	st, err := s.cfg.Store.Load(id)
	if err != nil {
		return nil, err
	}
	t, err := Rebuild(id, st, s.cfg.Games, s.cfg.Scheduler.Parallel)
	if err != nil {
		return nil, err
	}
	handovers, said, err := s.cfg.Store.Handovers(id)
	if err != nil {
		return nil, err
	}
	tb, err := s.newTable(t, st.Seats, true, handovers...)
	if err != nil {
		return nil, err
	}
	tb.said = said
	if t.Over() || !tb.r.Stays() && tb.r.Played() {
		tb.r.Release(s.now()) // it began long ago, and this node signs nothing more there
	}
	if tb.admitted, err = s.cfg.Store.Admitted(id); err != nil {
		return nil, err
	}
	tb.publish()
	return tb, nil
}

// add makes a table known, unless there is one with its ID, which it returns.
func (s *Session) add(t *Table) (known *Table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.tables[t.id]; known != nil {
		return known
	}
	s.tables[t.id] = t
	s.list = append(s.list, t)
	delete(s.done, t.id)
	return nil
}

// forget takes a table out of memory.
func (s *Session) forget(t *Table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(t)
}

// drop does the work of forget. s.mu must be held.
func (s *Session) drop(t *Table) {
	if s.tables[t.id] == t {
		delete(s.tables, t.id)
		s.list = slices.DeleteFunc(s.list, func(u *Table) bool { return u == t })
	}
}

// Table returns the table with that ID, nil if there is none in memory.
func (s *Session) Table(id record.Hash) *Table {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tables[id]
}

// Tables lists the tables in memory: those that have not ended, and those that ended so
// recently that others may not have heard of it.
func (s *Session) Tables() []*Table {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.list)
}

// Quiet reports whether the session signs nothing, and nothing that it has signed waits to be
// stored or sent.
func (s *Session) Quiet() bool {
	return !slices.ContainsFunc(s.Tables(), func(t *Table) bool { return !t.quiet.Load() })
}

// Tick lets time pass. With reach, it also looks for the nodes of the tables, and for
// tables to drop from memory.
func (s *Session) Tick(reach bool) {
	for _, t := range s.Tables() {
		t.tick(reach)
	}
	if reach {
		s.shelve()
	}
}

// Plays reports whether a node has a seat at a table whose game is not over, and which is
// not stopped by a fault of that node.
func (s *Session) Plays(node record.Key) bool {
	return slices.ContainsFunc(s.Tables(), func(t *Table) bool {
		st := t.Snapshot()
		return t.Seats(node) && !st.Table().Over() && !st.guilty(node)
	})
}

// PlaysWith lists the tables whose game is not over at which this node has a seat beside one of some
// other nodes. Who has left is not counted.
func (s *Session) PlaysWith(others func(node record.Key) bool) []*Table {
	self := record.KeyOf(s.cfg.Key)
	return slices.DeleteFunc(s.Tables(), func(t *Table) bool {
		st := t.Snapshot()
		if own := st.Local(); own == nil || own.Left || st.Table().Over() || st.Declined() || !st.Accepted() {
			return true
		}
		for at, seat := range t.Terms().Seats {
			if node := seat.Node(); node != self && !st.Table().HasLeft(at) && others(node) {
				return false
			}
		}
		return true
	})
}

// Sits reports whether a node has a seat at any table in memory.
func (s *Session) Sits(node record.Key) bool {
	return slices.ContainsFunc(s.Tables(), func(t *Table) bool { return t.Seats(node) })
}

// Create makes a new table and begins to play it. asks is set if this node knows of the
// table from others, because its store may be an old copy or lost: then it hears the others
// before it signs. done is called with the table when that is stored.
func (s *Session) Create(g replica.Genesis, seats map[record.Key]OwnSeat, asks bool, done func(*Table, error)) {
	t, err := g.Table(s.cfg.Games)
	if err != nil {
		done(nil, err)
		return
	}
	s.create(birth{genesis: g, seats: seats, asks: asks}, t, func(t *Table, news bool, err error) {
		if err == nil && !news {
			err = fmt.Errorf("%w: %s", ErrKnown, t.id.Short())
		}
		done(t, err)
	})
}

// A birth says how a table comes into being at this node.
type birth struct {
	genesis replica.Genesis
	seats   map[record.Key]OwnSeat
	asks    bool        // it hears the others before it signs
	caller  *record.Key // the node that has called for it, if one has
}

// create makes the table, unless it exists. done is told whether it is new.
func (s *Session) create(b birth, t *table.Table, done func(t *Table, news bool, err error)) {
	if s.Archived(t.ID()) {
		done(nil, false, fmt.Errorf("%w: %s", ErrKnown, t.ID().Short()))
		return
	}
	tb, err := s.newTable(t, b.seats, b.asks)
	if err != nil {
		done(nil, false, err)
		return
	}
	if b.caller != nil {
		tb.caller = *b.caller
		tb.publish()
	}
	store := func(time.Time) error {
		if err := tb.storeNew(b); err != nil {
			tb.away = true
			s.forget(tb)
			return err
		}
		tb.observer.Created()
		for _, node := range tb.nodes {
			s.cfg.Network.Welcome(node) // who was a stranger plays from now on
		}
		if b.caller != nil {
			tb.out.then(tb.observer.Called)
		}
		return nil
	}
	tb.inbox.Put(job{do: store, done: func(err error) {
		if err != nil {
			done(nil, false, err)
			return
		}
		done(tb, true, nil)
	}}) // before anybody can find the table
	if known := s.add(tb); known != nil {
		known.Do(func(*replica.Replica, time.Time) error { return nil }, func(err error) { done(known, false, err) })
		return
	}
	tb.start()
}

// storeNew stores a new table and, for a continuation, who has called for it.
func (t *Table) storeNew(b birth) error {
	if err := t.s.cfg.Store.Create(t.id, b.genesis, b.seats); err != nil {
		return fmt.Errorf("session: the table could not be stored: %w", err)
	}
	if b.caller == nil {
		return nil
	}
	return t.keepCall(false)
}
