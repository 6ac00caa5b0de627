package node

import (
	"context"
	"encoding/json"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/present"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// A game is a table of the session, with what the daemon tells people of it. It
// is the table's observer.
type game struct {
	*session.Table
	n     *Node
	id    record.Hash
	terms *table.Terms // they never change

	credential *lobby.Credential // by which this node watches a private table; it never changes
	said       present.Reporter  // for the table's turns
}

// observe makes the game of a table.
func (n *Node) observe(t *session.Table) session.Observer {
	g := &game{Table: t, n: n, id: t.ID(), terms: t.Terms()}
	g.said.Warnings = func() []string { return n.book.Warnings(g.terms.Seats) }
	if g.finished() {
		g.said.SkipOver()
	}
	return g
}

// of is the game of a table, nil for none.
func of(t *session.Table) *game {
	if t == nil {
		return nil
	}
	return t.Observer().(*game)
}

// game is the game of a table in memory, nil if there is none.
func (n *Node) game(id record.Hash) *game { return of(n.session.Table(id)) }

// running lists the tables in memory.
func (n *Node) running() []*game {
	var gs []*game
	for _, t := range n.session.Tables() {
		gs = append(gs, of(t))
	}
	return gs
}

// has reports whether a table is there, in memory or in the archive.
func (n *Node) has(id record.Hash) bool { return n.session.Table(id) != nil || n.session.Archived(id) }

// look reads the table as it is after its last turn.
func (g *game) look(f func(r *replica.Snapshot)) { f(g.Snapshot().Snapshot) }

// do changes the replica, and waits until that is stored. It fails if the store
// does. It must not be called in a turn of a table.
func (g *game) do(f func(r *replica.Replica, now time.Time) error) error {
	return wait(func(done func(error)) { g.Do(f, done) })
}

// wait waits for the answer of something that the session does.
func wait(f func(done func(error))) error {
	answer := make(chan error, 1)
	f(func(err error) { answer <- err })
	return <-answer
}

// await waits for a table that the session finds or makes; the game may be nil.
func await(f func(done func(*session.Table, error))) (*game, error) {
	type answer struct {
		t   *session.Table
		err error
	}
	answers := make(chan answer, 1)
	f(func(t *session.Table, err error) { answers <- answer{t, err} })
	a := <-answers
	return of(a.t), a.err
}

// create stores a new table and begins to play it. asks is set where this node's
// store may be an old copy: then it hears the others before it signs.
func (n *Node) create(g replica.Genesis, seats map[record.Key]session.OwnSeat, asks bool) (*game, error) {
	return await(func(done func(*session.Table, error)) { n.session.Create(g, seats, asks, done) })
}

// admits reports whether a node may have the table's log: it has a seat.
func (g *game) admits(id peer.ID) bool {
	key, err := host.PublicKey(id)
	return err == nil && g.Seats(record.Key(key))
}

// finished reports whether the game is over.
func (g *game) finished() bool { return g.Snapshot().Table().Over() }

// Created notes who claims which name, for the warning when a known name comes
// with a new key.
func (g *game) Created() {
	for _, s := range g.terms.Seats {
		if s.Host != nil {
			continue
		}
		if err := g.n.book.Met(s.Name, s.Key); err != nil {
			g.n.log.Warn("remembering a name", "err", err)
		}
	}
}

// Turned makes events of what happened.
func (g *game) Turned(notes []replica.Note) {
	st := g.Snapshot()
	for _, e := range g.said.Events(st, notes) {
		g.n.events.add(e)
	}
	if g.said.Changed(st) {
		g.n.events.touch(g.id.String())
	}
}

// Failed says that the store takes nothing.
func (g *game) Failed(err error) {
	g.n.log.Error("the store does not take records; nothing is sent before it does", "table", short(g.id), "err", err)
}

// Summary is what the lists show of a table that has ended.
func (g *game) Summary(s *replica.Snapshot) ([]byte, error) {
	return json.Marshal(archived{Summary: present.Summary(s), Left: left(s), Declined: s.Declined()})
}

// A scheduler runs the session's work in goroutines that the node waits for at its
// end.
type scheduler struct{ n *Node }

func (s scheduler) Now() time.Time { return time.Now().Add(time.Duration(s.n.ahead.Load())) }
func (s scheduler) Go(f func())    { s.n.run(f) }

func (s scheduler) Parallel(n int, f func(i int)) {
	var all sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range n {
		room <- struct{}{}
		all.Go(func() {
			defer func() { <-room }()
			f(i)
		})
	}
	all.Wait()
}

// ways are what the session knows of the network.
type ways struct {
	n   *Node
	ctx context.Context // until the node ends
}

// peerOf is the peer ID of a node; every identity key has one.
func peerOf(node record.Key) peer.ID {
	id, err := host.PeerID(node[:])
	if err != nil {
		return "" // nobody's
	}
	return id
}

func (w *ways) Connected(node record.Key) bool {
	return w.n.host.Network().Connectedness(peerOf(node)) == network.Connected
}

func (w *ways) Open(t *session.Table, node record.Key) {
	if id := peerOf(node); w.n.openLimit.Allow(node) {
		w.n.run(func() { of(t).open(w.ctx, id) })
	}
}

// Dial is left to a goroutine: it needs the node's lock, which may be held while
// something is stored.
func (w *ways) Dial(node record.Key) { w.n.run(func() { w.n.redial(w.ctx, peerOf(node)) }) }

// Protect keeps libp2p from trimming the connections to the table's nodes when
// there are too many, as long as they are needed.
func (w *ways) Protect(node record.Key, table record.Hash, needed bool) {
	if needed {
		w.n.host.ConnManager().Protect(peerOf(node), table.String())
	} else {
		w.n.host.ConnManager().Unprotect(peerOf(node), table.String())
	}
}

// KeepOut ends connections, which may take a while.
func (w *ways) KeepOut(node record.Key) { w.n.run(func() { w.n.ban(peerOf(node)) }) }

func (w *ways) Welcome(node record.Key) { w.n.host.Unblock(peerOf(node)) }

// ticks is how often time passes at a table.
const ticks = 100 * time.Millisecond

// reachTicks is every how many of them the table's nodes are looked for.
const reachTicks = 5

// supervise keeps time, tables and connections going until ctx is done.
func (n *Node) supervise(ctx context.Context) {
	for _, addr := range n.cfg.Peers {
		n.run(func() { n.keepConnecting(ctx, addr) })
	}
	tick := time.NewTicker(ticks)
	defer tick.Stop()
	for i := 0; ; i++ {
		reach := i%reachTicks == 0
		select {
		case <-ctx.Done():
			return
		case <-n.hurry:
			reach = true
		case <-tick.C:
		}
		n.session.Tick(reach)
		if reach {
			n.tendLobby(ctx)
		}
	}
}

// hasten lets time pass at once: others are to hear of something.
func (n *Node) hasten() {
	select {
	case n.hurry <- struct{}{}:
	default:
	}
}

// plays reports whether a peer has a seat at a table of this node's whose game is
// not over, and which is not stopped by a fault of its own.
func (n *Node) plays(id peer.ID) bool {
	key, err := host.PublicKey(id)
	return err == nil && n.session.Plays(record.Key(key))
}

// hears reports whether a peer has said something of late, at any table.
func (n *Node) hears(id peer.ID) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.ContainsFunc(n.conns[id], (*conn).alive)
}
