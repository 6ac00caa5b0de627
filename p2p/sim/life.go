package sim

import (
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// A life is a node from a start to the next crash: its session, and the scheduler, network and store that the
// session works with.
type life struct {
	n     *node
	s     *session.Session
	dead  bool
	shelf map[int]*game // games of tables that are only on the disk, by table of the world
}

// live starts the session of a node from its disk.
func (n *node) live() (*life, error) {
	l := &life{n: n, shelf: map[int]*game{}}
	st, err := openStore(l)
	if err != nil {
		return nil, err
	}
	l.s = session.New(session.Config{
		Key: n.keys[0], Store: st, Network: l, Scheduler: l, Games: n.w.find, BotDelay: n.w.plan.Think / 2,
		Rand:     rand.NewChaCha8([32]byte(n.w.secret("dice", n.index*1000+n.starts))),
		Newcomer: l.takes,
		Observe:  l.observe,
		Readable: func([]byte) bool { return true },
	})
	return l, l.s.Load()
}

// Now returns the time by the node's clock.
func (l *life) Now() time.Time { return l.n.clock() }

// Parallel calls f one by one.
func (l *life) Parallel(n int, f func(i int)) {
	for i := range n {
		f(i)
	}
}

// jitter is the longest time for which a turn waits for others.
const jitter = time.Millisecond

// Go calls f soon, in this life, once the node is neither asleep nor waiting for its disk.
func (l *life) Go(f func()) {
	w := l.n.w
	w.after(w.between(0, jitter), func() { l.do(f) })
}

func (l *life) do(f func()) {
	w := l.n.w
	switch {
	case l.dead:
	case w.now.Before(l.n.busy):
		w.after(l.n.busy.Sub(w.now), func() { l.do(f) })
	default:
		defer func() {
			if r := recover(); r != nil && r != errCrash {
				panic(r)
			}
		}()
		l.effect()
		f()
	}
}

// errCrash is the panic that ends the running work of a node that crashes.
var errCrash = errors.New("sim: the node crashes")

// effect is a point at which the node may crash. It must only be called in what Go calls.
func (l *life) effect() {
	n := l.n
	if n.fuse > 0 {
		n.fuse--
		if n.fuse == 0 {
			n.w.counts.Crash++
			n.crash()
			n.restartAfter(n.w.soon())
			panic(errCrash)
		}
	}
}

// A riskyStore is the store of a node, with what goes wrong.
type riskyStore struct {
	session.Store // what it reads from
	disk          *disk
	life          *life
	model         func() error // makes the next commit of a browser on the disk as well
}

// openStore opens the store of a node: its disk, or, in a browser, the tree that was last committed, which has
// to be the same as the disk.
func openStore(l *life) (*riskyStore, error) {
	s := &riskyStore{Store: l.n.disk, disk: l.n.disk, life: l}
	if s.disk.page == nil {
		return s, nil
	}
	browser, err := s.disk.browser(s.commit)
	if err != nil {
		return nil, err
	}
	s.Store = browser
	l.n.w.counts.Opened++
	return s, s.disk.compare(browser)
}

// flushTime is how long a browser with the bug Relaxed takes to bring a commit to its disk.
const flushTime = time.Second

// commit makes one transaction of a browser. Nothing goes wrong with the first one, which lays out the tree.
func (s *riskyStore) commit(put func() error) error {
	if s.model == nil {
		return put()
	}
	if w := s.life.n.w; w.plan.Bug == Relaxed {
		w.after(flushTime, func() {
			if !s.life.dead {
				_ = put()
			}
		})
		return s.write(s.model)
	}
	return s.write(func() error { return errors.Join(put(), s.model()) })
}

var errFull = errors.New("sim: no space left on the disk")

// write is an effect on the disk.
func (s *riskyStore) write(do func() error) error {
	n := s.life.n
	s.life.effect()
	if n.w.now.Before(n.full) {
		n.w.counts.FullDisk++
		return errFull
	}
	if err := do(); err != nil {
		n.w.fail("%s cannot store: %v", n.name(), err)
	}
	n.rest(n.slow)
	s.life.effect()
	return nil
}

// put stores something; in a browser, that is one commit.
func (s *riskyStore) put(do func(session.Store) error) error {
	model := func() error { return do(s.disk) }
	if s.disk.page == nil {
		return s.write(model)
	}
	s.model = model
	return do(s.Store)
}

func (s *riskyStore) Create(id record.Hash, g replica.Genesis, seats map[record.Key]session.OwnSeat) error {
	return s.put(func(st session.Store) error { return st.Create(id, g, seats) })
}

// Save stores what a table must not lose. With the bug SendFirst, it returns before it has.
func (s *riskyStore) Save(id record.Hash, save replica.Save) error {
	put := func(st session.Store) error {
		if st == s.disk {
			defer func() { s.life.n.w.judge.onStore(s.life.game(s.life.n.w.at(id)), save) }()
		}
		return st.Save(id, save)
	}
	if s.life.n.w.plan.Bug == SendFirst {
		s.life.Go(func() { _ = s.put(put) })
		return nil
	}
	return s.put(put)
}

func (s *riskyStore) PutDone(id record.Hash, d session.Done) error {
	return s.put(func(st session.Store) error { return st.PutDone(id, d) })
}

func (s *riskyStore) PutCall(id record.Hash, c session.Call) error {
	return s.put(func(st session.Store) error { return st.PutCall(id, c) })
}

func (s *riskyStore) PutHandovers(id record.Hash, own []replica.OwnHandover) error {
	return s.put(func(st session.Store) error { return st.PutHandovers(id, own) })
}

func (s *riskyStore) PutAdmitted(id record.Hash, nodes []record.Key) error {
	return s.put(func(st session.Store) error { return st.PutAdmitted(id, nodes) })
}

func (s *riskyStore) Forget(id record.Hash) error {
	return s.put(func(st session.Store) error { return st.Forget(id) })
}

// observe returns a new game for a table.
func (l *life) observe(t *session.Table) session.Observer {
	return &game{node: l.n, l: l, at: l.n.w.note(t), t: t, penalized: make([]int, l.n.w.identities()), since: l.n.w.now}
}

// game returns the node's game of a table, nil if there is none or nothing of it is stored yet.
func (l *life) game(at int) *game {
	id := l.n.w.tables[at].id
	if !l.n.onlooker && l.n.disk.ledger(id) == nil {
		return nil
	}
	if t := l.s.Table(id); t != nil {
		return t.Observer().(*game)
	}
	if l.n.onlooker {
		return nil
	}
	if l.shelf[at] == nil {
		l.shelf[at] = &game{node: l.n, l: l, at: at}
	}
	return l.shelf[at]
}

// ungate makes a replica sign without having heard the others: it gets its own word on what it has back as
// that of all others. It must be the first thing that happens to the replica.
func ungate(r *replica.Replica, now time.Time) error {
	var others []replica.Peer
	for _, s := range r.Table().Terms().Seats {
		node := s.Node()
		name := node
		name[0] ^= 1 // nobody has this name, so that nothing is sent there
		others = append(others, replica.Peer(name[:]))
		r.Connect(others[len(others)-1], node, now)
	}
	out := r.Take() // it tells them what it has, and asks
	have := *out.Send[len(out.Send)-1].Message.Have
	have.Asks = slices.Clone(have.Asks)
	for i := range have.Asks {
		have.Asks[i].Heard = ^uint64(0)
	}
	for _, p := range others {
		r.Receive(p, replica.Message{Have: &have}, now)
	}
	for _, p := range others {
		r.HangUp(p, now)
	}
	return nil
}
