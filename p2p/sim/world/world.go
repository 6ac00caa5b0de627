// Package world is what the simulation plays in: one queue of events in virtual
// time, nodes that run real sessions (p2p/session) on streams and disks that go
// wrong, and their people, of whom some cheat. It judges nothing. It is a package of
// its own because nothing in it may depend on the judge, package sim.
package world

import (
	"container/heap"
	"crypto/ed25519"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/replica"
	"fives/p2p/sim/disk"
	"fives/p2p/sim/plan"
	"fives/p2p/store/memory"
)

// A World is a run of one plan.
type World struct {
	Plan    plan.Plan
	rand    *rand.Rand
	start   time.Time
	now     time.Time
	queue   events
	seq     uint64
	Nodes   []*Node // by seat of their person; then onlookers, then the twins of cheats
	links   links
	Tables  []*Origin
	watcher Watcher
	Counts  plan.Counts
	err     error
	trace   interface {
		Write([]byte) (int, error)
		Sum64() uint64
	}
}

// An event is something to be done at a time.
type event struct {
	at  time.Time
	seq uint64 // of two at one time, the one planned first
	do  func()
}

type events []event

func (q events) Len() int { return len(q) }
func (q events) Less(i, j int) bool {
	return q[i].at.Before(q[j].at) || q[i].at.Equal(q[j].at) && q[i].seq < q[j].seq
}
func (q events) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *events) Push(x any)   { *q = append(*q, x.(event)) }
func (q *events) Pop() any {
	old := *q
	e := old[len(old)-1]
	*q = old[:len(old)-1]
	return e
}

// A Watcher looks at a world from outside, and says when nothing more can come of
// it.
type Watcher interface {
	Started(g *Game)                      // the table was made, or read
	Stored(g *Game, s replica.Save)       // what a node had to store is on its disk
	Turned(g *Game, notes []replica.Note) // something has happened at a table
	Sent(g *Game, m replica.Message)      // a message leaves a session
	Restored()                            // a node has lost what its old copy does not have
	Settled() bool
}

// New makes the world of a plan.
func New(p plan.Plan) *World {
	w := &World{
		Plan:  p,
		rand:  rand.New(rand.NewPCG(p.Seed, 1)),
		start: time.Unix(1_750_000_000, 0),
		trace: fnv.New64a(),
	}
	w.now = w.start
	return w
}

// Play plays the plan to its end.
func (w *World) Play(watcher Watcher) error {
	w.watcher = watcher
	if err := w.seat(); err != nil {
		return err
	}
	troubles{w}.disturb()
	deadline := w.start.Add(w.Plan.Calm + w.Plan.Patience)
	for look := w.start; w.err == nil && len(w.queue) > 0 && w.now.Before(deadline); {
		e := heap.Pop(&w.queue).(event)
		w.now = e.at
		e.do()
		if w.now.Before(look) {
			continue
		}
		if look = w.now.Add(ticks); watcher.Settled() {
			break
		}
	}
	return nil
}

// Err is the first broken invariant.
func (w *World) Err() error { return w.err }

// Trace is a hash of all that has happened.
func (w *World) Trace() uint64 { return w.trace.Sum64() }

// Took is how long it has been going on.
func (w *World) Took() time.Duration { return w.now.Sub(w.start) }

// Streams is how many streams are open.
func (w *World) Streams() int { return len(w.links.conns) }

// Never reports whether two nodes never see each other.
func (w *World) Never(a, b *Node) bool { return w.links.never[a.Index][b.Index] }

// after plans something.
func (w *World) after(d time.Duration, do func()) {
	w.seq++
	heap.Push(&w.queue, event{w.now.Add(d), w.seq, do})
}

// Log adds to the trace, and to the plan's log if there is one.
func (w *World) Log(format string, args ...any) {
	line := fmt.Sprintf("%9.3f ", w.now.Sub(w.start).Seconds()) + fmt.Sprintf(format, args...)
	w.trace.Write([]byte(line))
	if w.Plan.Log != nil {
		w.Plan.Log(line)
	}
}

// Broken notes that an invariant does not hold. The first one counts.
func (w *World) Broken(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf("sim: seed %d at %.3f s: "+format, append([]any{w.Plan.Seed, w.now.Sub(w.start).Seconds()}, args...)...)
		w.Log("BROKEN %v", w.err)
	}
}

// chance is true with probability p.
func (w *World) chance(p float64) bool { return p > 0 && w.rand.Float64() < p }

// between draws a duration.
func (w *World) between(lo, hi time.Duration) time.Duration {
	if hi <= lo {
		return lo
	}
	return lo + time.Duration(w.rand.Int64N(int64(hi-lo)))
}

// seat makes the keys, the table and its nodes.
func (w *World) seat() error {
	p := w.Plan
	keys := make([]ed25519.PrivateKey, p.Seats+p.Bots)
	for i := range keys {
		keys[i] = ed25519.NewKeyFromSeed(w.secret("key", i))
	}
	proposal, err := w.propose(keys[0])
	if err != nil {
		return err
	}
	genesis := replica.Genesis{Proposal: &proposal}
	id := record.Fold(record.Hash{}, 0, []record.Record{proposal})
	for i, k := range keys {
		join := record.Join{Name: fmt.Sprintf("seat %d", i)}
		if i >= p.Seats { // a computer player of one of the nodes
			host := keys[i%p.Seats]
			cert := record.CertifyBot(host, id, record.KeyOf(k))
			node := record.KeyOf(host)
			join.Host, join.Certificate = &node, &cert
		}
		r, err := sign(k, record.Payload{Version: record.Version, Table: id, Step: 1, Head: id, Kind: record.KindJoin}, join)
		if err != nil {
			return err
		}
		genesis.Joins = append(genesis.Joins, r)
	}
	genesis, other := w.begins(genesis)
	first, err := genesis.Table(w.Find)
	if err != nil {
		return err
	}
	w.Tables = []*Origin{{ID: id, Parent: -1, terms: first.Terms()}}
	w.links = newLinks(w)
	for i := range p.Seats {
		n := &Node{w: w, Index: i, Who: i, keys: keys[i : i+1 : i+1], genesis: genesis, Cheats: p.Cheats[i], Disk: disk.New()}
		if p.Pages[i] {
			n.Disk.Page = memory.NewRAM()
			w.Counts.Pages++
		}
		for j := p.Seats; j < len(keys); j++ {
			if j%p.Seats == i {
				n.keys = append(n.keys, keys[j])
			}
		}
		w.Nodes = append(w.Nodes, n)
	}
	if p.Cheat == plan.Twice {
		w.assign(other)
	}
	for _, a := range w.Nodes {
		for _, b := range w.Nodes {
			w.links.never[a.Index][b.Index] = a.page() && b.page()
		}
	}
	for _, n := range w.Nodes {
		n.boot()
		n.tick()
	}
	for i := p.Seats; i < p.Seats+p.Onlookers; i++ {
		key := ed25519.NewKeyFromSeed(w.secret("onlooker", i))
		n := &Node{w: w, Index: i, Who: i, keys: []ed25519.PrivateKey{key}, genesis: genesis, Onlooker: true, Disk: disk.New()}
		w.Nodes = append(w.Nodes, n)
		n.tick()
	}
	for i := range p.Guests {
		w.addGuest(i)
	}
	if p.Cheat == plan.Twice {
		w.addTwin(w.Nodes[0], other, disk.New())
	}
	return nil
}

// identities is how many nodes there are, twins not counted.
func (w *World) identities() int { return w.Plan.Seats + w.Plan.Onlookers + w.Plan.Guests }

func (w *World) propose(key ed25519.PrivateKey) (record.Record, error) {
	p := w.Plan
	o, err := p.Game.Validate(p.Places(), p.Options)
	if err != nil {
		return record.Record{}, err
	}
	return sign(key, record.Payload{Version: record.Version, Kind: record.KindProposal}, record.Proposal{
		Game: p.Game.Name, Options: o, Seats: uint64(p.Places()), Nonce: record.Hash(w.secret("nonce", 0)), Time: uint64(w.now.Unix()), Cover: w.cover(),
	})
}

// cover is what the proposal says under cover.
func (w *World) cover() string {
	if w.Plan.Cover {
		return record.CoverAll
	}
	return ""
}

// secret is 32 bytes that depend on the seed.
func (w *World) secret(what string, i int) []byte {
	var s [32]byte
	copy(s[:], what)
	binary.BigEndian.PutUint64(s[16:], w.Plan.Seed)
	binary.BigEndian.PutUint64(s[24:], uint64(i))
	b := make([]byte, 32)
	rand.NewChaCha8(s).Read(b)
	return b
}

func sign(key ed25519.PrivateKey, p record.Payload, body any) (record.Record, error) {
	b, err := record.Marshal(body)
	if err != nil {
		return record.Record{}, err
	}
	p.Body = b
	return record.Sign(key, p)
}

// Find knows the game of the plan only.
func (w *World) Find(name string) (*rules.RuleSet, error) {
	if name != w.Plan.Game.Name {
		return nil, fmt.Errorf("sim: no game %q", name)
	}
	return w.Plan.Game, nil
}

// Honest lists the nodes with seats that do not cheat and are not gone for good.
func (w *World) Honest() []*Node {
	var ns []*Node
	for _, n := range w.Nodes {
		if !n.Cheats && !n.Onlooker && !n.Gone {
			ns = append(ns, n)
		}
	}
	return ns
}

// Cheated reports whether a cheat has a seat at a table.
func (w *World) Cheated(t *table.Table) bool {
	for i := range t.Terms().Seats {
		if w.Owner(t, i).Cheats {
			return true
		}
	}
	return false
}

// Owner is the node of a seat, never a twin.
func (w *World) Owner(t *table.Table, seat int) *Node {
	key := t.Terms().Seats[seat].Node()
	i := slices.IndexFunc(w.Nodes, func(n *Node) bool { return !n.Onlooker && n.Identity() == key })
	return w.Nodes[i]
}
