package session

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
)

// MaxCalls bounds the continuations of one table that one node has called for and this
// node's person has not answered.
const MaxCalls = 4

// Errors of Call, Accept and Called.
var (
	ErrPlayed  = errors.New("session: that table has been played to its end")
	errLapsed  = errors.New("session: it was not begun in time, or people do not want it any more")
	errUnasked = errors.New("session: a continuation that does not follow from this node's log")
)

// A RecantError says that a continuation must not be signed, because some of its seats have
// receipted a later hand and not everybody agrees (engine/SPEC §5.3).
type RecantError struct {
	Table record.Hash // that it goes on from
	Seats []int       // of that table
	Hand  int
}

func (e *RecantError) Error() string {
	return fmt.Sprintf("session: it goes back behind hand %d, which seats %v signed", e.Hand, e.Seats)
}

// recants returns a [RecantError] if a continuation of a table must not be signed.
func recants(t *table.Table, c record.Continuation) error {
	if seats, hand := t.GoingBack(c); seats != nil {
		return &RecantError{Table: t.ID(), Seats: seats, Hand: hand}
	}
	return nil
}

// Children lists the continuations of a table that are in memory.
func (s *Session) Children(parent record.Hash) []*Table {
	return slices.DeleteFunc(s.Tables(), func(t *Table) bool { return t.terms.Parent == nil || t.terms.Parent.Table != parent })
}

// Rematch reports whether a continuation is a new game among the same seats, because the
// game that it goes on from is over.
func (t *Table) Rematch() bool {
	if t.terms.Parent == nil {
		return false
	}
	parent := t.s.Table(t.terms.Parent.Table)
	return parent != nil && parent.Snapshot().Table().Over() || t.s.Archived(t.terms.Parent.Table)
}

// Parent finds the table that another one goes on from, in the archive too. done is called
// with nil if this node does not have it.
func (s *Session) Parent(t *Table, done func(*Table, error)) {
	if t.terms.Parent == nil {
		done(nil, nil)
		return
	}
	s.Find(t.terms.Parent.Table, done)
}

// Before lists the earlier tables of the game, the newest first, as far as this node knows;
// a newcomer was told about them at the door.
func (t *Table) Before() []record.Hash {
	p := t.terms.Parent
	if p == nil || p.Carry.Hands == 0 { // a game begins there
		return nil
	}
	list := append([]record.Hash{p.Table}, t.before...)
	return list[:min(len(list), MaxBefore)]
}

// Call finds or makes the table that goes on from another one as c describes.
func (s *Session) Call(from *Table, c record.Continuation, done func(*Table, error)) {
	own := ownSeats(from, c)
	if len(own) == 0 {
		done(nil, ErrNoSeat)
		return
	}
	id, err := record.ContinuationID(c)
	if err == nil && s.Archived(id) {
		err = ErrPlayed
	}
	if err != nil {
		done(nil, err)
		return
	}
	s.child(c, own, nil, done)
}

// child makes the table of a continuation, unless it exists already. caller is the node
// that has called for it, nil for this one.
func (s *Session) child(c record.Continuation, own map[record.Key]OwnSeat, caller *record.Key, done func(*Table, error)) {
	b := birth{genesis: replica.Genesis{Continuation: &c}, seats: own, caller: caller}
	b.asks = true // a restored home may have signed in it before
	t, err := b.genesis.Table(s.cfg.Games)
	if err != nil {
		done(nil, err)
		return
	}
	if known := s.Table(t.ID()); known != nil {
		done(known, nil)
		return
	}
	s.create(b, t, func(t *Table, _ bool, err error) { done(t, err) })
}

// ownSeats returns the seats that this node, which has one at the parent, has at a
// continuation.
func ownSeats(parent *Table, c record.Continuation) map[record.Key]OwnSeat {
	own, st, before := map[record.Key]OwnSeat{}, parent.Snapshot(), parent.Before()
	for _, o := range st.Keeps(c) {
		s := OwnSeat{Before: before}
		if o.Bot != nil {
			s.Bot, s.Seed = o.Bot.Name, bytes.Clone(o.Key.Seed())
		}
		own[record.KeyOf(o.Key)] = s
	}
	for _, p := range c.Players {
		if s, ok := botSeat(st, p); ok {
			s.Before = before
			own[p.Key] = s
		}
	}
	return own
}

// Accept gives this node's consent to a continuation, durably. It fails with a
// [RecantError] if hands have been receipted since it was called for.
func (s *Session) Accept(t *Table, done func(error)) {
	c := *t.Snapshot().Table().Continuation()
	s.Parent(t, func(parent *Table, err error) {
		switch {
		case err != nil:
			done(err)
		case parent == nil:
			t.accept(done)
		case !parent.Snapshot().Changes(c) || s.Table(c.Parent) != parent: // or it is in the archive
			if err := recants(parent.Snapshot().Table(), c); err != nil {
				done(err)
				return
			}
			t.accept(done)
		default:
			parent.promise(t, c, func(err error) {
				if err != nil {
					done(err)
					return
				}
				t.accept(done)
			})
		}
	})
}

// accept gives this node's consent to a continuation for which all is in order.
func (t *Table) accept(done func(error)) {
	t.Do(func(r *replica.Replica, now time.Time) error {
		if r.Called() {
			if err := t.keepCall(true); err != nil {
				return err
			}
		}
		r.Accept(now)
		return nil
	}, done)
}

// keepCall stores who has called for a continuation, and whether this node's person has
// agreed: a call stands until the table begins, even after a restart.
func (t *Table) keepCall(accepted bool) error {
	if err := t.s.cfg.Store.PutCall(t.id, Call{Caller: t.caller, Accepted: accepted}); err != nil {
		return fmt.Errorf("session: the call could not be stored: %w", err)
	}
	return nil
}

// loadCall takes up what keepCall stored.
func (t *Table) loadCall() error {
	if t.r.InPlay() {
		return nil
	}
	c, err := t.s.cfg.Store.Call(t.id)
	if err != nil {
		return err
	}
	t.caller = c.Caller
	if c.Accepted {
		t.r.Accept(t.s.now())
	}
	t.publish()
	return nil
}

// TakeCall takes in a continuation that another node has called for. It keeps it, but does
// not accept it, which is for a person to do; a person who has asked for the very seat that
// this node takes over in it has accepted it already.
func (s *Session) TakeCall(from record.Key, c record.Continuation, done func(*Table, error)) {
	if own, ok := s.cfg.Newcomer(from, c); ok {
		s.inTurn(func() { s.takeOver(from, c, own, done) })
		return
	}
	judge := func(parent *Table, err error) {
		if err == nil {
			err = s.judgeCall(parent, from, c)
		}
		if err != nil {
			done(nil, err)
			return
		}
		s.child(c, ownSeats(parent, c), &from, done)
	}
	if parent := s.Table(c.Parent); parent != nil {
		s.inTurn(func() { judge(parent, nil) })
	} else if !s.Recall(c.Parent, from, judge) { // a game that was over when this node started
		judge(nil, nil)
	}
}

// takeOver makes the table of a continuation in which this node's person takes a seat over,
// and accepts it.
func (s *Session) takeOver(from record.Key, c record.Continuation, own map[record.Key]OwnSeat, done func(*Table, error)) {
	if s.playsOn(c.Parent) {
		done(nil, errUnasked)
		return
	}
	s.child(c, own, &from, func(t *Table, err error) {
		if err != nil {
			done(nil, err)
			return
		}
		s.Accept(t, func(err error) { done(t, err) })
	})
}

// playsOn reports whether this node plays, or has played, a continuation of a table: nobody
// may play two (engine/SPEC §9.1). If it had a seat at that table, it has left it; a
// newcomer had none.
func (s *Session) playsOn(parent record.Hash) bool {
	for _, d := range s.Archive() {
		if d.Parent != nil && *d.Parent == parent {
			return true
		}
	}
	return slices.ContainsFunc(s.Children(parent), func(t *Table) bool {
		st := t.Snapshot()
		return st.InPlay() || st.Played() || s.closes(t)
	})
}

// judgeCall returns why a call for a continuation is refused.
func (s *Session) judgeCall(parent *Table, from record.Key, c record.Continuation) error {
	if parent == nil || !parent.Seats(from) {
		return errors.New("session: a continuation of another table")
	}
	calls := slices.DeleteFunc(s.Children(c.Parent), func(t *Table) bool {
		st := t.Snapshot()
		return !st.Called() || st.Caller != from
	})
	if len(calls) >= MaxCalls {
		return errors.New("session: too many continuations of one table")
	}
	if id, err := record.ContinuationID(c); err != nil {
		return err
	} else if forgotten, err := s.cfg.Store.GivenUp(id); err != nil || forgotten {
		return cmp.Or(err, errUnasked)
	}
	st := parent.Snapshot()
	if tb := st.Table(); !st.InPlay() || tb.CheckContinuation(c) != nil || hasGuilty(tb, c) || recants(tb, c) != nil || len(st.Keeps(c)) == 0 {
		return errUnasked
	}
	return nil
}

// hasGuilty reports whether a continuation has a seat of whose fault there is proof.
func hasGuilty(t *table.Table, c record.Continuation) bool {
	return slices.ContainsFunc(t.Faults(), func(f *table.Fault) bool {
		return slices.ContainsFunc(c.Players, func(p record.Player) bool { return p.Key == t.Terms().Seats[f.Seat].Key })
	})
}

// tendFamily begins a continuation that everybody has accepted: before it begins, this node
// durably leaves the parent and the parent's other continuations. But if the parent was
// played on, and a hand was receipted that the continuation would undo, this node leaves
// the continuation instead.
func (t *Table) tendFamily() {
	t.meet()
	if t.r.AwaitsRelease() && t.s.mayClose(t) {
		c := &closing{t: t, of: *t.r.Table().Continuation()}
		t.s.cfg.Scheduler.Go(c.start)
	}
}

// A closing makes this node leave the family of a continuation, and then begins the
// continuation. Only one family is closed at a time: two continuations that could both
// begin would otherwise leave each other.
type closing struct {
	t      *Table
	of     record.Continuation
	parent *Table // nil if there is none here
}

// mayClose reports whether a table may close its family, because no other one does.
func (s *Session) mayClose(t *Table) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing != nil {
		return false
	}
	s.closing = t
	return true
}

// closes reports whether the family of a continuation is being left for it.
func (s *Session) closes(t *Table) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closing == t
}

func (c *closing) start() {
	s := c.t.s
	s.Find(c.of.Parent, func(parent *Table, err error) {
		if err != nil {
			c.end(fmt.Errorf("session: reading the table that is continued: %w", err))
			return
		}
		family := slices.DeleteFunc(s.Children(c.of.Parent), func(u *Table) bool { return u == c.t })
		if parent != nil {
			c.parent, family = parent, append([]*Table{parent}, family...)
		}
		c.leave(family)
	})
}

// leave makes this node leave the tables of the family, one after the other, and then
// begins the continuation.
func (c *closing) leave(family []*Table) {
	if len(family) == 0 {
		c.t.Do(func(r *replica.Replica, now time.Time) error {
			if c.parent != nil {
				if err := c.t.carryHandovers(c.parent.Snapshot()); err != nil {
					return err
				}
			}
			r.Release(now)
			return nil
		}, c.end)
		return
	}
	u := family[0]
	var late error
	u.Do(func(r *replica.Replica, now time.Time) error {
		if u.id == c.of.Parent && r.Stays() {
			late = c.tooLate(u, now)
		}
		if late != nil {
			return nil
		}
		return r.Retire(now)
	}, func(err error) {
		switch {
		case err != nil:
			c.end(err)
		case late != nil:
			c.t.s.cfg.Log.Warn("a continuation is left", "table", c.t.id.Short(), "why", late)
			c.t.Do(func(r *replica.Replica, now time.Time) error { return r.Retire(now) }, c.end)
		default:
			c.leave(family[1:])
		}
	})
}

// tooLate returns why a continuation must not begin any more, given its parent: it undoes a
// receipted hand, or seats change hands in it, this node was to begin it, and the time for
// that is over. The others follow the one who begins.
func (c *closing) tooLate(parent *Table, now time.Time) error {
	if err := recants(parent.r.Table(), c.of); err != nil {
		return err
	}
	if tb := parent.r.Table(); tb.Over() && tb.CheckContinuation(c.of) != nil {
		return ErrPlayed // its last hand was settled at the same moment
	}
	i := slices.IndexFunc(parent.promised, func(p promise) bool { return p.child == c.t })
	if i >= 0 && parent.r.Opens(c.of) && parent.lapsed(parent.promised[i], now) {
		return errLapsed
	}
	return nil
}

// end notes that the family is closed, or could not be closed. After a failure it is tried
// again.
func (c *closing) end(err error) {
	s := c.t.s
	if err != nil {
		s.cfg.Log.Error("beginning a continued table", "table", c.t.id.Short(), "err", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closing = nil
}
