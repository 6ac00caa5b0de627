package node

import (
	"context"
	"errors"
	"slices"
	"strings"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// Continue goes on from the last settled hand with those who are online, except those named in
// without; if somebody else has called for the same continuation, it accepts that call. Without the
// name of a table, it means the one that waits.
func (n *Node) Continue(ctx context.Context, name string, without ...string) (api.Summary, error) {
	describe := func(r *replica.Snapshot) (record.Continuation, error) {
		seats, err := seatsNamed(r, without)
		if err != nil {
			return record.Continuation{}, err
		}
		return r.Onward(seats...)
	}
	g, err := n.tables.findNamed(name, func() (*game, error) {
		return n.tables.findWaiting(without, func(g *game) bool { _, err := describe(g.Snapshot().Snapshot); return err == nil })
	})
	if err != nil {
		return api.Summary{}, err
	}
	return n.goOn(ctx, g, describe)
}

// Rematch starts a new game with the same players, each one seat further, or accepts somebody else's
// call for one. Without the name of a table, it means the game that was played last.
func (n *Node) Rematch(ctx context.Context, name string) (api.Summary, error) {
	g, err := n.tables.findNamed(name, n.tables.findFinished)
	if err != nil {
		return api.Summary{}, err
	}
	return n.goOn(ctx, g, (*replica.Snapshot).Rematch)
}

// findNamed finds a table by its name, or with other if there is no name.
func (ts *tables) findNamed(name string, other func() (*game, error)) (*game, error) {
	if name != "" {
		return ts.find(name)
	}
	return other()
}

// goOn calls for a continuation, or accepts a call of others for exactly the same one. Another call
// is accepted only by its own ID: nobody should agree unseen to the hand that somebody else would go
// on from, and to whom they would leave out.
func (n *Node) goOn(ctx context.Context, g *game, describe func(*replica.Snapshot) (record.Continuation, error)) (api.Summary, error) {
	if err := n.signs(ctx); err != nil {
		return api.Summary{}, err
	}
	if err := g.mayAct(); err != nil {
		return api.Summary{}, err
	}
	child := g
	if !g.awaits() {
		if p := n.tables.parentOf(g); p != nil && !g.begun() {
			g = p // it was called for before, and not everybody has come
		}
		var err error
		if child, err = n.tables.call(g, describe); err != nil {
			return api.Summary{}, err
		}
	}
	if names := child.whoWithdrew(); len(names) > 0 {
		return api.Summary{}, api.Fail(api.ReasonWithdrawn, api.Data{Table: child.id.String(), Names: names})
	}
	if err := n.tables.accept(child); err != nil {
		return api.Summary{}, err
	}
	n.hurry.up()
	var s api.Summary
	child.look(func(r *replica.Snapshot) { s = summaryOf(r) })
	return s, nil
}

// whoWithdrew names those who left a continuation before all had accepted it.
func (g *game) whoWithdrew() (names []string) {
	g.look(func(r *replica.Snapshot) {
		if !r.Withdrawn() {
			return
		}
		for i, name := range g.terms.Names() {
			if r.Table().HasLeft(i) {
				names = append(names, name)
			}
		}
	})
	return names
}

// awaits reports whether a table is a continuation that this node's person has not accepted yet.
func (g *game) awaits() (yes bool) {
	g.look(func(r *replica.Snapshot) { yes = r.Called() })
	return yes
}

// begun reports whether this node plays at a table.
func (g *game) begun() (yes bool) {
	g.look(func(r *replica.Snapshot) { yes = r.InPlay() })
	return yes
}

// call finds or makes the table that goes on from g as describe says.
func (ts *tables) call(g *game, describe func(*replica.Snapshot) (record.Continuation, error)) (*game, error) {
	c, err := describe(g.Snapshot().Snapshot)
	var said *api.Error
	if err != nil && !errors.As(err, &said) {
		return nil, api.Fail(api.ReasonCannotContinue, api.Data{Detail: plainError(err), Calls: ts.calls(g)})
	}
	var child *game
	if err == nil {
		child, err = await(func(done func(*session.Table, error)) { ts.session.Call(g.Table, c, done) })
	}
	switch {
	case errors.Is(err, session.ErrNoSeat):
		err = api.Fail(api.ReasonSeatGone, api.Data{Calls: ts.calls(g)})
	case errors.Is(err, session.ErrPlayed):
		var played api.Data
		if id, wrong := record.ContinuationID(c); wrong == nil {
			played.Table = id.String()
		}
		err = api.Fail(api.ReasonPlayedToEnd, played)
	}
	return child, err
}

// calls lists the continuations of a table that others have called for.
func (ts *tables) calls(g *game) (list []api.Call) {
	for _, child := range ts.children(g.id, (*replica.Snapshot).Called) {
		list = append(list, child.call())
	}
	return list
}

// call describes the continuation that this table is.
func (g *game) call() (c api.Call) {
	g.look(func(r *replica.Snapshot) { c = showCall(r) })
	c.Rematch, c.By = g.Rematch(), g.caller()
	return c
}

// seatsNamed finds seats by name.
func seatsNamed(r *replica.Snapshot, list []string) ([]int, error) {
	names := r.Table().Terms().Names()
	var seats []int
	for _, name := range list {
		i := slices.Index(names, record.TypedName(name))
		if i < 0 {
			return nil, api.Fail(api.ReasonNobodyCalled, api.Data{Name: name, Candidates: names})
		}
		seats = append(seats, i)
	}
	return seats, nil
}

func (ts *tables) accept(g *game) error {
	err := session.Wait(func(done func(error)) { ts.session.Accept(g.Table, done) })
	var late *session.RecantError
	if errors.As(err, &late) {
		return api.Fail(api.ReasonGoesBack, api.Data{Table: late.Table.String(), Hand: late.Hand, Names: ts.namesAt(late.Table, late.Seats)})
	}
	return err
}

// namesAt returns the names of seats at a table, nil if it is not in memory.
func (ts *tables) namesAt(id record.Hash, seats []int) []string {
	if g := ts.game(id); g != nil {
		return namesOf(g.terms.Names(), seats)
	}
	return nil
}

// refused names those who have said no to a rematch of a table.
func (ts *tables) refused(over record.Hash) (names []string) {
	for _, g := range ts.children(over, (*replica.Snapshot).Withdrawn) {
		names = append(names, g.whoWithdrew()...)
	}
	for _, a := range ts.archive() {
		if a.Declined && a.Summary.Parent == over.String() {
			for _, s := range a.Summary.Seats {
				if s.Left {
					names = append(names, s.Name)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// children lists the continuations of a table that fit.
func (ts *tables) children(parent record.Hash, fits func(*replica.Snapshot) bool) []*game {
	var list []*game
	for _, g := range ts.running() {
		g.look(func(r *replica.Snapshot) {
			if c := r.Table().Continuation(); c != nil && c.Parent == parent && fits(r) {
				list = append(list, g)
			}
		})
	}
	return list
}

// findWaiting finds the table that a continuation without a name means, of those that can go on: the only
// one that waits, or else the only one with a seat missing. If people are to be left out, it is the only
// table at which they all sit. If no table can go on, it is one that waits. Calls of others do not count:
// they do not show which table this node's person means.
func (ts *tables) findWaiting(without []string, can func(*game) bool) (*game, error) {
	var fits, missed, stuck []*game
	for _, g := range ts.running() {
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
	classes := [][]*game{stuck, missed}
	if len(without) > 0 {
		classes = [][]*game{fits}
	}
	for _, class := range classes {
		able := slices.DeleteFunc(slices.Clone(class), func(g *game) bool { return !can(g) })
		if len(able) == 1 {
			return able[0], nil
		}
		if len(able) > 1 {
			return nil, api.Ambiguous(able, func(g *game) string { return g.id.String() })
		}
	}
	switch waiting := slices.Concat(classes...); {
	case len(waiting) > 0:
		return waiting[0], nil
	case len(without) > 0:
		return nil, api.Fail(api.ReasonNotTogether, api.Data{Names: without})
	}
	return nil, ts.nothingWaits(fits)
}

// nothingWaits returns the error that nobody is missing at the tables where this node plays. It
// lists the continuations and tables that can be named instead, and those for whom a table waits: a
// device that has just fallen silent is not away yet.
func (ts *tables) nothingWaits(playing []*game) error {
	var d api.Data
	for _, g := range ts.running() {
		if g.awaits() {
			d.Calls = append(d.Calls, g.call())
			d.Candidates = append(d.Candidates, g.id.String())
		}
	}
	for _, g := range playing {
		d.Candidates = append(d.Candidates, g.id.String())
		g.look(func(r *replica.Snapshot) { d.Names = append(d.Names, waitedFor(r)...) })
	}
	slices.SortFunc(d.Calls, func(a, b api.Call) int { return strings.Compare(a.Table, b.Table) })
	slices.Sort(d.Candidates)
	if len(playing) == 0 {
		return api.Fail(api.ReasonNothingToContinue, d)
	}
	return api.Fail(api.ReasonNobodyMissing, d)
}

// waits reports whether a table is stuck until a person does something, because it has stopped, this
// node cannot go on, or it waits for somebody who is away, or who lacks the key of the hand and cannot
// be covered; and whether anybody at all is away.
func (g *game) waits() (stuck, missed bool) {
	g.look(func(r *replica.Snapshot) {
		t := r.Table()
		away := func(s int) bool {
			online, _ := r.Online(s)
			return !online && !t.HasLeft(s)
		}
		stuck = phaseOf(r) == api.PhaseStopped || r.Problem() != nil || slices.ContainsFunc(t.Awaited(), func(s int) bool {
			return away(s) || r.Lacking(s) && r.CoverAt(s).IsZero()
		})
		for i := range t.Terms().Seats {
			missed = missed || away(i)
		}
	})
	return stuck, missed
}

// waitedFor names the other people for whose devices the running hand waits.
func waitedFor(r tableState) (names []string) {
	t := r.Table()
	for _, s := range people(t, t.Awaited()) {
		if !own(r, s) && !t.Over() {
			names = append(names, t.Terms().Names()[s])
		}
	}
	return names
}

// findFinished finds the table that a rematch without a name means: the game that was played last. If
// others have called for a rematch of another game, the person has to say which.
func (ts *tables) findFinished() (*game, error) {
	var over, called []*game
	for _, g := range ts.running() {
		if g.awaits() {
			if p := ts.parentOf(g); p != nil && p.finished() && !slices.Contains(called, p) {
				called = append(called, p)
			}
		}
		if g.finished() && !g.continued() && g.begun() {
			over = append(over, g)
		}
	}
	old, err := ts.recallNamed("", false) // the newest of those from before the start
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
		return nil, api.Fail(api.ReasonNothingToRematch, api.Data{})
	}
	last := latest(over)
	if len(called) == 0 || len(called) == 1 && called[0] == last {
		return last, nil
	}
	if !slices.Contains(called, last) {
		called = append(called, last)
	}
	return nil, api.Ambiguous(called, func(g *game) string { return g.id.String() })
}

// parentOf returns the table that another one goes on from, also from the archive; nil if this node
// does not have it.
func (ts *tables) parentOf(g *game) *game {
	if g.terms.Parent == nil {
		return nil
	}
	return ts.gameOrArchived(g.terms.Parent.Table)
}
