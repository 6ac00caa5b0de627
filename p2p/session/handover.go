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
	var before []*Table
	t.Do(func(r *replica.Replica, now time.Time) error {
		before = t.consents()
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
		for _, child := range before {
			if err == nil && !r.Consents(*child.Snapshot().Table().Continuation()) {
				child.decline(func() bool { return child.s.closes(child) })
			}
		}
		return err
	}, done)
}

// consents lists the continuations of a table in which seats change hands with the consent of
// this node's person, and that have not begun here.
func (t *Table) consents() []*Table {
	return slices.DeleteFunc(t.s.Children(t.id), func(child *Table) bool {
		st := child.Snapshot()
		return st.InPlay() || !t.r.Consents(*st.Table().Continuation())
	})
}

// decline leaves a continuation that has not begun, because this node's person does not
// want it. unless, if it is not nil, is asked in that turn whether it is too late for that.
func (t *Table) decline(unless func() bool) {
	t.Do(func(r *replica.Replica, now time.Time) error {
		if r.InPlay() || unless != nil && unless() {
			return nil
		}
		return r.Retire(now)
	}, func(err error) { t.s.logFailure(t, err) })
}

// lasting returns the words that are stored.
func (s *Session) lasting(own []replica.OwnHandover) []replica.OwnHandover {
	return slices.DeleteFunc(slices.Clone(own), func(o replica.OwnHandover) bool { return o.Asks && o.Node != s.self })
}

// tendHandovers calls for the continuation in which seats change hands, if that is due, and
// accepts those that others have called for, if this node's person has agreed to what they
// change. It leaves one that comes too late, because the hand that it would give up has
// begun. One for which this node still lacks receipts waits.
func (t *Table) tendHandovers(now time.Time) {
	gives := t.r.HandedOver()
	if err := t.give(gives, now); err != nil {
		t.s.logFailure(t, err)
		return
	}
	if gives {
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
		if c, err := t.r.AfterHandovers(due); err == nil {
			t.callHandover(c)
		}
	}
	for _, child := range t.s.Children(t.id) {
		st := child.Snapshot()
		if !st.Called() {
			continue
		}
		switch c := *st.Table().Continuation(); {
		case t.r.Late(c), t.r.Consents(c) && recants(t.r.Table(), c) != nil:
			child.decline(nil)
		case t.r.AgreedTo(c):
			t.s.Accept(child, func(err error) { t.s.logFailure(child, err) })
		}
	}
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

// promise keeps this node from signing anything that would settle the running hand, before
// it accepts a continuation in which seats change hands. It fails if the node has signed
// the end already.
func (t *Table) promise(child *Table, c record.Continuation, done func(error)) {
	t.Do(func(r *replica.Replica, now time.Time) error {
		if err := recants(r.Table(), c); err != nil {
			return err
		}
		if !slices.Contains(t.promised, child) {
			t.promised = append(t.promised, child)
		}
		r.Promise(true, now)
		return nil
	}, done)
}

// recallPromises finds what a loaded table had promised before.
func (t *Table) recallPromises() {
	for _, child := range t.s.Children(t.id) {
		st := child.Snapshot()
		if st.Accepted() && !st.InPlay() && !st.Declined() && t.r.Changes(*st.Table().Continuation()) {
			t.promised = append(t.promised, child)
		}
	}
	t.r.Promise(len(t.promised) > 0, t.s.now())
}

// tendPromises ends promises once their continuations have begun or come to nothing. It
// leaves a continuation that cannot begin any more, and one for which the end of the hand
// has waited for [replica.HandoverTime].
func (t *Table) tendPromises(now time.Time) {
	t.promised = slices.DeleteFunc(t.promised, func(child *Table) bool {
		st := child.Snapshot()
		return st.InPlay() || st.Declined()
	})
	t.r.Promise(len(t.promised) > 0, now)
	switch {
	case len(t.promised) == 0 || !t.r.Ending():
		t.ending = time.Time{}
	case t.ending.IsZero() || now.Before(t.ending):
		t.ending = now
	}
	late := !t.ending.IsZero() && now.Sub(t.ending) >= replica.HandoverTime
	if late {
		t.ending = now
		t.r.PutOff()
	}
	for _, child := range t.promised {
		if late || recants(t.r.Table(), *child.Snapshot().Table().Continuation()) != nil {
			child.decline(func() bool { return t.s.closes(child) })
		}
	}
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

// callHandover calls for the continuation in which seats change hands, unless this node has
// no seat in it: then the others have to. The child is accepted with the next tick.
func (t *Table) callHandover(c record.Continuation) {
	if len(t.r.Keeps(c)) == 0 {
		return
	}
	if id, err := record.ContinuationID(c); err != nil || t.s.Table(id) != nil || t.s.Archived(id) {
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

// carryHandovers hands on to the next table what this node says about handovers of seats
// that have not changed hands, to nodes that have no seat there. It does so only once:
// after a restart, what has been said at that table since holds.
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
		if o.Left < left || o.Left > left+changed {
			continue
		}
		o.Seat, o.Left = seat, 0
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
		child.decline(nil)
	}
}
