package orders

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// A node is a state of one of the nodes. It never changes.
type node struct {
	id     int // among all states
	who    int // the seat
	table  *table.Table
	hand   seat.HandSecret
	stored set  // of the step and those after it
	back   bool // its home was restored: it has yet to hear the others
}

// A set is a set of records, by number.
type set [maxRecords / 64]uint64

const maxRecords = 1024

func (s set) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

func (s set) with(i int) set {
	s[i/64] |= 1 << (i % 64)
	return s
}

func (s set) or(t set) set {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

// in reports whether all of the set is in another one.
func (s set) in(t set) bool {
	for i := range s {
		if s[i]&^t[i] != 0 {
			return false
		}
	}
	return true
}

func setOf(list []int) (s set) {
	for _, r := range list {
		s = s.with(r)
	}
	return s
}

// key returns a text that is the same for equal states of a node only.
func (x *Explorer) key(n *node) string {
	t := n.table
	var b bytes.Buffer
	fmt.Fprint(&b, n.who, t.Head(), n.stored, n.hand.Number, n.hand.Shuffle.Step, n.back)
	fmt.Fprint(&b, x.numbers(t.Arrived(), t.Votes()))
	for s := x.scene.step; s < t.Step(); s++ {
		fmt.Fprint(&b, ";", x.numbers(t.ShownVotes(s)))
	}
	for _, f := range t.Faults() {
		fmt.Fprint(&b, "!", f.Seat, f.Step)
	}
	return b.String()
}

// numbers returns the set of the numbers of records.
func (x *Explorer) numbers(lists ...[]record.Record) (s set) {
	for _, list := range lists {
		for _, r := range list {
			s = s.with(x.number(r))
		}
	}
	return s
}

// intern numbers a state, and checks it if it is new.
func (x *Explorer) intern(n *node) *node {
	k := x.key(n)
	if old := x.byKey[k]; old != nil {
		return old
	}
	n.id = len(x.nodes)
	x.byKey[k] = n
	x.nodes = append(x.nodes, n)
	x.noteLog(n)
	if !x.cheat.is(n.who) {
		x.taken = x.taken.or(n.stored)
	}
	for _, f := range n.table.Faults() {
		if !x.cheat.is(f.Seat) {
			x.fail("seat %d holds the honest seat %d at fault: %v", n.who, f.Seat, f)
		}
	}
	x.checkTable(n.table)
	return n
}

// number returns the number of a record, a new one if it is new.
func (x *Explorer) number(r record.Record) int {
	k := string(r.Author[:]) + string(r.Signature[:]) + string(r.Payload)
	i, ok := x.byRecord[k]
	if !ok {
		if i = len(x.records); i == maxRecords {
			panic("orders: too many records")
		}
		p, err := r.Peek()
		if err != nil {
			panic(err)
		}
		x.byRecord[k] = i
		x.records = append(x.records, r)
		x.payloads = append(x.payloads, p)
		x.authors = append(x.authors, slices.IndexFunc(x.scene.keys, func(k ed25519.PrivateKey) bool { return record.KeyOf(k) == r.Author }))
		x.noteRecord()
	}
	return i
}

// dice is a source of randomness that depends only on who draws at which head, so that a record is the same in whatever
// order things are done.
type dice struct {
	t    *table.Table
	who  int
	salt byte
}

func (d dice) Read(b []byte) (int, error) {
	head := d.t.Head()
	binary.BigEndian.PutUint32(head[:], uint32(d.who)<<8|uint32(d.salt))
	return rand.NewChaCha8(head).Read(b)
}

// wake returns a replica for a state.
func (x *Explorer) wake(n *node) *replica.Replica {
	return wake(n.table, n.who, n.hand, x.scene.keys, 0, n.back)
}

func wake(of *table.Table, who int, hand seat.HandSecret, keys []ed25519.PrivateKey, salt byte, back bool) *replica.Replica {
	t := of.Snapshot()
	own := &replica.LocalSeat{Key: keys[who], Hand: hand, Bot: &tabletest.Drill.Bots[0]}
	return replica.New(t, replica.Config{Seats: []*replica.LocalSeat{own}, Rand: dice{t, who, salt}, Loaded: back})
}

// after returns the state that a replica, woken from state n, has come to after storing saves.
func (x *Explorer) after(n *node, r *replica.Replica, saves ...replica.Save) *node {
	next := &node{who: n.who, table: r.Table(), hand: r.Seats()[0].Hand, stored: n.stored, back: n.back && !r.Ready()}
	for _, s := range saves {
		if s.Anew {
			next.stored = set{}
		}
		for _, rec := range s.Records {
			if p, err := rec.Peek(); err == nil && p.Step >= x.scene.step {
				next.stored = next.stored.with(x.number(rec))
			}
		}
	}
	if x.plant {
		x.misfold(next)
	}
	return x.intern(next)
}

// startAgain returns the state that a node comes to from what it has stored. Faults are proved anew.
func (x *Explorer) startAgain(n *node) *node {
	t := x.scene.start[n.who].table.Snapshot()
	for _, r := range session.VotesFirst(x.inPlaces(n.stored)) {
		c, err := t.Claim(table.Peek(r))
		if err == nil {
			_, err = t.Apply(c.Assume())
		}
		if err != nil && !errors.Is(err, table.ErrKnown) && !errors.Is(err, table.ErrLate) {
			p, _ := r.Peek()
			x.fail("seat %d cannot read a %s of step %d that it has stored: %v", n.who, p.Kind, p.Step, err)
		}
	}
	for _, f := range n.table.Faults() {
		t.Accuse(f)
	}
	next := &node{who: n.who, table: t, hand: n.hand, stored: n.stored, back: n.back}
	if x.plant {
		x.misfold(next)
		t = next.table
	}
	if t.Head() != n.table.Head() {
		x.fail("seat %d was at step %d, and is at step %d when it has started again", n.who, n.table.Step(), t.Step())
	}
	return x.intern(next)
}

// inPlaces lists records in the order in which a store has them: by step, author, and what a vote says.
func (x *Explorer) inPlaces(s set) (list []record.Record) {
	for i := range x.records {
		if s.has(i) {
			list = append(list, x.records[i])
		}
	}
	slices.SortFunc(list, func(a, b record.Record) int {
		p, _ := a.Peek()
		q, _ := b.Peek()
		return cmp.Or(cmp.Compare(p.Step, q.Step), bytes.Compare(a.Author[:], b.Author[:]),
			cmp.Compare(len(p.About), len(q.About)), cmp.Compare(p.Kind, q.Kind), slices.Compare(p.About, q.About))
	})
	return list
}

// misfold is the planted error: it makes a record count although the node has voted it away and nobody has shown it.
func (x *Explorer) misfold(n *node) {
	for _, about := range n.table.Undecided() {
		if n.table.Own(about) == nil {
			continue
		}
		b, err := table.NewBranch(n.table, n.table.Step())
		if err != nil {
			panic(err)
		}
		t := n.table
		n.table = b.Table()
		for _, r := range append(t.Arrived(), t.Votes()...) {
			if p, _ := r.Peek(); len(p.About) > 0 && p.About[0] == uint64(about) {
				continue
			}
			if c, err := n.table.Claim(table.Peek(r)); err == nil {
				_, _ = n.table.Apply(c.Assume())
			}
		}
		return
	}
}
