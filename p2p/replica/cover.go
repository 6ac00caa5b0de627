package replica

import (
	"slices"
	"time"

	"fives/engine/fork"
	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
)

// At a table with cover, a node votes on the records of seats whose nodes are away
// (engine/SPEC §10, PROTOCOL §5.8).

// CoverAfter is how long a node must be silent before the others act for its seats; a
// person may have them do so after [AwayAfter].
const CoverAfter = 20 * time.Second

// A coverer makes the votes of this node, and its complaints about pieces of hand keys.
type coverer struct {
	t       *table.Table
	seats   *seating
	clock   *clock
	state   *state
	in      *intake
	urged   []int       // seats for which this node's person does not want to wait
	checked record.Hash // the head behind the hand keys whose pieces were looked at
}

// Cover has this node vote now on the records of the seats that the table waits for and
// whose nodes are away, without waiting any longer. It returns these seats.
func (r *Replica) Cover(now time.Time) []int {
	r.clock.set(now)
	seats := r.MayCover()
	r.cover.urged = append(r.cover.urged, seats...)
	r.work()
	return seats
}

// MayCover lists the seats that the table waits for and whose nodes are away, and on whose
// records this node has a vote that it would not give yet.
func (s *state) MayCover() (seats []int) {
	for _, i := range s.t.Undecided() {
		if o, own, ok := s.voter(i); ok && own == nil && !s.voted(o, i) && !s.hurried(i) && !s.t.HasLeft(i) && !s.CoverAt(i).IsZero() {
			seats = append(seats, i)
		}
	}
	return seats
}

// CoverAt is when the others act for a seat that the table waits for, if its node stays
// silent; zero if they do not: it is not away, or nobody can. For one that has left, they
// do not wait.
func (s *state) CoverAt(seat int) time.Time {
	online, _ := s.Online(seat)
	switch left := s.t.HasLeft(seat); {
	case online && !left, !slices.Contains(s.t.Missing(), seat), !s.coverable(seat):
		return time.Time{}
	case left:
		return s.clock.step
	case s.hurried(seat):
		return s.silentSince(seat).Add(AwayAfter)
	}
	return s.silentSince(seat).Add(CoverAfter)
}

// hurried reports whether it is enough that a seat's node is away: it is covered already,
// or another voter does not wait any longer.
func (s *state) hurried(seat int) bool {
	away, _ := s.t.VotesOf(seat)
	return s.t.Covered(seat) || len(away) > 0
}

// coverable reports whether the others can act for a seat: those who have to vote, and have
// not, are here. While one of them is away as well the vote could not end, and the seat
// could not come back without that one.
func (s *state) coverable(seat int) bool {
	away, _ := s.t.VotesOf(seat)
	return s.t.Covering(seat) && !slices.ContainsFunc(s.t.Voters(seat), func(voter int) bool {
		online, _ := s.Online(voter)
		return (!online || s.t.HasLeft(voter)) && !slices.Contains(away, voter)
	})
}

// silentSince is since when this node has not heard of a seat's node. Time in which this
// node did nothing, because it slept, does not count. A time that is still to come was told
// by a clock that was set back since then.
func (s *state) silentSince(seat int) time.Time {
	_, heard := s.Online(seat)
	since := s.clock.woke
	for _, t := range []time.Time{heard, s.clock.started} {
		if t.After(since) && !t.After(s.clock.now) {
			since = t
		}
	}
	return since
}

// silent reports whether a seat's node has been away for so long that the others act for it.
func (s *state) silent(seat int) bool {
	online, _ := s.Online(seat)
	return !online && s.clock.now.Sub(s.silentSince(seat)) >= CoverAfter
}

// work makes the votes that are due on records of the running step, one for each seat.
// What it makes is stored before it is sent, like everything else.
func (c *coverer) work() {
	if !c.t.Terms().Cover || c.state.held {
		return
	}
	c.complain()
	c.urged = slices.DeleteFunc(c.urged, func(seat int) bool { // what was said was about this absence
		online, _ := c.state.Online(seat)
		return online
	})
	for _, about := range c.t.Undecided() {
		o, own, ok := c.state.voter(about)
		if !ok || c.state.voted(o, about) {
			continue
		}
		switch {
		case own != nil:
			if away, _ := c.t.VotesOf(about); len(away) > 0 {
				c.show(o, about, *own)
			}
		case c.due(about):
			c.away(o, about)
		}
	}
}

// voter is the seat with which this node votes on the record of a seat, and that record,
// nil if this node does not have it.
func (s *state) voter(about int) (o *LocalSeat, own *record.Record, ok bool) {
	if s.t.Stopped() || !s.t.Covering(about) {
		return nil, nil, false
	}
	voters := s.t.Voters(about)
	i := slices.IndexFunc(s.seats.local, func(o *LocalSeat) bool { return slices.Contains(voters, o.seat) && !o.Left })
	if i < 0 {
		return nil, nil, false
	}
	return s.seats.local[i], s.t.Own(about), true
}

func (s *state) voted(o *LocalSeat, about int) bool {
	away, here := s.t.VotesOf(about)
	return slices.Contains(away, o.seat) || slices.Contains(here, o.seat)
}

// due reports whether this node has waited long enough for a seat: at once if the seat has
// left, is covered already, or another node does not wait any longer.
func (c *coverer) due(about int) bool {
	if !c.state.coverable(about) || !c.state.Ready() {
		return false
	}
	if c.t.HasLeft(about) {
		return true
	}
	online, _ := c.state.Online(about)
	return !online && (c.state.hurried(about) || slices.Contains(c.urged, about) || c.state.silent(about))
}

// away votes that a seat is away.
func (c *coverer) away(o *LocalSeat, about int) {
	rec, err := seat.Away(c.t, o.seat, about, o.Key, o.Hand, c.state.rand)
	c.give(rec, err)
}

// show votes that a seat is here, with its record.
func (c *coverer) show(o *LocalSeat, about int, own record.Record) {
	rec, err := seat.Here(c.t, o.seat, about, c.t.Step(), o.Key, own)
	c.give(rec, err)
}

// give takes in a vote that this node has made, or notes why it could not.
func (c *coverer) give(rec record.Record, err error) {
	if err == nil {
		err = c.in.own(rec)
	}
	if err != nil {
		c.in.out.addNote(Note{Stuck: err})
	}
}

// answer shows a peer the records of a step that is complete here, and on which the peer
// has voted. What it lacks else, it is sent as always.
func (c *coverer) answer(l *link) {
	h := l.said
	if len(h.Ballots) == 0 || h.Step >= c.t.Step() || c.seats.of(l.node) == 0 {
		return
	}
	then, err := fork.New(c.t, h.Step)
	if err != nil {
		return
	}
	for _, b := range h.Ballots {
		if rec, ok := c.shown(then.Table(), int(b.About)); b.Away != 0 && ok && !c.isShown(h.Step, b.About) {
			c.in.out.addMessage(l.peer, Message{Records: []record.Record{rec}})
		}
	}
}

// isShown reports whether the log has a vote that shows a seat's record of a complete step,
// which is sent like all records.
func (c *coverer) isShown(step, about uint64) bool {
	return slices.ContainsFunc(c.t.Heres(step), func(r record.Record) bool {
		p, err := r.Peek()
		return err == nil && p.About[0] == about
	})
}

// shown makes this node's vote on a record of a step that is complete, as the table then
// was. The same comes of it each time.
func (c *coverer) shown(then *table.Table, about int) (rec record.Record, ok bool) {
	if about < 0 || about >= len(c.t.Terms().Seats) || !then.Covering(about) {
		return rec, false
	}
	voters := then.Voters(about)
	own := c.t.OwnAt(then.Step(), about)
	for _, o := range c.seats.local {
		if own != nil && slices.Contains(voters, o.seat) && !o.Left {
			rec, err := seat.Here(c.t, o.seat, about, then.Step(), o.Key, *own)
			return rec, err == nil
		}
	}
	return rec, false
}

// complain looks, once in a hand, at the pieces of hand keys that this node holds, and
// complains of those that are false.
func (c *coverer) complain() {
	step, ok := c.t.KeyStep()
	if !ok || c.t.Step() != step+1 || c.checked == c.t.Head() {
		return
	}
	c.checked = c.t.Head()
	for _, rec := range c.t.Records(step) {
		about := c.t.Terms().SeatOf(rec.Author)
		for _, o := range c.seats.local {
			if !slices.Contains(c.t.Holders(about), o.seat) {
				continue
			}
			if made, ok := seat.Complain(c.t, o.seat, about, step, o.Key, o.Hand, rec, c.state.rand); ok {
				c.in.arrive(nil, made)
			}
		}
	}
}

// shows takes in the record that a vote shows.
func (in *intake) shows(l *link, rec record.Record) {
	if p, err := rec.Peek(); err != nil || p.Kind != record.KindHere {
		return
	}
	if shown, p, err := in.t.Shows(rec); err == nil && p.Step == in.t.Step() && in.t.OwnAt(p.Step, in.t.Terms().SeatOf(shown.Author)) == nil {
		in.arrive(l, shown)
	}
}
