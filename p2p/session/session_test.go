package session_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	mrand "math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fives/engine/games/five"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/tabletest"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/twin"
	"fives/p2p/waittest"
)

// A house is a session with everything that surrounds it.
type house struct {
	*session.Session
	t     testing.TB
	key   ed25519.PrivateKey
	store *memory
	work  sync.WaitGroup
	ahead atomic.Int64 // how far its clock is ahead

	made    func()               // called when a table is made, before its first turn; nil for nothing
	created func(*session.Table) // called in the turn of a new table; nil for nothing
	opened  []record.Key         // to which nodes links were asked for; all are connected if it is not nil
	halted  atomic.Bool          // another daemon runs with its key
	guard   *twin.Guard          // says when it may sign, if it is not nil
}

func newHouse(t testing.TB) *house {
	t.Helper()
	h := &house{t: t, key: tabletest.Key(7, 0), store: &memory{tables: map[record.Hash]*session.Stored{}, done: map[record.Hash]session.Done{}, calls: map[record.Hash]session.Call{}}}
	h.open()
	t.Cleanup(h.work.Wait)
	return h
}

// open makes the session, from what is stored.
func (h *house) open() {
	h.t.Helper()
	if err := h.load(); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) load() error {
	h.Session = session.New(session.Config{
		Key: h.key, Store: h.store, Network: (*neighbours)(h), Scheduler: h, Rand: rand.Reader,
		Games: func(name string) (*rules.RuleSet, error) {
			if name == five.Rules.Name {
				return five.Rules, nil
			}
			return tabletest.Drill, nil
		},
		MaySign: h.maySign,
		Observe: func(t *session.Table) session.Observer {
			if h.made != nil {
				h.made()
			}
			return &observer{h: h, table: t}
		},
		Readable: func([]byte) bool { return true },
	})
	return h.Load()
}

func (h *house) maySign() (ok bool, halts uint64) {
	if h.guard != nil {
		return h.guard.MaySign()
	}
	return !h.halted.Load(), 0
}

func (h *house) Now() time.Time { return time.Now().Add(time.Duration(h.ahead.Load())) }
func (h *house) Go(f func())    { h.work.Go(f) }
func (h *house) Parallel(n int, f func(int)) {
	for i := range n {
		f(i)
	}
}

// table makes a table between this node's person and a computer player of its own.
func (h *house) table(game *rules.RuleSet, options map[string]any) *session.Table {
	h.t.Helper()
	nonce, _ := rand.Int(rand.Reader, big.NewInt(1<<62))
	proposal := tabletest.Propose(h.t, game, 2, options, h.key, mrand.NewChaCha8([32]byte(fmt.Appendf(nil, "%032d", nonce))))
	id := record.Fold(record.Hash{}, 0, []record.Record{proposal})
	_, bot, _ := ed25519.GenerateKey(rand.Reader)
	self, cert := record.KeyOf(h.key), record.CertifyBot(h.key, id, record.KeyOf(bot))
	g := replica.Genesis{Proposal: &proposal, Joins: []record.Record{
		tabletest.Join(h.t, h.key, id, record.Join{Name: "ana"}),
		tabletest.Join(h.t, bot, id, record.Join{Name: "Ada", Host: &self, Certificate: &cert}),
	}}
	return h.create(g, map[record.Key]session.OwnSeat{self: {}, record.KeyOf(bot): {Seed: bot.Seed(), Bot: game.Bots[0].Name}})
}

// create makes a table and waits for it.
func (h *house) create(g replica.Genesis, seats map[record.Key]session.OwnSeat) *session.Table {
	h.t.Helper()
	made := make(chan *session.Table, 1)
	h.Create(g, seats, false, func(t *session.Table, err error) {
		if err != nil {
			h.t.Error(err)
		}
		made <- t
	})
	t := <-made
	if t == nil {
		h.t.Fatal("no table")
	}
	return t
}

// long are options of a game that no test plays to its end.
var long = map[string]any{"limit": 1000}

// turn waits until the person is to move.
func (h *house) turn(t *session.Table) {
	h.t.Helper()
	waittest.Until(h.t, "a turn", func() bool {
		if mine(t.Snapshot()) {
			return true
		}
		h.Tick(false)
		return false
	})
}

func mine(st *session.Snapshot) bool {
	own := st.Local()
	return own != nil && st.Table().Pending().Kind == record.KindMove && st.Table().Pending().Owes(own.Seat())
}

// play makes a move, and tells done when it is stored.
func play(t *session.Table, done func(error)) {
	st := t.Snapshot()
	tb, own := st.Table(), st.Local()
	move := tb.Terms().Rules.Bots[0].Move(tb.Position(), own.Seat(), st.Observe(own), mrand.New(mrand.NewPCG(1, 2)))
	t.Do(func(r *replica.Replica, now time.Time) error { return r.Play(r.Local(), move, now) }, done)
}

// The stack of a shuffle is stored first, and then the records after it are made. They wait
// for no tick.
func TestDealtInOneGo(t *testing.T) {
	h := newHouse(t)
	tb := h.table(five.Rules, long)
	tb.Do(func(r *replica.Replica, now time.Time) error {
		r.Tick(now)
		return nil
	}, nil)
	waittest.Until(t, "the cards are dealt", func() bool { return tb.Snapshot().Table().Pending().Kind == record.KindMove })
}

// A table whose disk takes for ever holds up no other one, and is read all the
// same.
func TestNoTableWaitsForAnothersDisk(t *testing.T) {
	h := newHouse(t)
	slow, quick := h.table(five.Rules, long), h.table(five.Rules, long)
	h.turn(slow)
	h.turn(quick)
	stuck := make(chan struct{})
	h.store.delay(slow.ID(), func() { <-stuck })
	var stored atomic.Bool
	play(slow, func(error) { stored.Store(true) })
	waittest.Until(t, "the disk is written to", func() bool { return h.store.busy.Load() })
	for range 5 {
		h.turn(quick)
		answer := make(chan error, 1)
		play(quick, func(err error) { answer <- err })
		if err := <-answer; err != nil {
			t.Fatal(err)
		}
	}
	for range 300 { // they wait for the slow table, and none for the other
		h.Tick(true)
	}
	if st := slow.Snapshot(); stored.Load() || !mine(st) {
		t.Error("a move shows that is not stored")
	}
	close(stuck)
	waittest.Until(t, "the move is stored", stored.Load)
}

// While the store takes nothing, nothing is let out, and the table shows as failed; when
// the store works again, the table goes on.
func TestFullDisk(t *testing.T) {
	h := newHouse(t)
	tb := h.table(five.Rules, long)
	h.turn(tb)
	h.store.full.Store(true)
	before := len(h.store.records(tb.ID()))
	for range 2 {
		answer := make(chan error, 1)
		play(tb, func(err error) { answer <- err })
		if err := <-answer; !errors.Is(err, errFull) || strings.Count(err.Error(), errFull.Error()) != 1 {
			t.Fatalf("got %v", err)
		}
	}
	if tb.Snapshot().Failed == nil || len(h.store.records(tb.ID())) != before {
		t.Error("nobody is told")
	}
	h.store.full.Store(false)
	h.Tick(false)
	waittest.Until(t, "it is stored", func() bool { return tb.Snapshot().Failed == nil && len(h.store.records(tb.ID())) > before })
}

// While another daemon runs with its key, a session signs nothing. It is quiet only when all
// is out that it had signed, which a disk may keep back.
func TestQuiet(t *testing.T) {
	h := newHouse(t)
	tb := h.table(five.Rules, long)
	h.turn(tb)
	h.store.full.Store(true)
	play(tb, nil)
	waittest.Until(t, "the move waits for the disk", func() bool { return tb.Snapshot().Failed != nil })
	h.halted.Store(true)
	waittest.Until(t, "it is halted", func() bool { h.Tick(false); return tb.Snapshot().Halted() })
	h.work.Wait()
	if h.Quiet() {
		t.Error("it is quiet while a move waits")
	}
	h.store.full.Store(false)
	waittest.Until(t, "it is quiet", func() bool { h.Tick(false); return h.Quiet() })
	before := len(h.store.records(tb.ID()))
	for range 20 {
		h.Tick(false)
		h.work.Wait()
	}
	answer := make(chan error, 1)
	play(tb, func(err error) { answer <- err })
	if err := <-answer; !errors.Is(err, replica.ErrHalted) || len(h.store.records(tb.ID())) != before {
		t.Errorf("%v, %d records more", err, len(h.store.records(tb.ID()))-before)
	}
	h.halted.Store(false)
	waittest.Until(t, "it is not quiet any more", func() bool { h.Tick(false); return !h.Quiet() && !tb.Snapshot().Halted() })
}

// A table that works, or waits for its disk, while the node wakes up from sleep hears the
// others before it signs again, also if all that the guard asks for is over by its next turn.
// One that was made since then need not.
func TestWakesWhileItWorks(t *testing.T) {
	h := newHouse(t)
	h.guard = twin.NewGuard(twin.Config{Key: h.key, Now: h.Now})
	may := func() bool { // as the node asks all the time
		ok, _ := h.guard.MaySign()
		return ok
	}
	tb := h.shared(tabletest.Key(7, 1))
	h.Tick(false)
	h.work.Wait()
	if !tb.Snapshot().Ready() {
		t.Fatal("a new table asks")
	}
	release := hold(tb)
	h.ahead.Add(int64(4 * time.Second))
	if may() {
		t.Fatal("it was not asleep")
	}
	h.ahead.Add(int64(2 * time.Second))
	if !may() {
		t.Fatal("it does not wake up")
	}
	release()
	h.Tick(false)
	h.work.Wait()
	if st := tb.Snapshot(); st.Halted() || st.Ready() {
		t.Errorf("after its turn: halted %v, ready %v", st.Halted(), st.Ready())
	}
	young := h.shared(tabletest.Key(7, 1), tabletest.Key(7, 2))
	h.Tick(false)
	h.work.Wait()
	if !young.Snapshot().Ready() || tb.Snapshot().Ready() {
		t.Errorf("ready: the young table %v, the other %v", young.Snapshot().Ready(), tb.Snapshot().Ready())
	}
}

// A table that is made while there is a reason to sign nothing hears the others before it signs,
// also if the reason is over by its first turn.
func TestMadeWhileHalted(t *testing.T) {
	h := newHouse(t)
	h.halted.Store(true)
	h.made = func() { h.halted.Store(false) }
	tb := h.shared(tabletest.Key(7, 1))
	h.work.Wait()
	if st := tb.Snapshot(); st.Halted() || st.Ready() {
		t.Errorf("after its first turn: halted %v, ready %v", st.Halted(), st.Ready())
	}
}

// A session that is made anew from what is stored has the same tables.
func TestLoadAfterAGame(t *testing.T) {
	h := newHouse(t)
	tb := h.table(tabletest.Drill, map[string]any{"hands": 1})
	for !tb.Snapshot().Table().Over() {
		h.Tick(false)
		if mine(tb.Snapshot()) {
			answer := make(chan error, 1)
			play(tb, func(err error) { answer <- err })
			<-answer
		}
	}
	waittest.Until(t, "it is in the archive", func() bool {
		h.Tick(true)
		return h.store.archived(tb.ID())
	})
	h.work.Wait()
	h.open()
	if !h.Archived(tb.ID()) || h.Table(tb.ID()) != nil {
		t.Fatal("the log is read at the start")
	}
	found := make(chan *session.Table, 1)
	h.Find(tb.ID(), func(t *session.Table, err error) {
		if err != nil {
			h.t.Error(err)
		}
		found <- t
	})
	if again := <-found; again == nil || again.Snapshot().Table().Head() != tb.Snapshot().Table().Head() {
		t.Error("it is another log")
	}
}

// A session does not start on a store in which a record has changed, and says at which
// step.
func TestLoadRefusesAChangedRecord(t *testing.T) {
	h := newHouse(t)
	tb := h.table(five.Rules, long)
	h.turn(tb)
	h.work.Wait()
	st := h.store.tables[tb.ID()]
	before := tb.Snapshot().Table()
	for n, r := range st.Records {
		p, err := r.Peek()
		if err != nil {
			t.Fatal(err)
		}
		kept := st.Records
		st.Records = slices.Clone(kept)
		st.Records[n].Signature[0] ^= 1
		if err := h.load(); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("a record of step %d:", p.Step)) {
			t.Errorf("record %d: %v", n, err)
		}
		st.Records = kept
	}
	h.open()
	if again := h.Table(tb.ID()).Snapshot().Table(); again.Head() != before.Head() {
		t.Error("it is another log")
	}
}

// Nodes that sat at a table get it from the archive, but only so often.
func TestRecallIsLimited(t *testing.T) {
	h := newHouse(t)
	node := record.Key{9}
	read := 0
	for i := range byte(10) {
		id := record.Hash{i}
		h.store.tables[id] = &session.Stored{ID: id}
		h.store.done[id] = session.Done{Nodes: []record.Key{node}}
	}
	h.open()
	for i := range byte(10) {
		answer := make(chan error, 1)
		if !h.Recall(record.Hash{i}, node, func(_ *session.Table, err error) { answer <- err }) {
			t.Fatal("it is not there")
		}
		if <-answer != nil { // the log is empty, so reading it fails
			read++
		}
	}
	if read == 0 || read > 5 {
		t.Errorf("%d of 10 were read at once", read)
	}
	if h.Recall(record.Hash{1}, record.Key{8}, nil) {
		t.Error("a stranger gets it")
	}
}

// Two hundred tables at one node, twenty of them busy: how long a move takes at
// these, where all disks are quick, and where one table's takes 100 ms for a write.
// The ratio of the two medians is what one table's disk costs the others.
func BenchmarkSlowDisk(b *testing.B) {
	h := newHouse(b)
	var tables []*session.Table
	for i := range 200 {
		if i < 20 {
			tables = append(tables, h.table(five.Rules, long))
		} else {
			tables = append(tables, h.table(tabletest.Drill, nil))
		}
	}
	busy := tables[:20]
	measure := func() time.Duration {
		var all []time.Duration
		for range 5 {
			for _, t := range busy[1:] {
				h.turn(t)
				begin := time.Now()
				answer := make(chan error, 1)
				play(t, func(err error) { answer <- err })
				if err := <-answer; err != nil {
					b.Fatal(err)
				}
				all = append(all, time.Since(begin))
			}
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	for b.Loop() {
		quick := measure()
		h.store.delay(busy[0].ID(), func() { time.Sleep(100 * time.Millisecond) })
		stop := make(chan struct{})
		var player sync.WaitGroup
		player.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				answer := make(chan error, 1)
				busy[0].Do(func(r *replica.Replica, now time.Time) error {
					if o := r.Local(); mine(busy[0].Snapshot()) {
						return r.Play(o, five.Rules.Bots[0].Move(r.Table().Position(), o.Seat(), r.Observe(o), mrand.New(mrand.NewPCG(1, 2))), now)
					}
					return nil
				}, func(err error) { answer <- err })
				<-answer
			}
		})
		slow := measure()
		close(stop)
		player.Wait()
		h.store.delay(busy[0].ID(), nil)
		b.ReportMetric(float64(quick.Microseconds()), "µs/move")
		b.ReportMetric(float64(slow)/float64(quick), "slow/quick")
	}
}

// neighbours are a house's network: nobody is there, or everybody.
type neighbours house

func (n *neighbours) Connected(record.Key) bool          { return n.opened != nil }
func (n *neighbours) RoundTrip(record.Key) time.Duration { return 0 }
func (n *neighbours) Open(_ *session.Table, node record.Key) {
	n.opened = append(n.opened, node)
}
func (*neighbours) Dial(record.Key)                       {}
func (*neighbours) Protect(record.Key, record.Hash, bool) {}
func (*neighbours) KeepOut(record.Key)                    {}
func (*neighbours) Welcome(record.Key)                    {}

// observer notes what it is told.
type observer struct {
	h     *house
	table *session.Table

	mu       sync.Mutex
	watching []bool   // who came and went
	said     []string // lines of others
}

func (o *observer) Created() {
	if o.h.created != nil {
		o.h.created(o.table)
	}
}

func (o *observer) Watching(_ record.Key, here bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.watching = append(o.watching, here)
}

func (o *observer) watched() []bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.watching)
}

func (o *observer) Turned(notes []replica.Note) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, n := range notes {
		if n.Said != nil {
			o.said = append(o.said, n.Said.Text)
		}
	}
}

func (o *observer) lines() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.said)
}

func (*observer) Failed(error)                              {}
func (*observer) Called()                                   {}
func (*observer) Restored()                                 {}
func (*observer) Summary(*replica.Snapshot) ([]byte, error) { return nil, nil }

var errFull = errors.New("no space left")

// memory is a store that forgets when the test ends.
type memory struct {
	busy, full atomic.Bool
	commits    atomic.Int64

	mu     sync.Mutex
	tables map[record.Hash]*session.Stored
	done   map[record.Hash]session.Done
	calls  map[record.Hash]session.Call
	delays sync.Map // by table: what a write waits for
}

func (m *memory) delay(id record.Hash, f func()) { m.delays.Store(id, f) }

func (m *memory) records(id record.Hash) []record.Record {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.tables[id].Records)
}

func (m *memory) archived(id record.Hash) bool {
	_, ok, _ := m.Done(id)
	return ok
}

func (m *memory) Create(id record.Hash, g replica.Genesis, seats map[record.Key]session.OwnSeat) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tables[id] = &session.Stored{ID: id, Genesis: g, Seats: seats}
	return nil
}

func (m *memory) Save(id record.Hash, s replica.Save) error {
	if m.full.Load() {
		return errFull
	}
	if f, ok := m.delays.Load(id); ok && f.(func()) != nil {
		m.busy.Store(true)
		f.(func())()
	}
	m.commits.Add(1)
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.tables[id]
	t.Records = append(t.Records, s.Records...)
	t.Notices = append(t.Notices, s.Notices...)
	for _, x := range s.Secrets {
		own := t.Seats[x.Seat]
		own.Hand, own.Left = x.Hand, own.Left || x.Left
		t.Seats[x.Seat] = own
	}
	return nil
}

func (m *memory) Tables() (ids []record.Hash, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id := range m.tables {
		ids = append(ids, id)
	}
	return ids, nil
}

func (m *memory) Load(id record.Hash) (*session.Stored, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.tables[id], nil
}

func (m *memory) PutDone(id record.Hash, d session.Done) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done[id] = d
	return nil
}

func (m *memory) Done(id record.Hash) (session.Done, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	d, ok := m.done[id]
	return d, ok, nil
}

func (m *memory) PutCall(id record.Hash, c session.Call) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls[id] = c
	return nil
}

func (m *memory) Call(id record.Hash) (session.Call, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.calls[id], nil
}

func (m *memory) PutAdmitted(record.Hash, []record.Key) error           { return nil }
func (m *memory) Admitted(record.Hash) ([]record.Key, error)            { return nil, nil }
func (m *memory) PutHandovers(record.Hash, []replica.OwnHandover) error { return nil }
func (m *memory) Handovers(record.Hash) ([]replica.OwnHandover, bool, error) {
	return nil, false, nil
}
func (m *memory) Forget(record.Hash) error          { return nil }
func (m *memory) GivenUp(record.Hash) (bool, error) { return false, nil }
