package replica

import (
	"errors"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
)

// An intake takes in records: those of peers, and what this node's seats sign.
type intake struct {
	t         *table.Table
	seats     *seating
	links     *links
	clock     *clock
	checks    *prechecks
	later     *laterRecords
	proofs    *laterRecords       // of the running step, until all that it owes have arrived
	lastWrong map[relay]time.Time // when a relay last passed on a wrong record
	mine      ownRecords          // records of this node whose proofs nobody has verified
	out       *Output

	falseVotes map[record.Key]int // see state.FalseVotes
}

// records takes in the records that a peer sent.
func (in *intake) records(l *link, recs []record.Record) {
	before, late := len(in.out.Penalize), false
	for _, rec := range recs {
		late = in.arrive(l, rec) || late
		if len(in.out.Penalize)-before >= maxInvalid {
			return
		}
	}
	if late && len(recs) <= 2 {
		in.judge(l, recs)
	}
}

// judge looks at what a peer takes to be proof of a fault, if that came too late here: the
// step is complete, so the records no longer prove anything at the table as it is, but they
// may prove the fault at the table as it was. That is much work, so it is done rarely.
func (in *intake) judge(l *link, recs []record.Record) {
	place, err := recs[0].Peek()
	seat := in.t.Terms().SeatOf(recs[len(recs)-1].Author)
	if err != nil || seat < 0 || l.said.Guilty&(1<<seat) == 0 || in.t.Guilty(seat) || in.clock.since(in.links.paceOf(l.node).judged) < paceEvery {
		return
	}
	in.links.paceOf(l.node).judged = in.clock.now
	then, err := table.NewBranch(in.t, place.Step)
	if err != nil {
		return
	}
	for _, rec := range recs {
		_, _ = then.Take(rec) // Take keeps a fault
	}
	for _, f := range then.Table().Faults() {
		in.accuse(f)
	}
}

// arrive takes in one record that a peer sent. The peer is penalized only for what no
// honest node sends: an honest node may pass on what a cheat has signed for another branch
// of the log, or another proof than the one that is kept here. arrive reports whether the
// record came too late.
func (in *intake) arrive(l *link, rec record.Record) (late bool) {
	if in.waits(rec) {
		l.noteHas(in.t.Terms().SeatOf(rec.Author), rec)
		return false
	}
	err := in.takeIn(l, rec)
	var f *table.Fault
	switch {
	case err == nil, errors.Is(err, table.ErrKnown):
		if l != nil {
			l.noteHas(in.t.Terms().SeatOf(rec.Author), rec)
		}
		in.takeShown(l, rec)
	case errors.Is(err, table.ErrFuture):
		in.keep(rec)
	case errors.As(err, &f):
		in.accuse(f)
	case l == nil: // this node's own
	case errors.Is(err, table.ErrGuilty):
		in.noteFork(l, rec)
		if in.seats.sends(l.node, rec.Author) {
			in.out.addPenalty(l.peer)
		}
	case errors.Is(err, table.ErrLate):
		return true
	case errors.Is(err, table.ErrBranch):
	default:
		in.out.addPenalty(l.peer)
	}
	return false
}

// screen takes in a record, if it is good.
func (in *intake) screen(rec record.Record) error {
	if err := in.t.Screen(rec); err != nil {
		return err
	}
	return in.accept(rec)
}

// accept checks a record and takes it in.
func (in *intake) accept(rec record.Record) error {
	c, err := in.checks.Check(rec)
	if err != nil {
		return err
	}
	in.mine.Confirm(c.Step())
	return in.apply(rec, c)
}

// own takes in a record that this node has made, without verifying its proof.
func (in *intake) own(rec record.Record) error {
	c, err := in.checks.Claim(rec)
	if err != nil {
		return err
	}
	in.mine.Add(c)
	return in.apply(rec, c.Assume())
}

// apply applies a record, and notes what to store and to report.
func (in *intake) apply(rec record.Record, c table.Checked) error {
	pending, step := in.t.Pending(), in.t.Step()
	votes, faults := in.t.Votes(), slices.Clone(in.t.Faults())
	folded, err := in.t.Apply(c)
	if err != nil {
		return err
	}
	in.out.Save.Records = append(in.out.Save.Records, rec)
	in.links.came.note(rec, in.clock.now)
	if folded {
		in.clock.step = in.clock.now
		in.noteFalseVotes(step, votes)
		in.noteFaults(faults)
		in.out.addNote(Note{Fold: &Fold{Step: step, Pending: pending, Results: len(in.t.Results())}})
		in.retryLater()
	} else if len(in.proofs.Waiting()) > 0 {
		in.takeCompleteProofs() // they may have waited for a vote
	}
	return nil
}

// accuse keeps a fault, to be stored and sent on, unless the proof that is kept already is
// as good.
func (in *intake) accuse(f *table.Fault) {
	before := slices.Clone(in.t.Faults())
	if in.t.Accuse(f) {
		in.noteFaults(before)
	}
}

// noteFaults notes faults that are new, to be stored and reported: with a complaint, one
// can follow from what the log has (engine/SPEC §10.5).
func (in *intake) noteFaults(before []*table.Fault) {
	for _, f := range in.t.Faults() {
		if !slices.Contains(before, f) {
			in.out.Save.Faults = append(in.out.Save.Faults, f)
			in.out.addNote(Note{Fault: f})
		}
	}
}

// noteFalseVotes counts votes that a seat is away although its own record stands in the
// step.
func (in *intake) noteFalseVotes(step uint64, votes []record.Record) {
	for _, v := range votes {
		if p, err := v.Peek(); err == nil && p.Kind == record.KindAway && !slices.Contains(in.t.VotedAway(step), int(p.About[0])) {
			in.falseVotes[in.seats.node(in.t.Terms().SeatOf(v.Author))]++
		}
	}
}

// keep keeps a record of a later step, unless a guilty seat has signed it.
func (in *intake) keep(rec record.Record) {
	if !in.guilty(rec.Author) {
		in.later.Keep(rec, in.clock.now)
	}
}

// retryLater tries the kept records again after a fold. Nobody knows any more who sent
// them, so nobody is penalized for an invalid one, but a fault counts.
func (in *intake) retryLater() {
	for _, rec := range in.later.Take() {
		if !in.waits(rec) {
			in.retry(rec)
		}
	}
}

func (in *intake) retry(rec record.Record) {
	if in.guilty(rec.Author) {
		return
	}
	err := in.screen(rec)
	var f *table.Fault
	if errors.Is(err, table.ErrFuture) {
		in.keep(rec)
	} else if errors.As(err, &f) {
		in.accuse(f)
	}
}

// waits keeps the proof of a stack until the other nodes' proofs for the step have arrived,
// and then takes them all in: verifying them together is less work. It returns false for
// any other record.
func (in *intake) waits(rec record.Record) bool {
	if in.t.Pending().Kind != record.KindProof || in.guilty(rec.Author) || isVote(rec) {
		return false
	}
	c, err := in.checks.Claim(rec)
	if err != nil || c.Step() != in.t.Step() {
		return false
	}
	for _, waiting := range in.proofs.Waiting() {
		if waiting.Author == rec.Author {
			return waiting.Same(rec)
		}
	}
	in.proofs.Keep(rec, in.clock.now)
	in.takeCompleteProofs()
	return true
}

// takeCompleteProofs takes in the waiting proofs if the step lacks nothing else.
func (in *intake) takeCompleteProofs() {
	if in.checks.Complete(in.t, in.seats.authors(in.proofs.Waiting())) {
		in.takeProofs()
	}
}

func isVote(rec record.Record) bool {
	p, err := rec.Peek()
	return err == nil && len(p.About) > 0
}

// takeProofs takes in the waiting proofs.
func (in *intake) takeProofs() {
	for _, rec := range in.proofs.Take() {
		in.retry(rec)
	}
}

// notice takes in a leave notice that a peer sent. It returns the seat, and whether the
// notice was news.
func (in *intake) notice(l *link, n record.Record) (seat int, news bool) {
	news, err := in.t.Leave(n)
	if err != nil && !errors.Is(err, table.ErrBranch) {
		in.out.addPenalty(l.peer)
	}
	if !news {
		return 0, false
	}
	in.noteLeft(n)
	return in.t.Terms().SeatOf(n.Author), true
}

// noteLeft notes a new leave notice, to be stored and reported.
func (in *intake) noteLeft(n record.Record) {
	seat := in.t.Terms().SeatOf(n.Author)
	in.out.Save.Notices = append(in.out.Save.Notices, n)
	in.out.addNote(Note{Left: &seat})
}
