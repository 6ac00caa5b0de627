package replica

import (
	"slices"
	"time"

	"fives/engine/record"
)

// Connect notes a connection to a node.
func (r *Replica) Connect(p Peer, node record.Key, now time.Time) {
	r.clock.set(now)
	r.repl.sendHave(r.links.connect(p, node))
}

// Disconnect notes that a connection has ended.
func (r *Replica) Disconnect(p Peer, now time.Time) {
	r.clock.set(now)
	l := r.links.byPeer[p]
	if l == nil {
		return
	}
	if r.seats.of(l.node) != 0 && l.hasTable() {
		r.links.lastHeard[l.node] = l.seen
	}
	r.links.remove(p)
	r.repl.sendHaveToAll()
}

// HangUp notes that a connection was closed because both nodes have everything. Unlike
// after Disconnect, the peer does not count as away.
func (r *Replica) HangUp(p Peer, now time.Time) {
	r.clock.set(now)
	r.links.remove(p)
}

// SendHave sends a peer this node's Have.
func (r *Replica) SendHave(p Peer, now time.Time) {
	r.clock.set(now)
	if l := r.links.byPeer[p]; l != nil {
		r.repl.sendHave(l)
	}
}

// InSync reports whether a peer says that it has exactly what this node has, and neither of
// them waits for an answer to an [Ask]. At a table that has ended, there is nothing left to
// send to it then.
func (r *Replica) InSync(p Peer) bool {
	l := r.links.byPeer[p]
	if l == nil || !l.told {
		return false
	}
	mine := r.repl.have()
	asks := len(mine.Asks)+len(l.said.Asks) > 0
	return mine.Equal(l.said) && !(asks && len(r.MissingReceipts()) > 0)
}

// Prepare checks, in parallel, the records in messages that are about to be received, and
// concurrently makes what this node owes once they are in. It changes nothing visible.
func (r *Replica) Prepare(ms []Message, now time.Time) {
	var recs []record.Record
	for _, m := range ms {
		if len(m.Records) <= maxRecords {
			recs = append(recs, m.Records...)
		}
	}
	if len(recs) > 0 {
		r.clock.set(now)
		r.in.checks.Prepare(slices.Concat(r.in.later.Waiting(), r.in.proofs.Waiting(), recs), r.signer.foresee)
	}
}

// Receive takes in a message of a connected peer.
func (r *Replica) Receive(p Peer, m Message, now time.Time) {
	r.clock.set(now)
	l := r.links.byPeer[p]
	if l == nil {
		return
	}
	first := r.links.hear(l)
	if len(m.Records) > maxRecords || len(m.Notices) > len(r.t.Terms().Seats) || m.Heads != nil && len(m.Heads.Heads) > maxHeads {
		r.out.addPenalty(p)
		return
	}
	r.in.records(l, r.branch(l, m.Records))
	for _, n := range m.Notices {
		r.heardNotice(l, n)
	}
	if m.Heads != nil {
		r.repl.heardHeads(l, *m.Heads)
	}
	if m.Have != nil {
		r.heardHave(l, *m.Have)
	}
	if m.Say != "" {
		r.heardSay(l, m.Say)
	}
	r.work()
	if m.More {
		r.repl.sendHave(l)
	}
	if first {
		r.repl.sendHaveToOthers(l)
	}
}

// heardNotice takes in a leave notice. If it is by a seat of this node, the node's home was
// restored from an older copy.
func (r *Replica) heardNotice(l *link, n record.Record) {
	seat, news := r.in.notice(l, n)
	if i := slices.IndexFunc(r.seats.local, func(o *LocalSeat) bool { return o.seat == seat }); news && i >= 0 {
		r.signer.stop(r.seats.local[i])
	}
}

// heardHave takes in what a peer says it has. No node that has a table is in a step before
// the table's first.
func (r *Replica) heardHave(l *link, h Have) {
	if !h.Empty && h.Step < r.t.FirstStep() {
		r.out.addPenalty(l.peer)
		return
	}
	if !slices.EqualFunc(l.said.Asks, h.Asks, Ask.Same) {
		l.dropped = r.clock.now
	}
	again, begins := l.hear(h)
	if r.seats.of(l.node) != 0 {
		r.links.noteConnected(h.Links &^ r.seats.of(l.node) & (1<<len(r.t.Terms().Seats) - 1))
	}
	if h.Guilty&r.seats.own() != 0 {
		for _, f := range r.in.mine.Doubt() {
			r.in.accuse(f)
		}
	}
	r.heardWords(l, h.Handovers)
	r.heardAct(l, h.Act)
	r.gate.takeQuestions(l)
	r.look(l)
	if begins {
		r.repl.sendHave(l) // it could not use what it was told before it had the table
	}
	r.repl.answer(l, again)
	r.cover.answer(l)
}

// heardSay passes a line of chat on to the caller.
func (r *Replica) heardSay(l *link, text string) {
	if len(text) > MaxLine {
		r.out.addPenalty(l.peer)
		return
	}
	r.out.addNote(Note{Said: &Said{Node: l.node, Text: text}})
}
