package session

import (
	"bytes"
	"slices"
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
)

// ChangeHandovers has f say what this node says of the table's handovers from now on, durably.
// f gets what it says now, which it must not change. What a newcomer asks at this node's door
// is not stored: the newcomer asks again.
func (t *Table) ChangeHandovers(f func(s *replica.Replica, own []replica.OwnHandover) ([]replica.OwnHandover, error), done func(error)) {
	t.Do(func(r *replica.Replica, now time.Time) error {
		own, err := f(r, slices.Clone(r.Told()))
		if err == nil && len(own) > replica.MaxWords {
			err = replica.ErrHandovers
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

// lasting are the words that are stored.
func (s *Session) lasting(own []replica.OwnHandover) []replica.OwnHandover {
	return slices.DeleteFunc(slices.Clone(own), func(o replica.OwnHandover) bool { return o.Asks && o.Node != s.self })
}

// tendHandovers calls for the continuation in which seats change hands, if that is due, and
// accepts those that others have called for, if this node's person has agreed to what they
// change. One that has come too late is left: the hand that it would give up has begun.
func (t *Table) tendHandovers() {
	if due := t.r.Due(); len(due) > 0 && !t.calling {
		if c, err := t.r.Handed(due); err == nil {
			t.hand(c)
		}
	}
	for _, child := range t.s.Children(t.id) {
		st := child.Snapshot()
		if !st.Called() {
			continue
		}
		switch agreed, timely := t.r.AgreedTo(*st.Table().Continuation()); {
		case agreed && timely:
			t.s.Accept(child, func(err error) { t.s.logFailure(child, err) })
		case agreed:
			child.Do(func(r *replica.Replica, now time.Time) error { return r.Retire(now) }, func(err error) { t.s.logFailure(child, err) })
		}
	}
}

// hand calls for the continuation in which seats change hands. Its child is accepted with the
// next tick.
func (t *Table) hand(c record.Continuation) {
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

// botSeat is the seat that a computer player of this node takes over in a continuation, if it
// is one that its person has agreed to.
func botSeat(st *Snapshot, p record.Player) (own OwnSeat, ok bool) {
	for _, o := range st.Told() {
		if o.Player != nil && o.Player.Key == p.Key && len(o.Seed) > 0 {
			return OwnSeat{Seed: bytes.Clone(o.Seed), Bot: o.Strength}, true
		}
	}
	return OwnSeat{}, false
}

// carryHandovers hands on what this node says of handovers to the table that goes on: of
// seats that have not changed hands, and of nodes that have none there.
func (t *Table) carryHandovers(parent *Snapshot) error {
	c := t.r.Table().Continuation()
	var own []replica.OwnHandover
	for _, o := range t.s.lasting(parent.Told()) {
		seat := slices.Index(c.From, o.Seat)
		if seat < 0 || c.Players[seat].Key != parent.Table().Terms().Seats[o.Seat].Key || t.terms.SeatOf(o.Node) >= 0 != o.Bot {
			continue
		}
		o.Seat = seat
		own = append(own, o)
	}
	if err := t.s.cfg.Store.PutHandovers(t.id, own); err != nil {
		return err
	}
	t.r.SetHandovers(own, t.s.now())
	return nil
}
