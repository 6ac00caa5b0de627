package session

import (
	"bytes"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
)

// ChangeHandovers durably changes what this node says about the table's handovers to what f
// returns. f gets what the node says now, which it must not change. What a newcomer asks
// for at this node's door is not stored: the newcomer asks again.
func (t *Table) ChangeHandovers(f func(s *replica.Replica, own []replica.OwnHandover) ([]replica.OwnHandover, error), done func(error)) {
	t.Do(func(r *replica.Replica, now time.Time) error {
		own, err := f(r, slices.Clone(r.OwnHandovers()))
		if err == nil {
			err = r.CheckHandovers(own)
		}
		if err == nil {
			err = t.s.cfg.Store.PutHandovers(t.id, t.s.lasting(own))
		}
		if err == nil {
			r.SetHandovers(own, now)
		}
		return err
	}, done)
}

// decline leaves a continuation, unless it has begun, or begins.
func (t *Table) decline() {
	t.Do(func(r *replica.Replica, now time.Time) error {
		if r.InPlay() || r.AwaitsRelease() || t.s.closes(t) {
			return nil
		}
		return r.Retire(now)
	}, func(err error) { t.s.logFailure(t, err) })
}

// lasting returns the words that are stored.
func (s *Session) lasting(own []replica.OwnHandover) []replica.OwnHandover {
	return slices.DeleteFunc(slices.Clone(own), func(o replica.OwnHandover) bool { return o.Asks && o.Node != s.self })
}

// tendHandovers calls for the continuation in which seats change hands, if that is due and
// this node begins it, and accepts one that its opener has called for and accepted, if this
// node's person has agreed to what it changes. One for which this node still lacks receipts
// waits.
func (t *Table) tendHandovers(now time.Time) {
	gives := t.r.HandedOver()
	if err := t.give(gives, now); err != nil {
		t.s.logFailure(t, err)
		return
	}
	if gives {
		for _, child := range t.s.Children(t.id) {
			child.decline() // this node's person plays on nowhere, whatever was accepted before
		}
		t.s.logFailure(t, t.r.Retire(now))
		return
	}
	if c := t.r.Table().Continuation(); c != nil && t.r.Called() {
		if _, ok := t.s.cfg.Newcomer(t.caller, *c); ok && !t.s.playsOn(c.Parent) { // it was restarted before it had accepted
			t.s.Accept(t, func(err error) { t.s.logFailure(t, err) })
		}
	}
	t.tendPromises(now)
	if t.beginsElsewhere() {
		return
	}
	if due := t.r.Due(); len(due) > 0 && !t.calling {
		if c, err := t.r.AfterHandovers(due); err == nil && t.attempt(&c, due) && t.r.Opens(c) && t.r.AgreedTo(c) {
			t.callHandover(c)
		}
	}
	for _, child := range t.s.Children(t.id) {
		st, c := child.Snapshot(), *child.Snapshot().Table().Continuation()
		if st.Withdrawn() && c.Carry.Hands == len(t.r.Table().Results()) && t.r.Changes(c) {
			t.r.PutOff(missingKeys(st)) // nobody waits for it any longer
		}
		if !st.Called() {
			continue
		}
		switch {
		case t.r.Consents(c) && recants(t.r.Table(), c) != nil:
			child.decline()
		case st.Ready() && t.opened(st, c) && t.r.AgreedTo(c): // all are there to sign
			t.s.Accept(child, func(err error) { t.s.logFailure(child, err) })
		}
	}
}

// opened reports whether whoever begins a continuation has accepted it, or is this node.
func (t *Table) opened(child *Snapshot, c record.Continuation) bool {
	opener := t.r.OpenerOf(c)
	return t.r.Opens(c) || opener >= 0 && !slices.Contains(missingKeys(child), t.terms.Seats[opener].Key)
}

// missingKeys lists the players of a continuation who have not accepted it.
func missingKeys(child *Snapshot) (missing []record.Key) {
	if child.Table().Step() > 0 {
		return nil
	}
	for _, seat := range child.Table().Missing() {
		missing = append(missing, child.Table().Terms().Seats[seat].Key)
	}
	return missing
}

// give stores who is to take the seat of this node's person or, with given, that it has
// changed hands.
func (t *Table) give(given bool, now time.Time) error {
	own, changed := t.r.Gives(given)
	if !changed {
		return nil
	}
	if err := t.s.cfg.Store.PutHandovers(t.id, t.s.lasting(own)); err != nil {
		return err
	}
	t.r.SetHandovers(own, now)
	return nil
}

// A promise is a continuation in which seats change hands, since when this node has accepted
// it: zero if it is the one to begin it and has been restarted since. left is when this node
// heard that the one who begins it has left the parent, zero if that one has not.
type promise struct {
	child       *Table
	since, left time.Time
}

// Whoever begins a continuation in which seats change hands does so within BeginTime after it
// has accepted it, or leaves it. The others wait longer before they leave it, so that what
// was signed in time reaches a slow one. LostTime is how long they wait for one who is gone.
const (
	BeginTime = 15 * time.Second
	LeaveTime = 30 * time.Second
	LostTime  = 90 * time.Second
)

// promise keeps this node from signing anything at the table, before it accepts a
// continuation in which seats change hands.
func (t *Table) promise(child *Table, c record.Continuation, done func(error)) {
	t.Do(func(r *replica.Replica, now time.Time) error {
		if err := recants(r.Table(), c); err != nil {
			return err
		}
		if !r.Stays() || slices.ContainsFunc(t.promised, func(p promise) bool { return p.child == child }) {
			return nil // a newcomer, who watches, has nothing to promise
		}
		if len(t.promised) > 0 || !r.AgreedTo(c) {
			return replica.ErrChanging
		}
		t.promised = append(t.promised, promise{child: child, since: now})
		r.Promise(true, nil, now)
		return nil
	}, done)
}

// recallPromises finds what a loaded table had promised before.
func (t *Table) recallPromises() {
	for _, child := range t.s.Children(t.id) {
		st := child.Snapshot()
		c := *st.Table().Continuation()
		if !st.Accepted() || st.InPlay() || !t.r.Changes(c) {
			continue
		}
		p := promise{child: child}
		if !t.r.Opens(c) {
			p.since = t.s.now()
		}
		t.promised = append(t.promised, p)
	}
	t.r.Promise(len(t.promised) > 0, nil, t.s.now())
}

// tendPromises leaves continuations that have come to nothing, and ends promises once their
// continuations have begun, or this node has left them. It signs nothing here before that:
// otherwise it could still be drawn into one that begins after all.
func (t *Table) tendPromises(now time.Time) {
	t.promised = slices.DeleteFunc(t.promised, func(p promise) bool {
		st := p.child.Snapshot()
		if !st.InPlay() && !st.Stays() {
			t.r.PutOff(missingKeys(st))
			return true
		}
		return st.InPlay()
	})
	var overdue []int
	for i := range t.promised {
		p := &t.promised[i]
		c := *p.child.Snapshot().Table().Continuation()
		opener := t.r.OpenerOf(c)
		switch {
		case t.lapsed(*p, now):
			p.child.decline()
		case t.r.Opens(c) || !t.r.Table().HasLeft(opener):
		case p.left.IsZero():
			p.left = now
		case now.Sub(p.left) >= LeaveTime:
			overdue = append(overdue, opener)
		}
	}
	t.r.Promise(len(t.promised) > 0, overdue, now)
}

// lapsed reports whether a continuation that this node has accepted has come to nothing. Only
// the one who begins it decides that: nobody else's leave notice ends it for this node.
// Otherwise somebody could part two others, with an acceptance for one and a notice for the
// other.
func (t *Table) lapsed(p promise, now time.Time) bool {
	st := p.child.Snapshot()
	c := *st.Table().Continuation()
	waited, opener := now.Sub(p.since), t.r.OpenerOf(c)
	if t.r.Opens(c) { // by the wall clock: the others wait while this node sleeps, and the monotonic one may stand still
		if waited = now.Round(0).Sub(p.since.Round(0)); waited < 0 {
			waited = BeginTime // it was set back
		}
	}
	switch {
	case recants(t.r.Table(), c) != nil:
		return true
	case t.r.Opens(c):
		return t.r.Stays() && (waited >= BeginTime && (p.since.IsZero() || !t.r.Halts()) || len(st.Table().Notices()) > 0 || !t.r.StillAgreed(c))
	case st.Table().HasLeft(p.child.terms.SeatOf(t.terms.Seats[opener].Key)):
		return true
	case t.r.Table().HasLeft(opener):
		return false // it has begun, and its node may be restarting
	case t.r.Halts():
		return false // no hand waits for it, and the same could not be called for again
	}
	online, _ := t.r.Online(opener)
	return waited >= LeaveTime && online || waited >= LostTime
}

// beginsElsewhere reports whether a seat has left this table that may have done so to begin
// a continuation that this node has accepted. Its node may be restarting just now: nobody
// goes on without it before people say so.
func (t *Table) beginsElsewhere() bool {
	tb := t.r.Table()
	return len(tb.Notices()) > 0 && slices.ContainsFunc(t.s.Children(t.id), func(child *Table) bool {
		st := child.Snapshot()
		return st.Accepted() && !st.InPlay() && !st.Declined() && slices.ContainsFunc(child.terms.Seats, func(s table.Seat) bool {
			seat := t.terms.SeatOf(s.Key)
			return seat >= 0 && tb.HasLeft(seat)
		})
	})
}

// attempt makes a continuation in which seats change hands another one than those that have
// come to nothing: none of these can be called for again. It reports false while one of them may
// still begin, and if there have been too many.
func (t *Table) attempt(c *record.Continuation, due []replica.Handover) bool {
	for ; c.Attempt <= record.MaxAttempt; c.Attempt++ {
		id, err := record.ContinuationID(*c)
		if err != nil {
			return false
		}
		if child := t.s.Table(id); child != nil && !child.Snapshot().Declined() {
			return false
		} else if child == nil && !t.s.Archived(id) {
			return true
		}
	}
	t.r.GiveUp(due)
	return false
}

// callHandover calls for the continuation in which seats change hands, unless this node has
// no seat in it: then the others have to. The child is accepted with the next tick.
func (t *Table) callHandover(c record.Continuation) {
	if len(t.r.Keeps(c)) == 0 {
		return
	}
	t.calling = true
	t.s.cfg.Scheduler.Go(func() {
		t.s.Call(t, c, func(_ *Table, err error) {
			t.s.logFailure(t, err)
			t.post(job{always: true, do: func(time.Time) error {
				t.calling = false
				return nil
			}})
		})
	})
}

func (s *Session) logFailure(t *Table, err error) {
	if err != nil {
		s.cfg.Log.Warn("a seat changes hands", "table", t.id.Short(), "err", err)
	}
}

// meet tells a continuation that has not begun which of its seats are newcomers', because
// their keys have no seat at its parent. If this node does not have the parent, it is a
// newcomer itself, and does not know about others.
func (t *Table) meet() {
	if t.terms.Parent == nil || t.r.InPlay() {
		return
	}
	parent := t.s.Table(t.terms.Parent.Table)
	if parent == nil && t.s.Archived(t.terms.Parent.Table) {
		return
	}
	var newcomers []int
	for i, seat := range t.terms.Seats {
		own := slices.ContainsFunc(t.r.Seats(), func(o *replica.LocalSeat) bool { return o.Seat() == i })
		if parent == nil && own || parent != nil && parent.terms.SeatOf(seat.Key) < 0 {
			newcomers = append(newcomers, i)
		}
	}
	t.r.SetNewcomers(newcomers)
}

// botSeat returns the seat that a computer player of this node takes over in a
// continuation, if its person has agreed to that player.
func botSeat(st *Snapshot, p record.Player) (own OwnSeat, ok bool) {
	for _, o := range st.OwnHandovers() {
		if o.Player != nil && o.Player.Key == p.Key && len(o.Seed) > 0 {
			return OwnSeat{Seed: bytes.Clone(o.Seed), Bot: o.Strength}, true
		}
	}
	return OwnSeat{}, false
}

// carryHandovers hands on to the next table what this node says about handovers that fit
// there as they are: the same player has the seat, the newcomer's node has none, and nobody
// has left otherwise. What was to be at once was about a hand of the old table. It does so
// only once: after a restart, what has been said at that table since holds.
func (t *Table) carryHandovers(parent *Snapshot) error {
	if t.said {
		return nil
	}
	c := t.r.Table().Continuation()
	left, changed := 0, 0 // how many have left the table otherwise, and how many seats have changed hands
	for _, n := range parent.Table().Notices() {
		switch seat := slices.Index(c.From, parent.Table().Terms().SeatOf(n.Author)); {
		case seat < 0:
			left++
		case t.terms.Seats[seat].Key != n.Author:
			changed++
		}
	}
	var own []replica.OwnHandover
	for _, o := range t.s.lasting(parent.OwnHandovers()) {
		seat := slices.Index(c.From, o.Seat)
		if seat < 0 || c.Players[seat].Key != parent.Table().Terms().Seats[o.Seat].Key || t.terms.SeatOf(o.Node) >= 0 != o.Bot {
			continue
		}
		if o.Now || o.Left < left || o.Left > left+changed {
			continue
		}
		o.Seat, o.Left = seat, 0
		o.Value = t.r.Value(o.Handover)
		own = append(own, o)
	}
	if err := t.s.cfg.Store.PutHandovers(t.id, own); err != nil {
		return err
	}
	t.said = true
	t.r.SetHandovers(own, t.s.now())
	return nil
}

// TakeBack leaves the continuations of a table that have not begun, because this node's
// person no longer wants to play there.
func (s *Session) TakeBack(parent record.Hash) {
	for _, child := range s.Children(parent) {
		child.decline()
	}
}
