package orders

import (
	"fmt"
	"slices"
	"time"

	"fives/engine/fork"
	"fives/engine/record"
	"fives/p2p/replica"
)

// An end is what a hand is played to from a head, by some nodes.
type end struct {
	head  record.Hash
	nodes [2]int
}

// check checks what must hold in a state.
func (x *Explorer) check(s state) {
	for i := range s.nodes {
		for j := range i {
			a, b := x.nodes[s.nodes[i]], x.nodes[s.nodes[j]]
			if i == x.cheat.Who || j == x.cheat.Who {
				continue
			}
			if i != x.scene.Away && j != x.scene.Away && !x.wide && !x.cheat.Forks && x.differ(a, b) {
				x.broken("seats %d and %d differ", i, j)
			}
			x.goOn(a, b)
		}
	}
}

// differ reports whether two nodes have folded a step differently.
func (x *Explorer) differ(a, b *node) bool {
	return once(x.memo.differs, [2]int{a.id, b.id}, func() bool {
		_, ok := fork.Parting(a.table, b.table)
		return ok
	})
}

// How often time passes, and how often it does until two nodes must have gone on.
const (
	ticks    = 500 * time.Millisecond
	patience = 150
)

// goOn checks that two nodes, connected to each other alone from now on, come to one log and
// to the end of the hand.
func (x *Explorer) goOn(a, b *node) {
	once(x.memo.pairs, [2]int{a.id, b.id}, func() bool {
		if c, d := x.talk(a, b); c != a || d != b { // most pairs are soon one of a few
			x.goOn(c, d)
			return false
		}
		x.found.Played++
		d, _ := x.dialogue(a, b)
		for range patience {
			if d.run(); x.stopped(d) || x.united(d) {
				return true
			}
			d.tick(ticks)
		}
		if x.awaits(d, a.who, b.who) {
			x.found.Waits++
			return false
		}
		if !x.stopped(d) && slices.ContainsFunc(d.replicas, func(r *replica.Replica) bool { return len(r.Table().Faults()) > 0 }) {
			x.found.Alone++
			return false
		}
		x.broken("two do not go on: %s", stand(d.replicas))
		return false
	})
}

// united reports whether both have one log, behind the steps that are explored, and the hand
// ends from there.
func (x *Explorer) united(d *dialogue) bool {
	t, u := d.replicas[0].Table(), d.replicas[1].Table()
	who := [2]int{d.replicas[0].Seats()[0].Seat(), d.replicas[1].Seats()[0].Seat()}
	if t.Head() != u.Head() || t.Step() < x.end() && !settled(d.replicas) || x.awaits(d, who[0], who[1]) {
		return false
	}
	return once(x.memo.ends, end{t.Head(), who}, func() bool {
		for range patience {
			if d.run(); x.stopped(d) || t.Head() == u.Head() && (settled(d.replicas) || x.awaits(d, who[0], who[1])) {
				return true
			}
			d.tick(ticks)
		}
		x.broken("the hand does not end for two of them: %s", stand(d.replicas))
		return true
	})
}

// settled reports whether the game is over for all.
func settled(rs []*replica.Replica) bool {
	return !slices.ContainsFunc(rs, func(r *replica.Replica) bool { return !r.Table().Over() || len(r.Table().Undecided()) > 0 })
}

// stopped reports whether both know who has cheated.
func (x *Explorer) stopped(d *dialogue) bool {
	return !slices.ContainsFunc(d.replicas, func(r *replica.Replica) bool { return len(r.Table().Faults()) == 0 })
}

// awaits reports whether the table waits for the third node: one of two has voted the other
// away and lacks the vote of that one, or nobody can cover for that one, because another one
// was away before in the hand.
func (x *Explorer) awaits(d *dialogue, a, b int) bool {
	for i, about := range []int{b, a} {
		t := d.replicas[i].Table()
		away, here := t.VotesOf(about)
		if slices.Contains(t.Undecided(), about) && slices.Contains(away, []int{a, b}[i]) && len(here) == 0 {
			return true
		}
		if slices.ContainsFunc(t.Undecided(), func(s int) bool { return s != a && s != b && !t.Covering(s) }) {
			return true
		}
	}
	return false
}

// stand says where replicas stand.
func stand(rs []*replica.Replica) (text string) {
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
