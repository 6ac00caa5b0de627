package node

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/nickname"
	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/present"
	"fives/p2p/replica"
	"fives/p2p/store"
)

// maxCalls bounds the continuations of one table that one node calls for and
// this node's person has not answered.
const maxCalls = 4

// Continue goes on from the last settled hand with those who are there (design,
// section 6), leaving out those who are named, or accepts that somebody else has
// called for the same. Without a name of a table, it is the one that waits.
func (n *Node) Continue(ctx context.Context, name string, without ...string) (control.Summary, error) {
	g, err := n.named(name, func() (*game, error) { return n.findWaiting(without) })
	if err != nil {
		return control.Summary{}, err
	}
	return n.goOn(g, func(r *replica.Replica) (record.Continuation, error) {
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
	g, err := n.named(name, n.findFinished)
	if err != nil {
		return control.Summary{}, err
	}
	return n.goOn(g, func(r *replica.Replica) (record.Continuation, error) { return r.Table().Rematch() })
}

// named finds a table by its name, or without one in another way.
func (n *Node) named(name string, other func() (*game, error)) (*game, error) {
	if name != "" {
		return n.find(name)
	}
	return other()
}

// goOn calls for a continuation, or accepts that others have called for the very
// same. Any other call is accepted only by its own ID: what somebody else would
// like to go on from, and without whom, is nothing to agree to unseen.
func (n *Node) goOn(g *game, describe func(*replica.Replica) (record.Continuation, error)) (control.Summary, error) {
	child := g
	if !g.awaits() {
		if p := n.parentOf(g); p != nil && !g.begun() {
			g = p // it has been called for already, and not everybody has come
		}
		var err error
		if child, err = n.call(g, describe); err != nil {
			return control.Summary{}, err
		}
	}
	if err := n.accept(child); err != nil {
		return control.Summary{}, err
	}
	select {
	case n.hurry <- struct{}{}:
	default:
	}
	var s control.Summary
	child.look(func(r *replica.Replica) { s = present.Summary(r) })
	return s, nil
}

// awaits reports whether a table is a continuation that its person has not
// accepted.
func (g *game) awaits() (yes bool) {
	g.look(func(r *replica.Replica) { yes = r.Called() })
	return yes
}

// begun reports whether this node plays at a table.
func (g *game) begun() (yes bool) {
	g.look(func(r *replica.Replica) { yes = r.InPlay() })
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
		return nil, &control.Error{Code: control.CodeConflict, Message: present.Plain(err), Hint: n.calls(g)}
	case len(own) == 0:
		return nil, &control.Error{Code: control.CodeConflict, Message: "you have no seat there any more", Hint: n.calls(g)}
	}
	id, err := record.ContinuationID(c)
	if err != nil {
		return nil, err
	}
	if n.game(id) == nil && n.has(id) {
		return nil, &control.Error{Code: control.CodeConflict, Message: "that table has been played to its end", Hint: "fives rematch " + short(id) + " plays again after it"}
	}
	child, _, err := n.child(replica.Genesis{Continuation: &c}, id, own)
	return child, err
}

// calls says which continuations of a table others have called for.
func (n *Node) calls(g *game) string {
	var texts []string
	for _, child := range n.children(g.id, (*replica.Replica).Called) {
		texts = append(texts, child.callText())
	}
	return strings.Join(texts, "; ")
}

// callText says how a call is agreed to, and to what that is.
func (g *game) callText() (text string) {
	g.look(func(r *replica.Replica) {
		text = fmt.Sprintf("fives continue %s goes on %s", short(g.id), present.Onward(r.Table().Continuation()))
	})
	return text
}

// seatsNamed finds seats by name.
func seatsNamed(r *replica.Replica, list []string) ([]int, error) {
	names := r.Table().Terms().Names()
	var seats []int
	for _, name := range list {
		i := slices.Index(names, name)
		if i < 0 {
			return nil, &control.Error{Code: control.CodeNotFound, Message: "nobody at the table is called " + nickname.Shown(name), Candidates: names}
		}
		seats = append(seats, i)
	}
	return seats, nil
}

func (n *Node) accept(g *game) error {
	if err := n.stale(g); err != nil {
		return err
	}
	if g.awaits() {
		if err := n.keepCall(g, store.Call{Caller: g.calledBy().String(), Accepted: true}); err != nil {
			return err
		}
	}
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

// findWaiting finds the table that a continuation without a name means: the
// only one that waits, or else the only one at which somebody is missing; or the
// only one at which all those sit who are to be left out. What others have called
// for elsewhere says nothing about which one its person means.
func (n *Node) findWaiting(without []string) (*game, error) {
	var fits, missed, stuck []*game
	for _, g := range n.running() {
		if !g.inPlay() || !g.begun() {
			continue
		}
		names := g.terms.Names()
		if !slices.ContainsFunc(without, func(name string) bool { return !slices.Contains(names, name) }) {
			fits = append(fits, g)
		}
		switch waits, lacks := g.waits(); {
		case waits:
			stuck = append(stuck, g)
		case lacks:
			missed = append(missed, g)
		}
	}
	found := stuck
	switch {
	case len(without) > 0:
		found = fits
	case len(stuck) == 0:
		found = missed
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, present.Ambiguous(present.Sorted(found, func(g *game) string { return g.id.String() }))
	case len(without) > 0:
		return nil, &control.Error{Code: control.CodeNotFound, Message: "at no table of yours there is " + present.ListNames(nickname.ShownAll(without)), Hint: "fives tables lists who is where"}
	}
	return nil, n.nothingWaits(fits)
}

// nothingWaits says that nobody is missing at the tables that this node plays
// at, and what can be agreed to or called for by its ID.
func (n *Node) nothingWaits(playing []*game) error {
	e := &control.Error{Code: control.CodeConflict, Message: "nobody is missing at your tables"}
	if len(playing) == 0 {
		e = &control.Error{Code: control.CodeNotFound, Message: "there is no table to go on from"}
	}
	var hints []string
	for _, g := range n.running() {
		if g.awaits() {
			hints = append(hints, g.callText())
			e.Candidates = append(e.Candidates, g.id.String())
		}
	}
	for _, g := range playing {
		hints = append(hints, fmt.Sprintf("fives continue %s deals the running hand anew, if all agree", short(g.id)))
		e.Candidates = append(e.Candidates, g.id.String())
	}
	slices.Sort(hints)
	slices.Sort(e.Candidates)
	e.Hint = strings.Join(hints, "; ")
	return e
}

// waits reports whether a table does not go on without a person's doing: it has
// stopped, or waits for somebody who is not there; and whether a seat is missing
// at all.
func (g *game) waits() (stuck, missed bool) {
	g.look(func(r *replica.Replica) {
		t := r.Table()
		away := func(s int) bool {
			online, _ := r.Online(s)
			return !online && !t.HasLeft(s)
		}
		stuck = present.Phase(r) == control.PhaseStopped || r.Problem() != nil || slices.ContainsFunc(t.Missing(), away)
		for i := range t.Terms().Seats {
			missed = missed || away(i)
		}
	})
	return stuck, missed
}

// findFinished finds the table that a rematch without a name means: the game
// that was played last. Where others have called for a rematch of another one,
// its person has to say which.
func (n *Node) findFinished() (*game, error) {
	var over, called []*game
	for _, g := range n.running() {
		if g.awaits() {
			if p := n.parentOf(g); p != nil && p.finished() && !slices.Contains(called, p) {
				called = append(called, p)
			}
		}
		if g.finished() && !g.continued() && g.begun() {
			over = append(over, g)
		}
	}
	old, err := n.recallNamed("", false) // the newest of those from before the start
	if err != nil {
		return nil, err
	}
	over = append(over, slices.DeleteFunc(old, (*game).continued)...)
	for _, g := range called {
		if !slices.Contains(over, g) {
			over = append(over, g) // it was read from the archive just now
		}
	}
	if len(over) == 0 {
		return nil, &control.Error{Code: control.CodeNotFound, Message: "there is no table for a rematch"}
	}
	last := latest(over)
	if len(called) == 0 || len(called) == 1 && called[0] == last {
		return last, nil
	}
	if !slices.Contains(called, last) {
		called = append(called, last)
	}
	return nil, present.Ambiguous(present.Sorted(called, func(g *game) string { return g.id.String() }))
}

// parentOf returns the table that another one goes on from, also from the
// archive; nil if there is none here.
func (n *Node) parentOf(g *game) *game {
	if g.terms.Parent == nil {
		return nil
	}
	return n.gameOrArchived(g.terms.Parent.Table)
}

// over reports whether a table is one of this node's whose game is over.
func (n *Node) over(id record.Hash) bool {
	n.mu.Lock()
	_, archived := n.done[id]
	g := n.games[id]
	n.mu.Unlock()
	return archived || g != nil && g.finished()
}

// called takes a continuation that another node has called for. It is kept,
// not accepted: that is for a person to do.
func (n *Node) called(from peer.ID, g replica.Genesis) (*game, error) {
	c := g.Continuation
	parent := n.game(c.Parent)
	if parent == nil {
		parent, _ = n.recall(c.Parent, from) // a game that was over when this node started
	}
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
		follows = r.InPlay() && r.Table().LeadsTo(*c) && !guilty(r.Table(), *c) && recanted(r.Table(), *c) == nil
		own = ownSeats(r, *c)
	})
	if !follows || len(own) == 0 {
		return nil, errors.New("node: a continuation that does not follow from this node's log")
	}
	child, news, err := n.child(g, id, own)
	if !news {
		return child, err
	}
	child.look(func(*replica.Replica) { child.caller = from })
	if err := n.keepCall(child, store.Call{Caller: from.String()}); err != nil {
		return nil, err
	}
	n.announce(child)
	return child, nil
}

// keepCall stores who has called for a continuation, and whether this node's
// person has agreed: a call stands until the table begins, also after a restart.
func (n *Node) keepCall(g *game, c store.Call) error {
	if err := n.store.PutCall(g.id, c); err != nil {
		return fmt.Errorf("node: the call could not be stored: %w", err)
	}
	return nil
}

// loadCall takes up what keepCall stored.
func (n *Node) loadCall(g *game) error {
	if g.begun() {
		return nil
	}
	c, err := n.store.Call(g.id)
	if err != nil {
		return err
	}
	if id, err := peer.Decode(c.Caller); err == nil {
		g.caller = id
	}
	if c.Accepted {
		g.look(func(r *replica.Replica) { r.Accept(time.Now()) })
	}
	return nil
}

// tellCalls says again, after a start, which calls wait for this node's person.
func (n *Node) tellCalls() {
	for _, g := range n.running() {
		if g.calledBy() != "" && g.awaits() {
			n.announce(g)
		}
	}
}

// calledBy is who has called for a continuation; "" if this node's person has.
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

// guilty reports whether a continuation has a seat of whose fault there is proof.
func guilty(t *table.Table, c record.Continuation) bool {
	return slices.ContainsFunc(t.Faults(), func(f *table.Fault) bool {
		return slices.ContainsFunc(c.Players, func(p record.Player) bool { return p.Key == t.Terms().Seats[f.Seat].Key })
	})
}

// announce says that a node has called for a continuation.
func (n *Node) announce(child *game) {
	from := child.calledBy()
	who := from.ShortString()
	for _, s := range child.terms.Seats {
		if id, err := host.PeerID(s.Key[:]); err == nil && id == from {
			who = s.Name
		}
	}
	e := control.Event{Kind: control.EventOnward, Name: who, What: control.Rematch}
	if !n.over(child.terms.Parent.Table) {
		child.look(func(r *replica.Replica) {
			c := r.Table().Continuation()
			e.What, e.From = control.Continue, c.Carry.Hands
			for _, p := range c.Players {
				e.Names = append(e.Names, p.Name)
			}
		})
	}
	child.say(e)
}

// recanted tells why a continuation that a table leads to is not to be signed:
// seats of it have receipted a later hand, and not all agree (engine/SPEC §5.3).
func recanted(t *table.Table, c record.Continuation) error {
	seats, hand := t.GoingBack(c)
	if seats == nil {
		return nil
	}
	return &control.Error{
		Code:    control.CodeConflict,
		Message: fmt.Sprintf("it goes back behind hand %d, which %s signed: that takes the consent of all", hand, present.ListNames(present.Names(t.Terms().Names(), seats))),
		Hint:    "fives continue " + short(t.ID()) + " goes on from the last hand",
	}
}

// stale tells why this node's person cannot accept a continuation: hands have
// been receipted since it was called for.
func (n *Node) stale(g *game) (err error) {
	parent := n.parentOf(g)
	if parent == nil {
		return nil
	}
	var c *record.Continuation
	g.look(func(r *replica.Replica) { c = r.Table().Continuation() })
	parent.look(func(r *replica.Replica) { err = recanted(r.Table(), *c) })
	return err
}

// closeFamily makes this node leave the table that a continuation goes on
// from, and its other continuations, durably, before the continuation begins. If
// the first was played on, and a hand receipted behind which the continuation
// goes back, it is the continuation that is left.
func (n *Node) closeFamily(child *game, c *record.Continuation) {
	var family []*game
	if parent := n.gameOrArchived(c.Parent); parent != nil {
		family = append(family, parent)
	}
	family = append(family, n.children(c.Parent, func(*replica.Replica) bool { return true })...)
	for _, g := range family {
		if g == child {
			continue
		}
		late := error(nil)
		err := g.do(func(r *replica.Replica, now time.Time) error {
			if g.id == c.Parent && slices.ContainsFunc(r.Seats(), func(o *replica.LocalSeat) bool { return !o.Left }) {
				late = recanted(r.Table(), *c)
			}
			if late != nil {
				return nil
			}
			return r.Retire(now)
		})
		if late != nil {
			n.log.Warn("a continuation is left", "table", short(child.id), "why", late)
			err = child.do(func(r *replica.Replica, now time.Time) error { return r.Retire(now) })
			if err == nil {
				return
			}
		}
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
		if r.AwaitsRelease() {
			c = r.Table().Continuation()
		}
	})
	if c != nil {
		g.n.closeFamily(g, c)
	}
}
