package node

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/replica"
	"fives/p2p/store"
)

// maxCalls bounds the continuations of one table that one node calls for and
// this node's person has not answered.
const maxCalls = 4

// Continue goes on from the last settled hand with those who are there (design,
// section 6), leaving out those who are named, or accepts that somebody else has
// called for the same.
func (n *Node) Continue(ctx context.Context, name string, without ...string) (control.Summary, error) {
	return n.goOn(name, "continue", func(r *replica.Replica) (record.Continuation, error) {
		seats, err := seatsNamed(r, without)
		if err != nil {
			return record.Continuation{}, err
		}
		return r.Onward(seats...)
	})
}

// Rematch starts a new game among the same seats, or accepts that somebody
// else wants one.
func (n *Node) Rematch(ctx context.Context, name string) (control.Summary, error) {
	return n.goOn(name, "rematch", func(r *replica.Replica) (record.Continuation, error) { return r.Table().Rematch() })
}

// goOn calls for a continuation, or accepts that others have called for the very
// same. Any other call is accepted only by its own ID: what somebody else would
// like to go on from, and without whom, is nothing to agree to unseen.
func (n *Node) goOn(name, verb string, describe func(*replica.Replica) (record.Continuation, error)) (control.Summary, error) {
	g, err := n.findOnward(name, verb)
	if err != nil {
		return control.Summary{}, err
	}
	child := g
	if !g.awaits() {
		if p := n.parentOf(g); p != nil && !g.begun() {
			g = p // it has been called for already, and not everybody has come
		}
		if child, err = n.call(g, describe); err != nil {
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

// awaits tells whether a table is a continuation that its person has not
// accepted.
func (g *game) awaits() (yes bool) {
	g.look(func(r *replica.Replica) { yes = r.Called() })
	return yes
}

// begun tells whether this node plays at a table.
func (g *game) begun() (yes bool) {
	g.look(func(r *replica.Replica) { yes = r.Begun() })
	return yes
}

// call finds or makes the table that goes on from another one.
func (n *Node) call(g *game, describe func(*replica.Replica) (record.Continuation, error)) (*game, error) {
	var c record.Continuation
	var own map[record.Key]store.OwnSeat
	var err error
	g.look(func(r *replica.Replica) {
		if c, err = describe(r); err == nil {
			own = ownSeats(r, c)
		}
	})
	var said *control.Error
	switch {
	case errors.As(err, &said):
		return nil, err
	case err != nil:
		return nil, &control.Error{Code: control.CodeConflict, Message: plain(err), Hint: n.calls(g)}
	case len(own) == 0:
		return nil, &control.Error{Code: control.CodeConflict, Message: "you have no seat there any more", Hint: n.calls(g)}
	}
	id, err := record.ContinuationID(c)
	if err != nil {
		return nil, err
	}
	child, _, err := n.child(replica.Genesis{Continuation: &c}, id, own)
	return child, err
}

// calls says which continuations of a table others have called for.
func (n *Node) calls(g *game) string {
	var texts []string
	for _, child := range n.children(g.id, (*replica.Replica).Called) {
		child.look(func(r *replica.Replica) {
			texts = append(texts, fmt.Sprintf("fives continue %s goes on %s", short(child.id), onwardText(r.Table().Continuation())))
		})
	}
	return strings.Join(texts, "; ")
}

// seatsNamed finds seats by name.
func seatsNamed(r *replica.Replica, list []string) ([]int, error) {
	names := r.Table().Terms().Names()
	var seats []int
	for _, name := range list {
		i := slices.Index(names, name)
		if i < 0 {
			return nil, &control.Error{Code: control.CodeNotFound, Message: "nobody at the table is called " + name, Candidates: names}
		}
		seats = append(seats, i)
	}
	return seats, nil
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
	for _, o := range r.Keeps(c) {
		var s store.OwnSeat
		if o.Bot != nil {
			s.Bot, s.Seed = o.Bot.Name, o.Key.Seed()
		}
		own[record.KeyOf(o.Key)] = s
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

// findOnward finds the table that is to go on: by name; a table that somebody
// has called to go on; or the only one that can.
func (n *Node) findOnward(name, verb string) (*game, error) {
	if name != "" {
		return n.find(name)
	}
	var called, stuck, all []*game
	for _, g := range n.running() {
		var over, child, left bool
		g.look(func(r *replica.Replica) {
			over, child = r.Table().Over(), r.Called()
			left = r.Own() == nil || r.Own().Left
		})
		switch {
		case child:
			if p := n.parentOf(g); p != nil && !slices.Contains(called, p) {
				called = append(called, p)
			}
		case over == (verb == "rematch") && !left && g.begun():
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

// parentOf returns the table that another one goes on from, nil if there is none
// here.
func (n *Node) parentOf(g *game) *game {
	if p := g.terms.Parent; p != nil {
		return n.game(p.Table)
	}
	return nil
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
	calls := slices.DeleteFunc(n.children(c.Parent, (*replica.Replica).Called), func(g *game) bool { return g.calledBy() != from })
	if len(calls) >= maxCalls {
		return nil, errors.New("node: too many continuations of one table")
	}
	var own map[record.Key]store.OwnSeat
	follows := false
	parent.look(func(r *replica.Replica) {
		follows = r.Begun() && r.Table().Leads(*c) && !guilty(r.Table(), *c)
		own = ownSeats(r, *c)
	})
	if !follows || len(own) == 0 {
		return nil, errors.New("node: a continuation that does not follow from this node's log")
	}
	child, news, err := n.child(g, id, own)
	if news {
		child.look(func(*replica.Replica) { child.caller = from })
		n.announce(child, parent, from)
	}
	return child, err
}

// calledBy is who has called for a continuation, as far as this run knows.
func (g *game) calledBy() (id peer.ID) {
	g.look(func(*replica.Replica) { id = g.caller })
	return id
}

// child makes the table of a continuation, unless it is there already.
func (n *Node) child(g replica.Genesis, id record.Hash, own map[record.Key]store.OwnSeat) (child *game, news bool, err error) {
	n.making.Lock()
	defer n.making.Unlock()
	if child := n.game(id); child != nil {
		return child, false, nil
	}
	child, err = n.create(g, own, true) // a restored home may have signed in it before
	return child, err == nil, err
}

// guilty tells whether a continuation has a seat of whose fault there is proof.
func guilty(t *table.Table, c record.Continuation) bool {
	return slices.ContainsFunc(t.Faults(), func(f *table.Fault) bool {
		return slices.ContainsFunc(c.Players, func(p record.Player) bool { return p.Key == t.Terms().Seats[f.Seat].Key })
	})
}

// announce says that a node has called for a continuation.
func (n *Node) announce(child, parent *game, from peer.ID) {
	who := from.ShortString()
	for _, s := range child.terms.Seats {
		if id, err := host.PeerID(s.Key[:]); err == nil && id == from {
			who = s.Name
		}
	}
	var text string
	child.look(func(r *replica.Replica) {
		text = fmt.Sprintf("%s calls to go on %s: fives continue %s", who, onwardText(r.Table().Continuation()), short(child.id))
	})
	if parent.finished() {
		text = fmt.Sprintf("%s calls for a new game: fives rematch", who)
	}
	child.say(control.Event{Kind: control.EventOnward, Name: who, Text: text})
}

// onwardText says from where a continuation goes on, and with whom.
func onwardText(c *record.Continuation) string {
	var names []string
	for _, p := range c.Players {
		names = append(names, p.Name)
	}
	if c.Carry.Hands == 0 {
		return "from the beginning with " + listNames(names)
	}
	return fmt.Sprintf("from hand %d with %s", c.Carry.Hands, listNames(names))
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
		if r.Begins() {
			c = r.Table().Continuation()
		}
	})
	if c != nil {
		g.n.closeFamily(g, c)
	}
}
