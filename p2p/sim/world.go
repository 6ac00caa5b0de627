package sim

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
	"fives/p2p/store/memory"
)

// A world is a run of one plan: one queue of events in virtual time.
type world struct {
	plan   Plan
	rand   *rand.Rand
	start  time.Time
	now    time.Time
	queue  events
	seq    uint64
	nodes  []*node // in the order of their people's seats; then onlookers, guests, and the twins of cheats
	links  links
	tables []*origin
	judge  *checker
	counts Counts
	err    error
	trace  interface {
		Write([]byte) (int, error)
		Sum64() uint64
	}
}

// An event is something to do at a time.
type event struct {
	at  time.Time
	seq uint64 // of two at one time, the one planned first comes first
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

// newWorld returns the world of a plan, still without nodes.
func newWorld(p Plan) *world {
	w := &world{
		plan:  p,
		rand:  rand.New(rand.NewPCG(p.Seed, 1)),
		start: time.Unix(1_750_000_000, 0),
		trace: fnv.New64a(),
	}
	w.now = w.start
	return w
}

// play plays the plan to its end.
func (w *world) play(judge *checker) error {
	w.judge = judge
	if err := w.seat(); err != nil {
		return err
	}
	troubles{w}.disturb()
	deadline := w.start.Add(w.plan.Calm + w.plan.Patience)
	for look := w.start; w.err == nil && len(w.queue) > 0 && w.now.Before(deadline); {
		e := heap.Pop(&w.queue).(event)
		w.now = e.at
		e.do()
		if w.now.Before(look) {
			continue
		}
		if look = w.now.Add(ticks); judge.settled() {
			break
		}
	}
	return nil
}

// took returns how long the run has taken, in virtual time.
func (w *world) took() time.Duration { return w.now.Sub(w.start) }

// streams returns the number of open streams.
func (w *world) streams() int { return len(w.links.conns) }

// never reports whether two nodes never see each other.
func (w *world) never(a, b *node) bool { return w.links.never[a.index][b.index] }

// after plans something to do after some time.
func (w *world) after(d time.Duration, do func()) {
	w.seq++
	heap.Push(&w.queue, event{w.now.Add(d), w.seq, do})
}

// log adds a line to the trace, and to the plan's log if there is one.
func (w *world) log(format string, args ...any) {
	line := fmt.Sprintf("%9.3f ", w.now.Sub(w.start).Seconds()) + fmt.Sprintf(format, args...)
	w.trace.Write([]byte(line))
	if w.plan.Log != nil {
		w.plan.Log(line)
	}
}

// fail notes that an invariant is broken. Only the first one counts.
func (w *world) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf("sim: seed %d at %.3f s: "+format, append([]any{w.plan.Seed, w.now.Sub(w.start).Seconds()}, args...)...)
		w.log("BROKEN %v", w.err)
	}
}

// chance returns true with probability p.
func (w *world) chance(p float64) bool { return p > 0 && w.rand.Float64() < p }

// between returns a random duration, at least lo and less than hi.
func (w *world) between(lo, hi time.Duration) time.Duration {
	if hi <= lo {
		return lo
	}
	return lo + time.Duration(w.rand.Int64N(int64(hi-lo)))
}

// seat makes the keys, the table and its nodes.
func (w *world) seat() error {
	p := w.plan
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
	first, err := genesis.Table(w.find)
	if err != nil {
		return err
	}
	w.tables = []*origin{{id: id, parent: -1, terms: first.Terms()}}
	w.links = newLinks(w)
	for i := range p.Seats {
		n := &node{w: w, index: i, who: i, keys: keys[i : i+1 : i+1], genesis: genesis, cheats: p.Cheats[i], disk: newDisk()}
		if p.Pages[i] {
			n.disk.page = memory.NewRAM()
			w.counts.Pages++
		}
		for j := p.Seats; j < len(keys); j++ {
			if j%p.Seats == i {
				n.keys = append(n.keys, keys[j])
			}
		}
		w.nodes = append(w.nodes, n)
	}
	if p.Cheat == Twice {
		w.assign(other)
	}
	for _, a := range w.nodes {
		for _, b := range w.nodes {
			w.links.never[a.index][b.index] = a.page() && b.page()
		}
	}
	for _, n := range w.nodes {
		n.boot()
		n.tick()
	}
	for i := p.Seats; i < p.Seats+p.Onlookers; i++ {
		key := ed25519.NewKeyFromSeed(w.secret("onlooker", i))
		n := &node{w: w, index: i, who: i, keys: []ed25519.PrivateKey{key}, genesis: genesis, onlooker: true, disk: newDisk()}
		w.nodes = append(w.nodes, n)
		n.tick()
	}
	for i := range p.Guests {
		w.addGuest(i)
	}
	if p.Cheat == Twice {
		w.addTwin(w.nodes[0], other, newDisk())
	}
	return nil
}

// identities returns the number of nodes, without twins.
func (w *world) identities() int { return w.plan.Seats + w.plan.Onlookers + w.plan.Guests }

func (w *world) propose(key ed25519.PrivateKey) (record.Record, error) {
	p := w.plan
	o, err := p.Game.Validate(p.Places(), p.Options)
	if err != nil {
		return record.Record{}, err
	}
	return sign(key, record.Payload{Version: record.Version, Kind: record.KindProposal}, record.Proposal{
		Game: p.Game.Name, Options: p.Game.Written(o), Seats: uint64(p.Places()), Nonce: record.Hash(w.secret("nonce", 0)), Time: uint64(w.now.Unix()), HouseRules: record.HouseRules{Cover: w.cover()},
	})
}

// cover returns the value of cover in the proposal.
func (w *world) cover() string {
	if w.plan.Cover {
		return record.CoverAll
	}
	return ""
}

// secret returns 32 bytes that depend on the seed, what and i.
func (w *world) secret(what string, i int) []byte {
	var s [32]byte
	copy(s[:], what)
	binary.BigEndian.PutUint64(s[16:], w.plan.Seed)
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

// find knows only the game of the plan.
func (w *world) find(name string) (*rules.RuleSet, error) {
	if name != w.plan.Game.Name {
		return nil, fmt.Errorf("sim: no game %q", name)
	}
	return w.plan.Game, nil
}

// honest lists the nodes with seats that do not cheat and are not gone for good.
func (w *world) honest() []*node {
	var ns []*node
	for _, n := range w.nodes {
		if !n.cheats && !n.onlooker && !n.gone {
			ns = append(ns, n)
		}
	}
	return ns
}

// cheated reports whether a cheat has a seat at a table.
func (w *world) cheated(t *table.Table) bool {
	for i := range t.Terms().Seats {
		if w.owner(t, i).cheats {
			return true
		}
	}
	return false
}

// owner returns the node of a seat, never a twin.
func (w *world) owner(t *table.Table, seat int) *node {
	key := t.Terms().Seats[seat].Node()
	i := slices.IndexFunc(w.nodes, func(n *node) bool { return !n.onlooker && n.identity() == key })
	return w.nodes[i]
}
