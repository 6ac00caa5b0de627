package node

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/replica"
	"fives/p2p/store"
)

// maxChildren bounds the continuations of one table that wait for an answer.
const maxChildren = 8

// Continue goes on from the last settled hand with those who are there
// (design, section 6), or accepts that somebody else has called for it.
func (n *Node) Continue(ctx context.Context, name string) (control.Summary, error) {
	return n.goOn(name, "continue", func(r *replica.Replica) (record.Continuation, error) {
		t := r.Table()
		return t.Successor(len(t.Results()), remaining(r))
	})
}

// Rematch starts a new game among the same seats, or accepts that somebody
// else wants one.
func (n *Node) Rematch(ctx context.Context, name string) (control.Summary, error) {
	return n.goOn(name, "rematch", func(r *replica.Replica) (record.Continuation, error) { return r.Table().Rematch() })
}

// remaining lists the seats that are there and have done nothing wrong.
func remaining(r *replica.Replica) []int {
	t := r.Table()
	var seats []int
	for i := range t.Terms().Seats {
		online, _ := r.Online(i)
		guilty := slices.ContainsFunc(t.Faults(), func(f *table.Fault) bool { return f.Seat == i })
		if online && !guilty && !t.HasLeft(i) {
			seats = append(seats, i)
		}
	}
	return seats
}

func (n *Node) goOn(name, verb string, describe func(*replica.Replica) (record.Continuation, error)) (control.Summary, error) {
	g, err := n.findOnward(name, verb)
	if err != nil {
		return control.Summary{}, err
	}
	var c record.Continuation
	var own map[record.Key]store.OwnSeat
	g.look(func(r *replica.Replica) {
		c, err = describe(r)
		own = ownSeats(r, c)
	})
	waiting := n.children(g.id, func(r *replica.Replica) bool { return !r.Accepted() && r.Table().Step() == 0 })
	if err != nil && len(waiting) == 0 {
		return control.Summary{}, &control.Error{Code: control.CodeConflict, Message: plain(err)}
	}
	id, _ := record.ContinuationID(c)
	child := pick(waiting, id)
	if child == nil {
		if len(own) == 0 {
			return control.Summary{}, &control.Error{Code: control.CodeConflict, Message: "you have no seat there any more"}
		}
		if child, _, err = n.child(replica.Genesis{Continuation: &c}, id, own); err != nil {
			return control.Summary{}, err
		}
	}
	if err := n.accept(child); err != nil {
		return control.Summary{}, err
	}
	var s control.Summary
	child.look(func(r *replica.Replica) { s = summary(r) })
	return s, nil
}

// pick chooses among the continuations that others have called for: the one
// that this node would call for itself, else the first by ID, so that all who
// have the same choice choose alike.
func pick(waiting []*game, id record.Hash) *game {
	var first *game
	for _, g := range waiting {
		if g.id == id {
			return g
		}
		if first == nil || slices.Compare(g.id[:], first.id[:]) < 0 {
			first = g
		}
	}
	return first
}

func (n *Node) accept(g *game) error {
	return g.do(func(r *replica.Replica, now time.Time) error {
		r.Accept(now)
		return nil
	})
}

// ownSeats are the seats that this node keeps at a continuation.
func ownSeats(r *replica.Replica, c record.Continuation) map[record.Key]store.OwnSeat {
	own := map[record.Key]store.OwnSeat{}
	for _, o := range r.Seats() {
		key := record.KeyOf(o.Key)
		if !slices.ContainsFunc(c.Players, func(p record.Player) bool { return p.Key == key }) {
			continue
		}
		var s store.OwnSeat
		if o.Bot != nil {
			s.Bot, s.Seed = o.Bot.Name, o.Key.Seed()
		}
		own[key] = s
	}
	return own
}

// children lists the continuations of a table that fit.
func (n *Node) children(parent record.Hash, fits func(*replica.Replica) bool) []*game {
	var list []*game
	for _, g := range n.running() {
		g.look(func(r *replica.Replica) {
			if c := r.Table().Continuation(); c != nil && c.Parent == parent && fits(r) {
				list = append(list, g)
			}
		})
	}
	return list
}

// findOnward finds the table that is to go on: by name, a table that somebody
// has called to go on, or the only one that can.
func (n *Node) findOnward(name, verb string) (*game, error) {
	if name != "" {
		g, err := n.find(name)
		if err != nil {
			return nil, err
		}
		return n.parentOf(g), nil
	}
	var called, stuck, all []*game
	for _, g := range n.running() {
		var over, child, left bool
		g.look(func(r *replica.Replica) {
			over, child = r.Table().Over(), !r.Accepted()
			left = r.Own() == nil || r.Own().Left
		})
		switch {
		case child:
			called = append(called, n.parentOf(g))
		case over == (verb == "rematch") && !left:
			all = append(all, g)
			if g.stuck() {
				stuck = append(stuck, g)
			}
		}
	}
	for _, list := range [][]*game{called, stuck} {
		if len(list) > 0 {
			all = list
			break
		}
	}
	switch {
	case len(all) == 0:
		return nil, &control.Error{Code: control.CodeNotFound, Message: "there is no table for a " + verb}
	case len(all) > 1 && verb == "rematch":
		return latest(all), nil
	case len(all) > 1:
		return nil, ambiguous(ids(all, func(g *game) string { return g.id.String() }))
	}
	return all[0], nil
}

// stuck tells whether a table waits for somebody who is not there, or has
// stopped.
func (g *game) stuck() (ok bool) {
	g.look(func(r *replica.Replica) {
		t := r.Table()
		ok = phase(r) == control.PhaseStopped || slices.ContainsFunc(t.Missing(), func(s int) bool {
			online, _ := r.Online(s)
			return !online
		})
	})
	return ok
}

// parentOf returns the table that a continuation which is not accepted yet
// goes on from, and any other table itself.
func (n *Node) parentOf(g *game) *game {
	var from *record.Continuation
	g.look(func(r *replica.Replica) {
		if !r.Accepted() {
			from = r.Table().Continuation()
		}
	})
	if from != nil {
		if parent := n.game(from.Parent); parent != nil {
			return parent
		}
	}
	return g
}

// called takes a continuation that another node has called for. It is kept,
// not accepted: that is for a person to do.
func (n *Node) called(from peer.ID, g replica.Genesis) (*game, error) {
	c := g.Continuation
	parent := n.game(c.Parent)
	if parent == nil || !parent.admits(from) {
		return nil, errors.New("node: a continuation of another table")
	}
	id, err := record.ContinuationID(*c)
	if err != nil {
		return nil, err
	}
	if len(n.children(c.Parent, func(r *replica.Replica) bool { return r.Table().Step() == 0 })) >= maxChildren {
		return nil, errors.New("node: too many continuations of one table")
	}
	var own map[record.Key]store.OwnSeat
	follows := false
	parent.look(func(r *replica.Replica) {
		follows = r.Table().Leads(*c)
		own = ownSeats(r, *c)
	})
	if !follows || len(own) == 0 {
		return nil, errors.New("node: a continuation that does not follow from this node's log")
	}
	child, news, err := n.child(g, id, own)
	if news {
		n.announce(child, from, c)
	}
	return child, err
}

// child makes the table of a continuation, unless it is there already.
func (n *Node) child(g replica.Genesis, id record.Hash, own map[record.Key]store.OwnSeat) (child *game, news bool, err error) {
	n.making.Lock()
	defer n.making.Unlock()
	if child := n.game(id); child != nil {
		return child, false, nil
	}
	child, err = n.create(g, own, false)
	return child, err == nil, err
}

func (n *Node) announce(g *game, from peer.ID, c *record.Continuation) {
	who := from.ShortString()
	var names []string
	for _, p := range c.Players {
		names = append(names, p.Name)
		if id, err := host.PeerID(p.Key[:]); err == nil && id == from {
			who = p.Name
		}
	}
	text := fmt.Sprintf("%s calls to go on from hand %d with %s: fives continue", who, c.Carry.Hands, listNames(names))
	if c.Carry.Hands == 0 {
		text = fmt.Sprintf("%s calls for a new game with %s: fives continue, or fives rematch", who, listNames(names))
	}
	g.say(control.Event{Kind: control.EventOnward, Name: who, Text: text})
}

// closeFamily makes this node leave the table that a continuation goes on
// from, and its other continuations, durably, before the continuation begins.
func (n *Node) closeFamily(child *game, c *record.Continuation) {
	family := n.children(c.Parent, func(*replica.Replica) bool { return true })
	if parent := n.game(c.Parent); parent != nil {
		family = append(family, parent)
	}
	for _, g := range family {
		if g == child {
			continue
		}
		err := g.do(func(r *replica.Replica, now time.Time) error { return r.Retire(now) })
		if err != nil {
			n.log.Error("closing the table that is continued", "table", short(g.id), "err", err)
			return
		}
	}
	err := child.do(func(r *replica.Replica, now time.Time) error {
		r.Release(now)
		return nil
	})
	if err != nil {
		n.log.Error("beginning a continued table", "table", short(child.id), "err", err)
	}
}

// tendFamily begins a continuation that all have accepted.
func (g *game) tendFamily() {
	var c *record.Continuation
	g.look(func(r *replica.Replica) {
		if r.Held() && r.Table().Step() > 0 {
			c = r.Table().Continuation()
		}
	})
	if c != nil {
		g.n.closeFamily(g, c)
	}
}
