package node

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/present"
	"fives/p2p/replica"
	"fives/p2p/store"
)

// A game is a table that this node sits at.
type game struct {
	n  *Node
	id record.Hash
	// onlooker is set at a table at which this node only watches. Nothing of
	// it is stored.
	onlooker   bool
	credential *lobby.Credential // by which it watches a private table
	terms      *table.Terms      // of the table; they never change
	at         []peer.ID         // the other nodes that have seats
	opens      *peers.RateLimit  // of streams
	tries      tries             // to open one
	charges    *peers.RateLimit
	chat       *peers.RateLimit
	recalled   bool      // it was read from the archive; guarded by n.mu
	forPeer    bool      // only a peer has asked for such a one; guarded by n.mu
	used       time.Time // when somebody asked last; guarded by n.mu

	mu       sync.Mutex
	r        *replica.Replica
	pending  replica.Output // what could not be stored yet, and so was not sent
	failed   error          // why
	conns    map[replica.Peer]*conn
	admitted []record.Key         // nodes that this one lets watch a private table
	said     saying               // what the event stream has been told
	shelved  bool                 // the store has been told that it has ended
	caller   peer.ID              // who has called for this continuation; "" for this node's person
	even     map[peer.ID]int      // of a table that has ended: its extent when a node had all of it
	unsaid   map[peer.ID][]string // lines for nodes to which there is no stream for that reason
	away     bool                 // it has been put into the archive, and another game may have taken its place
}

// create stores a new table and begins to play it. asks is set where this node
// knows of the table from its store, which may be an old copy, or from others,
// because its store was lost: then it hears the others before it signs.
func (n *Node) create(g replica.Genesis, seats map[record.Key]store.OwnSeat, asks bool) (*game, error) {
	t, err := g.Table(n.cfg.Games)
	if err != nil {
		return nil, err
	}
	if n.has(t.ID()) { // read from the archive meanwhile, say
		return nil, fmt.Errorf("node: table %s is there already", short(t.ID()))
	}
	if err := n.store.Create(t.ID(), g, seats); err != nil {
		return nil, fmt.Errorf("node: the table could not be stored: %w", err)
	}
	gm, err := n.newGame(t, seats, asks)
	if err != nil {
		return nil, err
	}
	n.rememberNames(t)
	for _, id := range gm.at {
		n.host.Unblock(id) // who was a stranger plays from now on
	}
	n.mu.Lock()
	n.games[t.ID()] = gm
	n.mu.Unlock()
	return gm, nil
}

// has reports whether a table is there, at hand or in the archive.
func (n *Node) has(id record.Hash) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	_, archived := n.done[id]
	return archived || n.games[id] != nil
}

// newGame makes the game of a table with this node's seats.
func (n *Node) newGame(t *table.Table, seats map[record.Key]store.OwnSeat, loaded bool) (*game, error) {
	cfg := replica.Config{Loaded: loaded, Held: t.Continuation() != nil, BotDelay: n.cfg.BotDelay, Rand: n.cfg.Rand}
	for _, s := range t.Terms().Seats {
		own, ok := seats[s.Key]
		if !ok {
			continue
		}
		o := &replica.LocalSeat{Key: n.key, Hand: own.Hand, Left: own.Left, Lost: own.Lost}
		if len(own.Seed) == ed25519.SeedSize {
			o.Key = ed25519.NewKeyFromSeed(own.Seed)
		}
		if record.KeyOf(o.Key) != s.Key {
			return nil, fmt.Errorf("%w: its seat is that of %s", store.ErrForeign, record.Fingerprint(s.Key))
		}
		if own.Bot != "" {
			bot, err := t.Terms().Rules.Bot(own.Bot)
			if err != nil {
				return nil, err
			}
			o.Bot = &bot
		}
		cfg.Seats = append(cfg.Seats, o)
	}
	warnings := func() []string { return n.book.Warnings(t.Terms().Seats) }
	return &game{
		n: n, id: t.ID(), said: saying{Reporter: present.Reporter{Warnings: warnings}}, r: replica.New(t, cfg), conns: map[replica.Peer]*conn{},
		terms: t.Terms(), at: n.nodesAt(t), even: map[peer.ID]int{}, unsaid: map[peer.ID][]string{},
		opens: peers.NewRateLimit(serveEvery, serveBurst), charges: peers.NewRateLimit(forgiveness, maxCharges), chat: peers.NewRateLimit(chatEvery, chatBurst),
	}, nil
}

// loadGame rebuilds a table from the store, checking every record again.
func (n *Node) loadGame(id record.Hash) (*game, error) {
	st, err := n.store.Load(id)
	if err != nil {
		return nil, err
	}
	t, err := st.Genesis.Table(n.cfg.Games)
	if err != nil {
		return nil, err
	}
	if t.ID() != id {
		return nil, fmt.Errorf("%w: the table stored as %s is another", store.ErrDamaged, id)
	}
	if err := replay(t, st); err != nil {
		return nil, err
	}
	g, err := n.newGame(t, st.Seats, true)
	if err != nil {
		return nil, err
	}
	if t.Over() {
		g.r.Release(time.Now()) // it began long ago, and this node signs nothing more there
	}
	g.admitted, err = n.store.Admitted(id)
	return g, err
}

func replay(t *table.Table, st *store.SavedTable) error {
	for _, r := range st.Records {
		c, err := t.Check(r)
		if err == nil {
			_, err = t.Apply(c)
		}
		if err != nil && !errors.Is(err, table.ErrKnown) {
			return fmt.Errorf("%w: a record of step %d: %v", store.ErrDamaged, t.Step(), err)
		}
	}
	for _, nt := range st.Notices {
		if _, err := t.Leave(nt); err != nil {
			return fmt.Errorf("%w: %v", store.ErrDamaged, err)
		}
	}
	for _, records := range st.Faults {
		var f *table.Fault
		if _, err := t.Check(records[len(records)-1]); errors.As(err, &f) {
			t.Accuse(f)
		}
	}
	return nil
}

// do changes the replica and flushes it. It fails if the store does.
func (g *game) do(f func(r *replica.Replica, now time.Time) error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.away {
		return errPutAway
	}
	if err := g.flush(); err != nil {
		return err
	}
	err := f(g.r, time.Now())
	return errors.Join(err, g.flush())
}

var errPutAway = errors.New("node: the table has just been put into the archive")

// look reads the replica.
func (g *game) look(f func(r *replica.Replica)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f(g.r)
}

// flush stores what the replica wants stored and then lets out what it wants
// said. If the store fails, nothing is said; the next flush tries again.
func (g *game) flush() error {
	g.pending.Add(g.r.Take())
	if err := g.save(); err != nil {
		if g.failed == nil {
			g.n.log.Error("the store does not take records; nothing is sent before it does", "table", short(g.id), "err", err)
		}
		g.failed = err
		return fmt.Errorf("node: %w", err)
	}
	out := g.pending
	g.pending, g.failed = replica.Output{}, nil
	for _, e := range out.Send {
		if c := g.conns[e.To]; c != nil {
			c.send(e.Message)
		}
	}
	for _, p := range out.Penalize {
		if c := g.conns[p]; c != nil {
			c.penalize()
		}
	}
	g.report(out.Notes)
	return nil
}

func (g *game) save() error {
	if g.onlooker {
		return nil
	}
	return g.n.store.Save(g.id, g.pending.Save)
}

// tick lets time pass at the table. Work that is left over is done at once.
func (g *game) tick() {
	for range 64 {
		busy := false
		err := g.do(func(r *replica.Replica, now time.Time) error {
			r.Tick(now)
			busy = r.Busy()
			return nil
		})
		if err != nil || !busy {
			return
		}
	}
}

// nodesAt lists the other nodes whose seats are at a table.
func (n *Node) nodesAt(t *table.Table) []peer.ID {
	var ids []peer.ID
	for _, s := range t.Terms().Seats {
		key := replica.Node(s)
		if id, err := host.PeerID(key[:]); err == nil && key != n.self && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// sitsAt reports whether a seat is that of a node.
func (g *game) sitsAt(seat int, id peer.ID) bool {
	key := replica.Node(g.terms.Seats[seat])
	node, err := host.PeerID(key[:])
	return err == nil && node == id
}

// finished reports whether the game is over.
func (g *game) finished() (over bool) {
	g.look(func(r *replica.Replica) { over = r.Table().Over() })
	return over
}

// rememberNames notes who claims which name, for the warning when a known name
// comes with a new key.
func (n *Node) rememberNames(t *table.Table) {
	for _, s := range t.Terms().Seats {
		if s.Host != nil {
			continue
		}
		if err := n.book.Met(s.Name, s.Key); err != nil {
			n.log.Warn("remembering a name", "err", err)
		}
	}
}

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
		for _, g := range n.running() {
			g.tick()
			g.part()
			g.tendFamily()
			if reach {
				g.reach(ctx)
			}
		}
		if reach {
			n.tendLobby(ctx)
			n.shelve()
		}
	}
}

// running lists the games that are not finished, and those that finished in
// this run, which others may not have heard of.
func (n *Node) running() []*game {
	n.mu.Lock()
	defer n.mu.Unlock()
	var gs []*game
	for _, g := range n.games {
		gs = append(gs, g)
	}
	return gs
}
