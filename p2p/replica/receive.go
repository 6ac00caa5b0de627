package replica

import (
	"errors"
	"time"

	"fives/engine/record"
	"fives/engine/table"
)

// Receive takes in a message of a connected peer.
func (r *Replica) Receive(p Peer, m Message, now time.Time) {
	r.setTime(now)
	l := r.links[p]
	if l == nil {
		return
	}
	l.seen = now
	if len(m.Records) > maxRecords || len(m.Notices) > len(r.t.Terms().Seats) || m.Heads != nil && len(m.Heads.Heads) > maxHeads {
		r.penalize(p)
		return
	}
	r.records(p, l, m.Records)
	for _, n := range m.Notices {
		r.notice(p, n)
	}
	if m.Heads != nil {
		r.heardHeads(p, l, *m.Heads)
	}
	if m.Have != nil {
		r.heardHave(p, l, *m.Have)
	}
	if m.Say != "" {
		r.hearSay(p, l, m.Say)
	}
	r.work()
	if m.More {
		r.tell(p, l)
	}
}

// hearSay passes a line of chat on to the caller.
func (r *Replica) hearSay(p Peer, l *link, text string) {
	if len(text) > maxSay {
		r.penalize(p)
		return
	}
	r.out.Notes = append(r.out.Notes, Note{Said: &Said{Node: l.node, Text: text}})
}

func (r *Replica) penalize(p Peer) { r.out.Penalize = append(r.out.Penalize, p) }

// records takes in the records that a peer sent.
func (r *Replica) records(p Peer, l *link, recs []record.Record) {
	before := len(r.out.Penalize)
	var prepared uint64 // the step for which recs were prepared
	for i, rec := range recs {
		if step := r.t.Step(); i == 0 || step != prepared {
			r.prepare(recs[i:])
			prepared = step
		}
		if r.arrive(p, l, rec); len(r.out.Penalize)-before >= maxInvalid {
			return
		}
	}
}

// arrive takes in one record that a peer sent. The peer is penalized only for what
// no honest node sends: an honest one may pass on what a cheat has signed for
// another branch of the log, and another proof than the one that is kept here.
func (r *Replica) arrive(p Peer, l *link, rec record.Record) {
	err := r.takeIn(l, rec)
	var f *table.Fault
	switch {
	case err == nil, errors.Is(err, table.ErrKnown):
		r.noteHas(l, rec)
	case errors.Is(err, table.ErrFuture):
		r.keepFuture(rec)
	case errors.As(err, &f):
		r.accuse(f)
	case errors.Is(err, table.ErrGuilty):
		r.noteFork(p, l, rec)
		if r.isNodeOf(l, rec.Author) {
			r.penalize(p)
		}
	case errors.Is(err, table.ErrBranch):
	default:
		r.penalize(p)
	}
}

// noteHas notes that a peer has a record, since it sent it.
func (r *Replica) noteHas(l *link, rec record.Record) {
	p, err := rec.Peek()
	if err == nil && p.Step == l.have.Step {
		l.have.Arrived |= 1 << r.t.Terms().SeatOf(rec.Author)
	}
}

// accept checks a record, applies it, and notes what to store and to report.
func (r *Replica) accept(rec record.Record) error {
	c, err := r.check(rec)
	if err != nil {
		return err
	}
	pending, step, hand := r.t.Pending(), r.t.Step(), r.t.HandNumber()
	folded, err := r.t.Apply(c)
	if err != nil {
		return err
	}
	r.out.Save.Records = append(r.out.Save.Records, rec)
	if folded {
		clear(r.checked)
		r.stepStart = r.now
		r.out.Notes = append(r.out.Notes, Note{Fold: &Fold{
			Step: step, Pending: pending, Records: r.t.Records(step), Hand: hand, Results: len(r.t.Results()),
		}})
		r.retryFuture()
	}
	return nil
}

// accuse keeps a fault, to be stored and sent on, unless the proof that is kept is
// as good.
func (r *Replica) accuse(f *table.Fault) {
	if !r.t.Accuse(f) {
		return
	}
	r.out.Save.Faults = append(r.out.Save.Faults, f)
	r.out.Notes = append(r.out.Notes, Note{Fault: f})
}

// keepFuture keeps a record of a later step until the steps before it are complete.
// It drops what exceeds the limits and what a guilty seat has signed: after the
// next Have it comes again.
func (r *Replica) keepFuture(rec record.Record) {
	if r.guilty(rec.Author) {
		return
	}
	size := len(rec.Payload)
	for _, e := range r.future {
		if e.Same(rec) {
			return
		}
		size += len(e.Payload)
	}
	if len(r.future) == maxFuture || size > maxFutureMem {
		return
	}
	if len(r.future) == 0 {
		r.since, r.urged = r.now, false
	}
	r.future = append(r.future, rec)
}

// retryFuture tries the kept records again after a fold. It is no longer known who
// sent them, so nobody is penalized for an invalid one; a fault counts.
func (r *Replica) retryFuture() {
	future := r.future
	r.future = nil
	r.prepare(future)
	for _, rec := range future {
		if r.guilty(rec.Author) {
			continue
		}
		err := r.screened(rec)
		var f *table.Fault
		if errors.Is(err, table.ErrFuture) {
			r.keepFuture(rec)
		} else if errors.As(err, &f) {
			r.accuse(f)
		}
	}
}

func (r *Replica) notice(p Peer, n record.Record) {
	news, err := r.t.Leave(n)
	if err != nil && !errors.Is(err, table.ErrBranch) {
		r.penalize(p)
	}
	if !news {
		return
	}
	seat := r.t.Terms().SeatOf(n.Author)
	r.out.Save.Notices = append(r.out.Save.Notices, n)
	r.out.Notes = append(r.out.Notes, Note{Left: &seat})
	for _, o := range r.cfg.Seats {
		if o.seat == seat { // this home was restored from a copy older than that
			r.stopSigning(o)
		}
	}
}

// Genesis is how the table began.
func (r *Replica) Genesis() *Genesis {
	if c := r.t.Continuation(); c != nil {
		return &Genesis{Continuation: c}
	}
	return &Genesis{Proposal: &r.t.Records(0)[0], Joins: r.t.Records(1)}
}

// Table makes the table that a genesis describes.
func (g Genesis) Table(find table.Finder) (*table.Table, error) {
	switch {
	case g.Continuation != nil && g.Proposal == nil:
		return table.Continue(*g.Continuation, find)
	case g.Proposal != nil:
		return table.New(*g.Proposal, g.Joins, find)
	}
	return nil, errors.New("replica: an empty genesis")
}
