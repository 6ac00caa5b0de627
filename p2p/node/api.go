package node

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/p2p/api"
	"fives/p2p/replica"
)

// Status returns the state of the node. What belongs to its machine (home, process,
// interfaces) is for the caller to add.
func (n *Node) Status() api.Status {
	s := api.Status{
		API: api.Newest, Version: n.cfg.Version, Name: n.name, Key: fmt.Sprintf("%x", n.self[:]),
		Fingerprint: record.Fingerprint(n.self), Peer: n.host.ID().String(),
		Started: n.started, Peers: len(n.network.Nodes()),
		GuestOf: n.inviterOf(n.network.Host()), LetIn: n.host.LetIn(),
		Addresses: []string{}, Interfaces: []api.Link{}, Warnings: []api.Warning{},
	}
	for _, a := range n.host.Addrs() {
		s.Addresses = append(s.Addresses, fmt.Sprintf("%s/p2p/%s", a, n.host.ID()))
	}
	if i := n.Invitation(); i.On {
		s.Invitation = &i
	}
	s.Outside, s.Links = n.farDoor.now(), n.links.list()
	waiting := n.lobby.Pending()
	s.Tables = len(waiting)
	for _, g := range n.tables.running() {
		if !g.finished() && !slices.Contains(waiting, g.id) {
			s.Tables++
		}
		s.Warnings = append(s.Warnings, g.storeWarnings()...)
	}
	s.Warnings = append(s.Warnings, n.twinWarnings()...)
	s.Warnings = append(s.Warnings, n.farDoor.warnings()...)
	s.Warnings = append(append(s.Warnings, n.inviter.guestWarnings()...), n.inviterWarnings(func(record.Key) bool { return false })...)
	return s
}

// inviterWarnings returns a warning if the node whose invitation this one came by does not answer.
// silent reports whether this node knows otherwise that it does not.
func (n *Node) inviterWarnings(silent func(record.Key) bool) []api.Warning {
	lost, meanwhile := n.network.Lost()
	if of := n.network.Host(); silent(of) {
		lost = of
	}
	if lost == (record.Key{}) {
		return nil
	}
	w := api.Warning{Code: api.WarnNoWay, Name: n.nameOf(lost)}
	if meanwhile != (record.Key{}) {
		w.Code, w.Known = api.WarnOtherWay, n.nameOf(meanwhile)
	}
	return []api.Warning{w}
}

// nameOf returns the name that a node claims, or its fingerprint.
func (n *Node) nameOf(node record.Key) string {
	return cmp.Or(n.directory.Name(node), record.Fingerprint(node))
}

// Leave withdraws an open table, gives back a reserved seat, or leaves a running table. It
// returns what it did: [api.Withdrawn], [api.GivenBack] or [api.Left].
func (n *Node) Leave(ctx context.Context, name string) (string, error) {
	if err := n.signs(ctx); err != nil {
		return "", err
	}
	fits := func(id record.Hash) bool { return strings.HasPrefix(id.String(), api.TypedID(name)) }
	found := slices.DeleteFunc(append(n.lobby.Pending(), n.lobby.Wishes()...), func(id record.Hash) bool { return !fits(id) })
	for _, g := range n.tables.running() {
		if fits(g.id) && (name != "" || g.inPlay()) && !slices.Contains(found, g.id) {
			found = append(found, g.id)
		}
	}
	if len(found) == 0 {
		return "", api.Fail(api.ReasonNothingToLeave, api.Data{})
	}
	if len(found) > 1 {
		return "", api.Ambiguous(found, record.Hash.String)
	}
	if did, err := n.lobby.Leave(found[0]); did != "" {
		n.session.TakeBack(found[0])
		return did, err
	}
	return n.leave(ctx, found[0])
}

// leave leaves a table that has begun.
func (n *Node) leave(ctx context.Context, id record.Hash) (string, error) {
	g := n.tables.game(id)
	if g == nil {
		return "", api.Fail(api.ReasonNothingToLeave, api.Data{})
	}
	err := g.do(ctx, func(r *replica.Replica, now time.Time) error {
		if r.Table().Over() {
			return api.Fail(api.ReasonGameOver, api.Data{})
		}
		return r.Leave(r.Local(), now)
	})
	if next := g.next(); errors.Is(err, replica.ErrLeft) && next != nil && next.inPlay() {
		return n.leave(ctx, next.id) // this node has just gone on there
	}
	if err != nil {
		return "", playError(err)
	}
	n.session.TakeBack(id) // and it does not go on elsewhere
	return api.Left, nil
}

// inPlay reports whether a table is neither over nor left.
func (g *game) inPlay() (ok bool) {
	g.look(func(r *replica.Snapshot) {
		o := r.Local()
		ok = o != nil && !o.Left && !r.Table().Over() && r.Accepted() && !r.Declined()
	})
	return ok
}

// halts reports whether a table cannot go on as it is.
func (g *game) halts() (yes bool) {
	g.look(func(r *replica.Snapshot) { yes = r.Halts() })
	return yes
}

// continued reports whether this node plays on elsewhere, or has left.
func (g *game) continued() (yes bool) {
	g.look(func(r *replica.Snapshot) { yes = hasLeft(r) })
	return yes
}

// hasLeft reports whether this node's seat signs nothing more at a table.
func hasLeft(r *replica.Snapshot) bool { return r.Local() != nil && r.Local().Left }

// find finds one of this node's tables: by a prefix of its ID, or, for "", the only one that
// is being played, or else the one played last. One that has stopped is not being played, and one
// that has not begun is not meant beside one that has. A table that was begun with fewer seats is found
// by the ID that it had before, too.
func (ts *tables) find(name string) (*game, error) {
	g, err := ts.findCalled(name)
	if now := ts.lobby.MovedTo(name); now != "" && api.ErrorIn(err).Reason == api.ReasonNoTable {
		if moved, err := ts.findCalled(now); err == nil {
			return moved, nil
		}
	}
	return g, err
}

func (ts *tables) findCalled(name string) (*game, error) {
	var all []*game
	for _, g := range ts.running() {
		if strings.HasPrefix(g.id.String(), api.TypedID(name)) {
			all = append(all, g)
			ts.session.NoteUse(g.Table)
		}
	}
	waiting := slices.ContainsFunc(ts.lobby.Pending(), func(id record.Hash) bool { return strings.HasPrefix(id.String(), api.TypedID(name)) })
	old, err := ts.recallNamed(name, slices.ContainsFunc(all, func(g *game) bool { return !ts.session.Recalled(g.Table) && !g.continued() }))
	if err != nil {
		return nil, err
	}
	all = append(all, old...)
	if name == "" {
		playing := slices.DeleteFunc(slices.Clone(all), func(g *game) bool { return !g.inPlay() || g.halts() || g.tries() })
		if begun := slices.DeleteFunc(slices.Clone(playing), func(g *game) bool { return !g.begun() }); len(begun) > 0 {
			playing = begun
		}
		stayed := slices.DeleteFunc(slices.Clone(all), (*game).continued)
		switch {
		case len(playing) > 0:
			all = playing
		case len(stayed) > 0:
			all = []*game{latest(stayed)}
		case len(all) > 0:
			all = []*game{latest(all)}
		}
	}
	switch {
	case len(all) == 1:
		return all[0], nil
	case len(all) > 1:
		return nil, api.Ambiguous(all, func(g *game) string { return g.id.String() })
	case waiting:
		return nil, api.Fail(api.ReasonNotBegun, api.Data{})
	case name != "":
		return nil, api.Fail(api.ReasonNoTable, api.Data{Name: name})
	}
	return nil, api.Fail(api.ReasonNoTables, api.Data{})
}

// latest returns the table that began last.
func latest(all []*game) *game {
	return slices.MaxFunc(all, func(a, b *game) int { return cmp.Compare(a.began(), b.began()) })
}

func (g *game) began() (t uint64) {
	g.look(func(r *replica.Snapshot) { t = startTime(r.Table()) })
	return t
}

// Play makes a move. If a step is given, the move is refused unless the table is at that step.
func (n *Node) Play(ctx context.Context, name, move string, step ...uint64) error {
	if err := n.signs(ctx); err != nil {
		return err
	}
	g, err := n.tables.find(name)
	if err != nil {
		return err
	}
	if err := g.mayAct(); err != nil {
		return err
	}
	var waits error // what the table waits for instead
	err = g.do(ctx, func(r *replica.Replica, now time.Time) error {
		if len(step) > 0 && step[0] != r.Table().Step() {
			return movedOnError()
		}
		err := r.Play(r.Local(), move, now)
		if errors.Is(err, seat.ErrNotDue) {
			waits = notYourTurn(r)
		}
		return err
	})
	switch {
	case err == nil:
		return nil
	case errors.Is(err, seat.ErrNotDue), errors.Is(err, replica.ErrUnheard):
		return cmp.Or(g.notAgreed(), waits, playError(err))
	}
	return playError(err)
}

// Cover stops waiting for those who are away at a table with cover, and returns their names.
// Without a name, it means the only table where somebody may be covered.
func (n *Node) Cover(ctx context.Context, name string) ([]string, error) {
	if err := n.signs(ctx); err != nil {
		return nil, err
	}
	g, err := n.tables.findAway(name)
	if err != nil {
		return nil, err
	}
	var names []string
	err = g.do(ctx, func(r *replica.Replica, now time.Time) error {
		seats := r.Cover(now)
		if names = givenUpNames(r, seats); len(names) == 0 {
			return notCovered(r)
		}
		return nil
	})
	if err != nil {
		return nil, playError(err)
	}
	return names, nil
}

// findAway is [tables.find], but prefers a table where somebody may be covered.
func (ts *tables) findAway(name string) (*game, error) {
	waiting := slices.DeleteFunc(ts.running(), func(g *game) bool { return len(g.Snapshot().MayCover()) == 0 })
	if name == "" && len(waiting) == 1 {
		return waiting[0], nil
	}
	return ts.find(name)
}

// notAgreed returns an error that names those who have yet to agree before a continuation
// begins, nil if it does not wait for that.
func (g *game) notAgreed() (err error) {
	g.look(func(r *replica.Snapshot) {
		t, own, missing := r.Table(), r.Local(), r.Table().Missing()
		if own != nil && own.Accepted { // its signature may wait until others are heard
			missing = slices.DeleteFunc(missing, func(seat int) bool { return seat == own.Seat() })
		}
		if t.Pending().Kind != record.KindAccept || len(missing) == 0 {
			return
		}
		d := api.Data{Table: g.id.String(), Names: namesOf(t.Terms().Names(), missing)}
		if r.Called() {
			d.Calls = []api.Call{g.call()}
		}
		err = api.Fail(api.ReasonNotAgreed, d)
	})
	return err
}

// Before lists the tables at which a table's game was played before, as far as this node knows.
func (n *Node) Before(name string) (api.Before, error) {
	g, err := n.tables.find(name)
	if err != nil {
		return api.Before{}, err
	}
	b := api.Before{Tables: []string{}, Ask: []string{}}
	for _, id := range g.Before() {
		b.Tables = append(b.Tables, id.String())
	}
	for i, s := range g.terms.Seats {
		if s.Host == nil && s.Key != n.self {
			b.Ask = append(b.Ask, g.terms.Names()[i])
		}
	}
	return b, nil
}

// Log returns a table's log as it would be exported.
func (n *Node) Log(name string) ([]record.Record, error) {
	g, err := n.tables.find(name)
	if err != nil {
		return nil, err
	}
	var log []record.Record
	g.look(func(r *replica.Snapshot) {
		if t := r.Table(); t.Continuation() == nil || t.Step() > 0 || len(t.Arrived()) > 0 {
			log = t.Log()
		}
	})
	if log == nil { // only its acceptances say what a continuation is
		return nil, api.Fail(api.ReasonNoLog, api.Data{})
	}
	return log, nil
}
