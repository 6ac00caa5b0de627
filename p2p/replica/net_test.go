package replica_test

import (
	"crypto/ed25519"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/replica"
)

// A network is some replicas that hand each other messages at once, or not.
type network struct {
	t         *testing.T
	genesis   replica.Genesis
	keys      []ed25519.PrivateKey
	nodes     []*replica.Replica
	joined    map[[2]int]bool
	find      table.Finder
	now       time.Time
	saved     [][]record.Record // by node
	penalized []int             // by node: how often it was penalized
	// edit changes messages on their way.
	edit   func(from int, m replica.Message) replica.Message
	asleep map[int]bool // nodes that do nothing, and hear nothing
	// drop tells which messages are lost.
	drop   func(from, to int, m replica.Message) bool
	putOff []int // by node: how often the next hand has waited in vain for seats to change hands
	said   []int // the nodes that store anew what they say of handovers
	// seen is told of every message.
	seen func(from, to int, m replica.Message)
}

func find(string) (*rules.RuleSet, error) { return tabletest.Drill, nil }

func newNetwork(t *testing.T, seats int, options map[string]any) *network {
	t.Helper()
	return propose(t, seats, options, tabletest.Propose)
}

// newCovered is newNetwork at a table with cover.
func newCovered(t *testing.T, seats int, options map[string]any) *network {
	t.Helper()
	return propose(t, seats, options, tabletest.ProposeCovered)
}

type proposer func(testing.TB, *rules.RuleSet, int, map[string]any, ed25519.PrivateKey, *rand.ChaCha8) record.Record

func propose(t *testing.T, seats int, options map[string]any, made proposer) *network {
	t.Helper()
	w := empty(t)
	for i := range seats {
		w.keys = append(w.keys, tabletest.Key(1, i))
	}
	p := made(t, tabletest.Drill, seats, options, w.keys[0], rand.NewChaCha8([32]byte{54}))
	id := record.Fold(record.Hash{}, 0, []record.Record{p})
	w.genesis.Proposal = &p
	for i, k := range w.keys {
		w.genesis.Joins = append(w.genesis.Joins, tabletest.Join(t, k, id, record.Join{Name: fmt.Sprint("seat ", i)}))
	}
	for i := range seats {
		w.add(i, false, nil)
	}
	return w
}

func empty(t *testing.T) *network {
	return &network{t: t, find: find, joined: map[[2]int]bool{}, asleep: map[int]bool{}, now: time.Unix(1_750_000_000, 0)}
}

// add makes the replica of a seat, or of nobody, from a log.
func (w *network) add(seat int, loaded bool, log []record.Record) int {
	w.t.Helper()
	tb, err := w.genesis.Table(w.find)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, r := range log {
		c, err := tb.Check(r)
		if err == nil {
			_, err = tb.Apply(c)
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
	i := len(w.nodes)
	cfg := replica.Config{Loaded: loaded, Rand: rand.NewChaCha8([32]byte{byte(i)})}
	if seat >= 0 {
		cfg.Seats = []*replica.LocalSeat{{Key: w.keys[seat], Bot: &tabletest.Drill.Bots[0]}}
	}
	w.nodes = append(w.nodes, replica.New(tb, cfg))
	w.saved, w.penalized = append(w.saved, nil), append(w.penalized, 0)
	return i
}

func peer(i int) replica.Peer { return replica.Peer(fmt.Sprint(i)) }

// node is the identity of a node.
func (w *network) node(i int) record.Key {
	if own := w.nodes[i].Local(); own != nil {
		return record.KeyOf(own.Key)
	}
	return record.KeyOf(tabletest.Key(9, i))
}

func (w *network) join(a, b int) {
	w.joined[[2]int{a, b}], w.joined[[2]int{b, a}] = true, true
	w.nodes[a].Connect(peer(b), w.node(b), w.now)
	w.nodes[b].Connect(peer(a), w.node(a), w.now)
}

func (w *network) part(a, b int) {
	delete(w.joined, [2]int{a, b})
	delete(w.joined, [2]int{b, a})
	w.nodes[a].Disconnect(peer(b), w.now)
	w.nodes[b].Disconnect(peer(a), w.now)
}

// mesh joins all.
func (w *network) mesh() {
	for b := range w.nodes {
		for a := range b {
			w.join(a, b)
		}
	}
}

// pass takes what the replicas have to say and delivers it. It returns false
// when nobody has anything to say.
func (w *network) pass() bool {
	busy := false
	for from, n := range w.nodes {
		if w.asleep[from] {
			continue
		}
		out := n.Take()
		w.saved[from] = append(w.saved[from], out.Save.Records...)
		if out.Save.Said {
			w.said = append(w.said, from)
		}
		for _, n := range out.Notes {
			if n.PutOff {
				w.putOff = append(w.putOff, from)
			}
		}
		for _, p := range out.Penalize {
			for i := range w.nodes {
				if peer(i) == p {
					w.penalized[i]++
				}
			}
		}
		for _, e := range out.Send {
			busy = true
			w.deliver(from, e)
		}
	}
	return busy
}

func (w *network) deliver(from int, e replica.Envelope) {
	for to, n := range w.nodes {
		if peer(to) != e.To || w.asleep[to] || !w.joined[[2]int{from, to}] {
			continue
		}
		if w.seen != nil {
			w.seen(from, to, e.Message)
		}
		if w.edit != nil {
			e.Message = w.edit(from, e.Message)
		}
		if w.drop == nil || !w.drop(from, to, e.Message) {
			n.Receive(peer(from), e.Message, w.now)
		}
	}
}

// withholdReceipts keeps the receipts of a seat from all nodes.
func (w *network) withholdReceipts(seat int) {
	w.edit = func(_ int, m replica.Message) replica.Message {
		m.Records = slices.DeleteFunc(slices.Clone(m.Records), func(r record.Record) bool {
			p, err := r.Peek()
			return err == nil && p.Kind == record.KindReceipt && r.Author == record.KeyOf(w.keys[seat])
		})
		return m
	}
}

// settle passes messages until all are silent, or done.
func (w *network) settle(done func() bool) {
	for range 10_000 {
		if done != nil && done() || !w.pass() {
			return
		}
	}
	w.t.Fatal("the nodes never fall silent")
}

// run lets time pass until done, and fails if it never is.
func (w *network) run(done func() bool) {
	w.t.Helper()
	for range 3000 {
		w.settle(done)
		if done() {
			return
		}
		w.now = w.now.Add(100 * time.Millisecond)
		for i, n := range w.nodes {
			if !w.asleep[i] {
				n.Tick(w.now)
			}
		}
	}
	for i, n := range w.nodes {
		w.t.Logf("node %d: step %d, missing %v, unheard %v, faults %v", i, n.Table().Step(), n.Table().Missing(), n.Unheard(), n.Table().Faults())
	}
	w.t.Fatal("it never comes to that")
}

func (w *network) over() bool {
	return !slices.ContainsFunc(w.nodes, func(n *replica.Replica) bool { return !n.Table().Over() })
}

// until is a condition: the first node is at that step.
func (w *network) until(step uint64) func() bool {
	return func() bool { return w.nodes[0].Table().Step() >= step }
}

func (w *network) innocent() {
	w.t.Helper()
	for i, n := range w.nodes {
		if fs := n.Table().Faults(); len(fs) > 0 {
			w.t.Errorf("node %d: %v", i, fs)
		}
	}
}

// log is the log of a table behind its genesis.
func log(t *table.Table) []record.Record { return t.Log()[1+len(t.Terms().Seats):] }
