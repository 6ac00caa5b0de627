package orders

import (
	"fmt"
	"slices"
	"time"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/replica"
)

// A group has a state of each node, by seat, except for those that are gone: their state is -1.
type group [maxNodes]int

// An end names the end of a hand: the head that it is played on from, and the nodes that play it.
type end struct {
	head  record.Hash
	nodes uint
}

// check checks what must hold in a state.
func (x *Explorer) check(s state) {
	honest := slices.DeleteFunc(x.all(), x.cheat.is)
	for k, i := range honest {
		for _, j := range honest[:k] {
			a, b := x.nodes[s.nodes[i]], x.nodes[s.nodes[j]]
			if !x.differ(a, b) {
				continue
			}
			if len(x.about) == 1 && !slices.Contains([]int{x.scene.Away, x.back}, i) && !slices.Contains([]int{x.scene.Away, x.back}, j) && !x.proves(a, b) {
				x.fail("seats %d and %d differ", i, j)
			}
			once(x.memo.parted, [2]int{a.id, b.id}, func() bool {
				x.found.Parted++
				x.checkOneGoesOn(a, b)
				return true
			})
		}
	}
	for _, i := range honest {
		x.checkVotes(s, x.nodes[s.nodes[i]].table)
	}
	goes := append([]int{rules.None}, x.all()...)
	if x.limit > 0 { // in a sample, only one of them
		i := x.dice.IntN(len(goes))
		goes = goes[i : i+1]
	}
	for _, gone := range goes {
		if x.cheat.Who == nil || x.cheat.is(gone) || gone == x.scene.Away && !x.cheat.Absent {
			x.checkRest(s, gone)
		}
	}
}

// differ reports whether two nodes have folded a step differently.
func (x *Explorer) differ(a, b *node) bool {
	return once(x.memo.differs, [2]int{a.id, b.id}, func() bool {
		_, ok := a.table.PartsFrom(b.table)
		return ok
	})
}

// proves reports whether two nodes have, between them, two records of a cheat that are a fault (engine/SPEC §10.6):
// then the table stops when they meet. A cheat that votes a seat away also says that the seat is here, as everybody
// does, as soon as it gets that seat's record and somebody else's vote.
func (x *Explorer) proves(a, b *node) bool {
	return once(x.memo.proves, [2]int{a.id, b.id}, func() bool {
		both := a.stored.or(b.stored)
		for r := range x.records {
			for q := range r {
				if both.has(r) && both.has(q) && x.cheat.is(x.authors[r]) && x.contradict(q, r) {
					return true
				}
			}
		}
		return false
	})
}

// contradict reports whether two records are a fault of their author.
func (x *Explorer) contradict(q, r int) bool {
	a, b := x.payloads[q], x.payloads[r]
	return x.authors[q] == x.authors[r] && a.Step == b.Step && a.Head == b.Head && slices.Equal(a.About, b.About) &&
		a.Kind != record.KindComplaint && b.Kind != record.KindComplaint && !(a.Kind == record.KindHere && b.Kind == record.KindHere)
}

// checkOneGoesOn checks that of two logs that part, at most one goes on: no later step that seats of all nodes owe is
// complete in both, unless there is proof against somebody who has signed both.
func (x *Explorer) checkOneGoesOn(a, b *node) {
	step, _ := a.table.PartsFrom(b.table)
	if !x.proves(a, b) && x.goesOn(a.table, step) && x.goesOn(b.table, step) {
		x.fail("the logs of seats %d and %d part at step %d, and both go on", a.who, b.who, step)
	}
}

// goesOn reports whether, after the step in which a log parts from another one, a step is complete that all owe, or
// all who have a key in the hand.
func (x *Explorer) goesOn(t *table.Table, from uint64) bool {
	for step := from + 1; step < t.Step(); step++ {
		b, err := table.NewBranch(t, step)
		if err != nil {
			x.fail("a log cannot be read: %v", err)
			return true
		}
		all := len(x.all())
		if _, ok := b.Table().KeysStep(); ok {
			all = x.countKeyed(b.Table())
		}
		if len(b.Table().Pending().Seats) >= all {
			return true
		}
	}
	return false
}

// countKeyed returns the number of seats that have a key in the running hand.
func (x *Explorer) countKeyed(t *table.Table) (n int) {
	for _, s := range x.all() {
		if t.Hand().Keyed(s) {
			n++
		}
	}
	return n
}

// checkTable checks what must hold at any table that a node has: all nodes but one have a key in the hand, all of these but one a
// stack in each shuffle, and no card of a hand is public before it is played or shown.
func (x *Explorer) checkTable(t *table.Table) {
	if x.memo.heads[t.Head()] {
		return
	}
	x.memo.heads[t.Head()] = true
	if _, ok := t.KeysStep(); ok && x.countKeyed(t) < len(x.all())-1 {
		x.fail("only %d have a key", x.countKeyed(t))
	}
	if stacks := t.Shuffling(); stacks != nil && len(stacks) < x.countKeyed(t)-1 {
		x.fail("only %v shuffle", stacks)
	}
	pos := t.Position()
	if pos == nil || t.Pending().Why == rules.Show || t.Pending().Kind == record.KindReceipt {
		return
	}
	if _, shows := pos.Next().(rules.Turn); !shows {
		return
	}
	for s, hand := range pos.Status().Hands {
		taken := 0
		for _, m := range t.Hand().Played() {
			if m.Seat == s && m.Text == "take" {
				taken++
			}
		}
		if known := public(t.Public(), hand); known > taken {
			x.fail("%d cards in the hand of seat %d are public, and it took %d that were", known, s, taken)
		}
	}
}

// public counts the slots whose cards everybody sees.
func public(o rules.Observation, slots []rules.Slot) (n int) {
	for _, s := range slots {
		if o.Of(s).Known() {
			n++
		}
	}
	return n
}

// checkVotes checks that the votes on a move open no card to a voter: a voter knows what they say before the result of the
// vote, when the seat's move may still come.
func (x *Explorer) checkVotes(s state, t *table.Table) {
	if t.Pending().Kind != record.KindMove {
		return
	}
	shares := map[int][]ristretto.Element{}
	for r, p := range x.payloads {
		if p.Kind != record.KindAway || p.Head != t.Head() || !s.sent.has(r) {
			continue
		}
		if body, err := record.Decode[record.Away](p); err == nil && len(body.Shares) > 0 {
			share, err := ristretto.Decode(body.Shares[:32])
			if err == nil {
				shares[int(p.About[0])] = append(shares[int(p.About[0])], share)
			}
		}
	}
	for about, list := range shares {
		if len(list) == len(t.Holders(about)) && opens(t, about, list) {
			x.fail("the votes on a move of seat %d open a card of its hand", about)
		}
	}
}

// opens reports whether shares, added up, open a hidden card of a seat.
func opens(t *table.Table, about int, shares []ristretto.Element) bool {
	sum := shares[0]
	for _, share := range shares[1:] {
		sum = sum.Add(share)
	}
	for slot := range t.Hand().Slots() {
		if m, others, ok := t.Hand().OpenedTo(about, rules.Slot(slot)); ok && t.Hand().Face(mask.Open(m, others, sum)).Known() {
			return true
		}
	}
	return false
}

// The time between two ticks, and the number of ticks within which nodes must have gone on.
const (
	ticks    = time.Second
	patience = 150
)

// checkRest checks that those who are left when one is gone for good, or nobody, come to one log and to the end of the
// hand, whichever of its records have reached any of them before.
func (x *Explorer) checkRest(s state, gone int) {
	g := group{-1, -1, -1, -1}
	var last []int
	for _, i := range x.all() {
		if i != gone && !(x.cheat.is(i) && x.cheat.Absent) {
			g[i] = s.nodes[i]
		}
	}
	if here := slices.DeleteFunc(x.all(), func(i int) bool { return g[i] < 0 }); len(here) < len(x.all())-1 {
		return // two are gone
	}
	for r := range x.records {
		if x.authors[r] == gone && s.sent.has(r) {
			last = append(last, r)
		}
	}
	x.checkGoOn(g, gone)
	for _, i := range x.all() {
		if g[i] < 0 {
			continue
		}
		var had []int
		for _, r := range last {
			if n := x.nodes[g[i]]; x.fits(n, r) && x.payloads[r].Step == n.table.Step() && !n.stored.has(r) {
				had = append(had, r)
			}
		}
		if len(had) > 1 {
			x.checkGoOn(x.withRecords(g, i, had), gone)
		}
		for _, r := range had {
			if len(x.about) == 1 || len(had) == 1 {
				x.checkGoOn(x.withRecords(g, i, []int{r}), gone)
			}
		}
	}
}

// withRecords returns a group after one of its nodes has got some records.
func (x *Explorer) withRecords(g group, i int, recs []int) group {
	if n := x.get(x.nodes[g[i]], recs); n.table.Step() < x.end() {
		g[i] = x.act(n).id
	} else {
		g[i] = n.id
	}
	return g
}

// checkGoOn checks that nodes that are connected only to each other from now on come to one log and to the end of the hand.
func (x *Explorer) checkGoOn(g group, gone int) {
	once(x.memo.shares, g, func() bool {
		g = x.shareAll(g)
		return once(x.memo.groups, x.groupPrint(g), func() bool { return x.play(g, gone) })
	})
}

// shareAll returns a group after each node has got what others have of the step that it is at. This turns many groups
// into few.
func (x *Explorer) shareAll(g group) group {
	for again := true; again; {
		again = false
		for i, id := range g {
			if id < 0 {
				continue
			}
			n := x.nodes[id]
			var lacks []int
			for r := range x.records {
				for j, other := range g {
					if other >= 0 && i != j && x.nodes[other].stored.has(r) && !n.stored.has(r) && x.fits(n, r) && x.payloads[r].Step == n.table.Step() {
						lacks = append(lacks, r)
						break
					}
				}
			}
			slices.SortStableFunc(lacks, func(a, b int) int { return x.rank(a) - x.rank(b) })
			if len(lacks) == 0 || n.table.Step() >= x.end() {
				continue
			}
			if next := x.withRecords(g, i, lacks); next != g {
				g, again = next, true
			}
		}
	}
	return g
}

// play plays on with a group.
func (x *Explorer) play(g group, gone int) bool {
	x.found.Played++
	var nodes []*node
	for _, id := range g {
		if id >= 0 {
			nodes = append(nodes, x.nodes[id])
		}
	}
	d, _ := x.dialogue(nodes...)
	for range patience {
		if d.run(); x.stopped(d) || x.united(d, gone) {
			return true
		}
		d.tick(ticks)
	}
	switch {
	case x.awaits(d, gone):
		x.found.Waits++
	default:
		x.fail("those who are left do not go on: %s", describeReplicas(d.replicas))
	}
	return false
}

// united reports whether all have one log, which is beyond the steps that are explored, and checks that the hand ends
// from there.
func (x *Explorer) united(d *dialogue, gone int) bool {
	e := end{head: d.replicas[0].Table().Head()}
	for _, r := range d.replicas {
		if r.Table().Head() != e.head {
			return false
		}
		e.nodes |= 1 << r.Seats()[0].Seat()
	}
	if d.replicas[0].Table().Step() < x.end() && !settled(d.replicas) || x.awaits(d, gone) {
		return false
	}
	return once(x.memo.ends, e, func() bool {
		x.found.Ends++
		for range 4 * patience {
			if d.run(); x.stopped(d) || d.alike() && (settled(d.replicas) || x.awaits(d, gone)) {
				return true
			}
			d.tick(ticks)
		}
		x.fail("the hand does not end for those who are left: %s", describeReplicas(d.replicas))
		return true
	})
}

// settled reports whether the game is over for all.
func settled(rs []*replica.Replica) bool {
	return !slices.ContainsFunc(rs, func(r *replica.Replica) bool { return !r.Table().Over() || len(r.Table().Undecided()) > 0 })
}

// stopped reports whether all know who has cheated.
func (x *Explorer) stopped(d *dialogue) bool {
	if slices.ContainsFunc(d.replicas, func(r *replica.Replica) bool { return len(r.Table().Faults()) == 0 }) {
		return false
	}
	x.found.Stopped++
	return true
}

// awaits reports whether the table waits for the node that is gone: its vote alone is missing on a seat that all other
// voters have voted away, or nobody can be covered in the step. Or a restored home waits for that node, which alone may
// know what the home has signed.
func (x *Explorer) awaits(d *dialogue, gone int) bool {
	if x.lost && gone >= 0 && slices.ContainsFunc(d.replicas, func(r *replica.Replica) bool { return !r.Ready() }) {
		return true
	}
	return gone >= 0 && slices.ContainsFunc(d.replicas, func(r *replica.Replica) bool {
		t := r.Table()
		return slices.ContainsFunc(t.Undecided(), func(about int) bool {
			if about == gone {
				return !t.Covering(about) && (len(x.all()) < 4 || x.covered(t, gone))
			}
			away, here := t.VotesOf(about)
			return len(here) == 0 && slices.Contains(t.Voters(about), gone) && len(away) == len(t.Voters(about))-1 && !slices.Contains(away, gone)
		})
	})
}

// covered reports whether another seat than this one was covered at the keys of the hand, while keys are owed, or else in
// the running shuffle. Then the others wait for this one. It is read from the log, by the letter of engine/SPEC §10.
func (x *Explorer) covered(t *table.Table, gone int) (is bool) {
	for step := t.FirstStep(); step < t.Step(); step++ {
		b, err := table.NewBranch(t, step)
		if err != nil {
			x.fail("a log cannot be read: %v", err)
			return true
		}
		covered := slices.ContainsFunc(t.Coverings(step), func(s int) bool { return s != gone })
		switch kind := b.Table().Pending().Kind; kind {
		case record.KindSeal:
			is = is || covered
		case record.KindStack, record.KindProof:
			if again := len(t.VotedAway(step)) > len(t.Coverings(step)); again && kind == record.KindProof {
				is = false
			}
			is = is || covered
		case record.KindKey, record.KindShares: // before a shuffle
			is = is && t.Pending().Kind == record.KindKey
		}
	}
	return is
}

// describeReplicas returns a text that says where replicas stand.
func describeReplicas(rs []*replica.Replica) (text string) {
	for _, r := range rs {
		t := r.Table()
		head := t.Head()
		text += fmt.Sprintf("seat %d at step %d, head %x, a %s, lacks %v", r.Seats()[0].Seat(), t.Step(), head[:2], t.Pending().Kind, t.Undecided())
		for _, about := range t.Undecided() {
			away, here := t.VotesOf(about)
			text += fmt.Sprintf(" (away %v, here %v, own %v)", away, here, t.Own(about) != nil)
		}
		if r.Problem() != nil {
			text += fmt.Sprintf(", %v", r.Problem())
		}
		text += "; "
	}
	return text
}
