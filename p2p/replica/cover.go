package replica

import (
	"cmp"
	"errors"
	"math/bits"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
)

// At a table with cover, a node votes on the records of seats whose nodes are away
// (engine/SPEC §10, PROTOCOL §5.8).

// How long a node must be silent before the others act for its seats.
const (
	CoverAfter = 20 * time.Second
	// DealAfter takes the place of CoverAfter in the steps before the cards: missing one of
	// them costs the whole hand, and phones lock while people read the result of the last
	// one.
	DealAfter = 60 * time.Second
)

// ThinkFor is how long nobody asks who hears a player whose move the table waits for, if it has no
// turn limit.
const ThinkFor = 3 * time.Minute

// A coverer makes the votes of this node, and its complaints about pieces of hand keys.
type coverer struct {
	t     *table.Table
	seats *seating
	clock *clock
	state *state
	in    *intake
	urged []int         // seats that this node's person does not want to wait for,
	hand  int           // in this hand
	shown *shownRecords // what was shown last from a complete step
}

// Cover makes this node vote now, without waiting any longer, on the absent seats that the
// table waits for. It returns these seats.
func (r *Replica) Cover(now time.Time) []int {
	r.clock.set(now)
	r.Act()
	seats := r.MayCover()
	r.cover.urged = append(r.cover.urged, seats...)
	r.work()
	return seats
}

// MayCover lists the absent seats that the table waits for and this node could vote on sooner.
func (s *state) MayCover() (seats []int) {
	for _, i := range s.t.Undecided() {
		_, wait := s.patience(i, false)
		_, least := s.patience(i, true)
		if o, own, ok := s.voter(i); ok && own == nil && !s.voted(o, i) && least < wait && !s.CoverAt(i).IsZero() {
			seats = append(seats, i)
		}
	}
	return seats
}

// CoverAt returns when the others will act for a seat that the table waits for if its node
// stays silent, and zero if they will not, because it is not away or nobody can cover it. Nobody
// votes on a step before it has begun, however long the node has been silent by then.
func (s *state) CoverAt(seat int) time.Time {
	if s.here(seat) || !slices.Contains(s.t.Missing(), seat) || !s.coverable(seat) {
		return time.Time{}
	}
	since, wait := s.patience(seat, false)
	at := since.Add(wait)
	if begun := s.begun(); begun.After(at) {
		return begun
	}
	return at
}

// here reports whether a seat's node is online, and the seat can deliver what it owes.
func (s *state) here(seat int) bool {
	online, _ := s.Online(seat)
	return online && !s.gone(seat)
}

// gone reports whether nobody needs to wait for a seat, because it has left or says that it
// cannot go on in this hand.
func (s *state) gone(seat int) bool { return s.t.HasLeft(seat) || s.Lacking(seat) }

// patience returns since when, and how long, this node waits for a seat that does not
// deliver what it owes. It waits longer before the cards. There nothing of the hand before
// makes the wait shorter, and nobody else's impatience cuts it below 20 s: otherwise one
// voter could deal out everybody whose screen locks. A step that is owed again was made so
// by votes of its own absent seats, so nothing that they or others say makes it shorter:
// otherwise two nodes could make such steps without end.
func (s *state) patience(seat int, urged bool) (since time.Time, wait time.Duration) {
	kind := s.t.Pending().Kind
	dealing := kind == record.KindSeal || kind == record.KindKey
	if wait = CoverAfter; dealing {
		wait = DealAfter
	}
	silent, step := s.silentSince(seat), s.begun()
	switch {
	case s.gone(seat) && s.t.OwedAgain():
		return step, wait
	case s.gone(seat):
		return step, 0
	case s.t.OwedAgain():
		return s.latest(silent, step), wait
	case urged, !dealing && (s.t.Covered(seat) || s.hurried(seat)):
		return silent, AwayAfter
	case s.hurried(seat):
		return silent, CoverAfter
	}
	return silent, wait
}

// hurried reports whether another voter has said that a seat is away. A voter that was
// wrong about that before does not count.
func (s *state) hurried(seat int) bool {
	away, _ := s.t.VotesOf(seat)
	return slices.ContainsFunc(away, func(voter int) bool { return s.FalseVotes(voter) == 0 })
}

// coverable reports whether the others can act for a seat: all who have to vote, and have
// not, are able to, and no other node lacks what it owes in this step. While a voter is away
// the vote could not end, and the seat could not come back without that one. Of two nodes
// only one can be covered: votes on both would make them owe the same again, and one that
// lacks it could not give it then either.
func (s *state) coverable(seat int) bool {
	away, _ := s.t.VotesOf(seat)
	return s.t.Covering(seat) && !slices.ContainsFunc(s.t.Voters(seat), func(voter int) bool {
		return !slices.Contains(away, voter) && !s.mayVote(voter, seat)
	}) && !slices.ContainsFunc(s.t.Undecided(), func(other int) bool {
		return s.seats.node(other) != s.seats.node(seat) && s.Lacking(other)
	})
}

// mayVote reports whether a voter is here, and has what its vote on a seat takes: where that
// is owed shares, a piece of the seat's key.
func (s *state) mayVote(voter, about int) bool {
	online, _ := s.Online(voter)
	gives := s.t.Pending().Kind == record.KindShares && slices.Contains(s.t.Holders(about), voter)
	return online && !s.t.HasLeft(voter) && !(gives && s.Lacking(voter))
}

// silentSince returns since when this node has not heard of a seat's node. Time in which
// this node did nothing, because it slept, does not count. A time in the future comes from
// a clock that has been set back since.
func (s *state) silentSince(seat int) time.Time {
	_, heard := s.Online(seat)
	return s.latest(heard, s.clock.started)
}

// latest returns the latest of some times that are not in the future, or else when this
// node woke up.
func (s *state) latest(times ...time.Time) time.Time {
	since := s.clock.woke
	for _, t := range times {
		if t.After(since) && !t.After(s.clock.now) {
			since = t
		}
	}
	return since
}

// begun returns when the running step has begun for this node.
func (s *state) begun() time.Time { return s.latest(s.clock.started, s.clock.step) }

// silent reports whether a seat's node has been away so long that the others act for it.
func (s *state) silent(seat int) bool {
	online, _ := s.Online(seat)
	return !online && s.clock.now.Sub(s.silentSince(seat)) >= CoverAfter
}

// work makes the votes that are due on records of the running step, one for each seat. Like
// everything else, they are stored before they are sent.
func (c *coverer) work() {
	hand := c.t.HandNumber()
	c.urged = slices.DeleteFunc(c.urged, func(seat int) bool { // the person's wish was about this absence, in this hand
		return hand != c.hand || c.state.here(seat)
	})
	c.hand = hand
	if !c.t.Terms().Covers() || c.state.held || !c.state.maySign() {
		return
	}
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

// voter returns the seat with which this node votes on the record of a seat, and that
// record, nil if this node does not have it.
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

// due reports whether this node has waited long enough for a seat.
func (c *coverer) due(about int) bool {
	since, wait := c.state.patience(about, slices.Contains(c.urged, about))
	return !c.state.here(about) && c.state.coverable(about) && c.clock.now.Sub(since) >= wait
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

// shownRecords are this node's votes that show records of a complete step, made with the
// table as it was then, so that they are the same each time.
type shownRecords struct {
	head  record.Hash // at the start of the step
	heres map[int]record.Record
}

// answer shows a peer the records of a step that is complete here, and on which the peer
// has voted. Whatever else the peer lacks is sent as always.
func (c *coverer) answer(l *link) {
	h := l.said
	if !c.t.Terms().Covers() || h.Step >= c.t.Step() || !c.state.maySign() {
		return
	}
	abouts := c.votedOn(l)
	head, ok := c.t.HeadAt(h.Step)
	if len(abouts) == 0 || !ok || head != h.Head {
		return
	}
	pace := c.state.links.paceOf(l.node)
	if c.clock.since(pace.shown) < paceEvery {
		return
	}
	pace.shown = c.clock.now
	if c.shown == nil || c.shown.head != head {
		c.shown = c.showAll(h.Step, head)
	}
	var records []record.Record
	for _, about := range abouts {
		if rec, ok := c.shown.heres[about]; ok && !c.isShown(h.Step, about) {
			records = append(records, rec)
		}
	}
	if len(records) > 0 {
		c.in.out.addMessage(l.peer, Message{Records: records})
	}
}

// votedOn lists the seats that, as a peer knows by its last word, somebody has voted away,
// not only the peer itself. A node that has such a vote, even the seat's own, takes in the
// seat's record only with a vote that shows it, and the voter may be gone.
func (c *coverer) votedOn(l *link) (abouts []int) {
	for _, b := range l.said.Ballots {
		if b.About < uint64(len(c.t.Terms().Seats)) && b.Away != 0 {
			abouts = append(abouts, int(b.About))
		}
	}
	return abouts
}

// isShown reports whether the log has a vote that shows a seat's record of a complete step.
// Such a vote is sent like all records.
func (c *coverer) isShown(step uint64, about int) bool {
	return slices.ContainsFunc(c.t.ShownVotes(step), func(r record.Record) bool {
		p, err := r.Peek()
		return err == nil && p.About[0] == uint64(about)
	})
}

// showAll makes this node's votes on all records of a complete step on which it may vote.
func (c *coverer) showAll(step uint64, head record.Hash) *shownRecords {
	made := &shownRecords{head: head, heres: map[int]record.Record{}}
	then, err := table.NewBranch(c.t, step)
	if err != nil {
		return made
	}
	for about := range c.t.Terms().Seats {
		own := c.t.OwnAt(step, about)
		if own == nil || !then.Table().Covering(about) {
			continue
		}
		voters := then.Table().Voters(about)
		for _, o := range c.seats.local {
			if o.Left || !slices.Contains(voters, o.seat) {
				continue
			}
			if rec, err := seat.Here(c.t, o.seat, about, step, o.Key, *own); err == nil {
				made.heres[about] = rec
			}
		}
	}
	return made
}

// look checks, once in a hand, the pieces of hand keys that this node holds, as soon as the
// keys are complete in whatever way, and complains about false ones. Until then this node
// signs nothing after the keys, so it never vouches for a key that it cannot cover.
func (c *coverer) look() {
	if c.state.piecesChecked() || !c.state.Ready() {
		return
	}
	c.state.pieces = c.state.keysHead()
	for _, about := range c.t.Terms().Everybody() {
		for _, o := range c.seats.local {
			if o.Left || !slices.Contains(c.t.Holders(about), o.seat) {
				continue
			}
			if made, ok := seat.Complain(c.t, o.seat, about, o.Key, o.Hand, c.state.rand); ok {
				c.in.arrive(nil, made)
			}
		}
	}
}

// keysHead returns the head after the hand keys of the running hand, zero until they are
// complete and in a hand without pieces.
func (s *state) keysHead() (head record.Hash) {
	if step, ok := s.t.KeysStep(); ok {
		head, _ = s.t.HeadAt(step + 1)
	}
	return head
}

// piecesChecked reports whether this node has checked the pieces of the running hand, or
// there are none yet.
func (s *state) piecesChecked() bool {
	head := s.keysHead()
	return head == (record.Hash{}) || head == s.pieces || len(s.seats.local) == 0
}

// maySign reports whether this node may sign anything at the table: everybody has heard it,
// it has checked its pieces, and it has promised nothing else.
func (s *state) maySign() bool { return s.Ready() && s.piecesChecked() && !s.handovers.promised }

// Lacking reports whether the node of a seat says that it lacks the seat's key for the
// running hand, or the secrets behind that key or its stack, because its home was restored
// from a copy. As long as the hand lasts, nobody waits for what such a seat owes. Its node is
// not away: it votes, and its person agrees to things, and can play the next hand.
func (s *state) Lacking(seat int) bool {
	if s.seats.isLocal(seat) {
		return s.lacks()&(1<<seat) != 0
	}
	return slices.ContainsFunc(s.links.order, func(l *link) bool {
		if l.said.Lacks&(1<<seat) == 0 || l.node != s.seats.node(seat) {
			return false
		}
		before, ok := s.keysNeeded()
		return ok && l.said.Step > before && l.said.Step <= s.t.Step()
	})
}

// keysNeeded reports whether secrets of the running hand are needed: the hand has begun
// with sealing keys, all of them have arrived, and it is not settled. It returns the step
// after which the secrets are needed: that of the hand keys or, while these are owed, the
// one before.
func (s *state) keysNeeded() (before uint64, ok bool) {
	if d := s.t.Pending(); d.Kind == record.KindKey && len(s.t.Holders(d.Seats[0])) > 0 {
		return s.t.Step() - 1, true
	}
	before, ok = s.t.KeysStep()
	return before, ok && s.t.Pending().Kind != record.KindReceipt && !s.t.Over()
}

// lacks returns the seats of this node that cannot go on in the running hand.
func (s *state) lacks() (set uint64) {
	if _, ok := s.keysNeeded(); !ok {
		return 0
	}
	for _, o := range s.seats.local {
		if !o.Left && (!o.Sees(s.t) || errors.Is(s.problem, seat.ErrNoKey) && slices.Contains(s.t.Missing(), o.seat)) {
			set |= 1 << o.seat
		}
	}
	return set
}

// FalseVotes returns how often a seat has said that another one is away whose record
// somebody then has shown. That is no fault: a node behind a bad link says so, too.
func (s *state) FalseVotes(seat int) int { return s.falseVotes[s.seats.node(seat)] }

// OnlyHeardBy names the seat whose node is the only one that says, and has said for
// [CoverAfter], that it hears the node of a silent seat whose record the table waits for. What
// is heard just after a silence of all says nothing yet, and whoever has a move to make may think.
// As long as it says so, the others do not act for that seat.
func (s *state) OnlyHeardBy(seat int) (by int, ok bool) {
	begun := s.begun()
	heard := s.latest(s.links.lastHeardOf(s.seats.node(seat)), begun, s.links.met)
	waits := s.clock.now.Sub(heard) >= CoverAfter && s.clock.now.Sub(begun) >= s.thinking()+CoverAfter
	if s.seats.isLocal(seat) || !s.t.Terms().Covers() || !slices.Contains(s.t.Missing(), seat) || !waits {
		return rules.None, false
	}
	by = rules.None
	for _, l := range s.links.order {
		of := s.seats.of(l.node)
		if of == 0 || s.links.silent(l) || !l.connectedTo(seat) {
			continue
		}
		if by >= 0 {
			return rules.None, false
		}
		by = bits.TrailingZeros64(of)
	}
	return by, by >= 0
}

// thinking returns how long a player may think in the running step.
func (s *state) thinking() time.Duration {
	if s.t.Pending().Kind != record.KindMove {
		return 0
	}
	return cmp.Or(time.Duration(s.t.Terms().TurnLimit)*time.Second, ThinkFor)
}

// takeShown takes in the record that a vote shows.
func (in *intake) takeShown(l *link, rec record.Record) {
	if p, err := rec.Peek(); err != nil || p.Kind != record.KindHere {
		return
	}
	if shown, p, err := in.t.Shows(rec); err == nil && p.Step == in.t.Step() && in.t.OwnAt(p.Step, in.t.Terms().SeatOf(shown.Author)) == nil {
		in.arrive(l, shown)
	}
}
