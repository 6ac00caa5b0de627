package orders

import (
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
)

// A memo has the result of each event at each state of a node.
type memo struct {
	acts, restarts map[int]*node
	gets           map[choice]*node
	gains          map[choice][]gain
	deeds          map[int]deed
	waits          map[[2]int]*node
	asks           map[[2]int]answer
	talks          map[[2]int][2]*node
	shares         map[group]bool
	groups         map[print]bool
	ends           map[end]bool
	differs        map[[2]int]bool
	parted         map[[2]int]bool
	proves         map[[2]int]bool
	heads          map[record.Hash]bool
}

func newMemo() memo {
	return memo{
		acts: map[int]*node{}, restarts: map[int]*node{}, gets: map[choice]*node{}, gains: map[choice][]gain{}, deeds: map[int]deed{}, waits: map[[2]int]*node{},
		asks: map[[2]int]answer{}, talks: map[[2]int][2]*node{}, shares: map[group]bool{}, groups: map[print]bool{},
		ends: map[end]bool{}, differs: map[[2]int]bool{}, parted: map[[2]int]bool{}, proves: map[[2]int]bool{}, heads: map[record.Hash]bool{},
	}
}

// once returns the value of a key in m; if there is none, it is the result of f.
func once[K comparable, V any](m map[K]V, k K, f func() V) V {
	v, ok := m[k]
	if !ok {
		v = f()
		m[k] = v
	}
	return v
}

func (x *Explorer) connect(r *replica.Replica, to int, now time.Time) {
	r.Connect(peer(to), record.KeyOf(x.scene.keys[to]), now)
}

// act returns the state of a node after it has done what it owes.
func (x *Explorer) act(n *node) *node {
	return once(x.memo.acts, n.id, func() *node {
		if n.table.Step() >= x.end() {
			return n
		}
		r := x.wake(n)
		r.Tick(epoch)
		return x.after(n, r, r.Take().Save)
	})
}

func (x *Explorer) restart(n *node) *node {
	return once(x.memo.restarts, n.id, func() *node { return x.startAgain(n) })
}

// proofTime is how long the proof of a stack waits for those of others.
const proofTime = 300 * time.Millisecond

// wait returns the state of a node that hears all others but one, about, for as long as it takes to vote on that one.
func (x *Explorer) wait(n *node, about int) *node {
	return once(x.memo.waits, [2]int{n.id, about}, func() *node {
		if !n.table.Pending().Owes(about) || n.table.Own(about) != nil || x.act(n) != n {
			return n // it would have acted first
		}
		r := x.wake(n)
		now := epoch.Add(-replica.DealAfter)
		have := x.connectAllBut(r, n.who, about, now)
		var saves []replica.Save
		for ; !now.After(epoch); now = now.Add(replica.CoverAfter / 4) {
			for _, k := range x.all() {
				if k != n.who && k != about {
					r.Receive(peer(k), replica.Message{Have: &have}, now)
				}
			}
			r.Tick(now)
			saves = append(saves, r.Take().Save)
		}
		return x.after(n, r, saves...)
	})
}

// connectAllBut connects a replica to all nodes but one, and returns what these say: that they have the same, and do not hear that
// one either.
func (x *Explorer) connectAllBut(r *replica.Replica, who, but int, now time.Time) (have replica.Have) {
	links := uint64(0)
	for _, k := range x.all() {
		if k != but {
			links |= 1 << k
		}
		if k != who && k != but {
			x.connect(r, k, now)
		}
	}
	for _, e := range r.Take().Send {
		if e.Message.Have != nil {
			have = *e.Message.Have
		}
	}
	have.Links, have.Lacks, have.Asks = links, 0, nil
	return have
}

// An answer is the state of a node after it was asked, and the records that it sends.
type answer struct {
	by   *node
	sent set
}

// ask returns the answer of another node, which a node has told what it has.
func (x *Explorer) ask(n, other *node) answer {
	return once(x.memo.asks, [2]int{n.id, other.id}, func() answer {
		if x.act(n) != n || x.act(other) != other {
			return answer{by: other}
		}
		asks := x.wake(n)
		x.connect(asks, other.who, epoch)
		r := x.wake(other)
		x.connect(r, n.who, epoch)
		for _, e := range asks.Take().Send {
			r.Receive(peer(n.who), e.Message, epoch)
		}
		var sent set
		out := r.Take()
		for _, e := range out.Send {
			for _, rec := range e.Message.Records {
				if p, err := rec.Peek(); err == nil && p.Step >= x.scene.step {
					sent = sent.with(x.number(rec))
				}
			}
		}
		return answer{x.after(other, r, out.Save), sent}
	})
}

// talk returns the states of two nodes that were connected for a moment, or, if they differ, for a heartbeat.
func (x *Explorer) talk(n, other *node) (a, b *node) {
	both := once(x.memo.talks, [2]int{n.id, other.id}, func() [2]*node {
		d, saves := x.dialogue(n, other)
		d.until = func() bool { return d.replicas[0].Table().Step() >= x.end() || d.replicas[1].Table().Step() >= x.end() }
		for i := 0; i < 2 || i < 8 && x.differ(n, other); i++ { // it takes a heartbeat to go over
			d.run()
			d.tick(proofTime)
		}
		d.run()
		return [2]*node{x.after(n, d.replicas[0], saves[0]...), x.after(other, d.replicas[1], saves[1]...)}
	})
	return both[0], both[1]
}

// dialogue connects nodes. The slices that it returns will have what each of them stores.
func (x *Explorer) dialogue(nodes ...*node) (*dialogue, [][]replica.Save) {
	rs := make([]*replica.Replica, len(nodes))
	for i, n := range nodes {
		rs[i] = x.wake(n)
	}
	saves := make([][]replica.Save, len(nodes))
	d := newDialogue(rs)
	d.saved = func(i int, s replica.Save) { saves[i] = append(saves[i], s) }
	d.noted = func(i int, n replica.Note) {
		if n.Fold != nil {
			x.checkTable(d.replicas[i].Table())
		}
		if n.Fault != nil && !x.cheat.is(n.Fault.Seat) {
			x.fail("seat %d holds the honest seat %d at fault: %v", nodes[i].who, n.Fault.Seat, n.Fault)
		}
	}
	d.penalized = func(i, j int) {
		if !x.cheat.is(nodes[j].who) && !x.cheat.is(nodes[i].who) {
			x.fail("seat %d penalizes the honest seat %d", nodes[i].who, nodes[j].who)
		}
	}
	return d, saves
}
