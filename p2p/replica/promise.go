package replica

import (
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
)

// putOff reports whether the next hand has waited long enough.
func (s *state) putOff() bool { return s.handovers.late && s.handovers.hand == len(s.t.Results()) }

// changing reports whether the next hand waits because seats are about to change hands.
func (s *state) changing() bool { return s.between() && !s.putOff() && len(s.Due()) > 0 }

// Promise says whether this node has accepted a continuation of this table in which seats
// change hands and which may begin at any moment. As long as it has, its seats sign nothing
// here: whoever is to begin it could otherwise wait how the hand goes on, and then choose.
// Whose turn it is has all the time for it afterwards. overdue are the seats that have left to
// begin it and have not for so long that people have to be told.
func (r *Replica) Promise(promised bool, overdue []int, now time.Time) {
	r.clock.set(now)
	r.handovers.overdue = overdue
	changed := r.handovers.promised != promised
	if r.handovers.promised = promised; changed && !promised {
		r.clock.step = now
		r.work()
	}
}

// Lost lists the seats that have left and without which this node cannot go on: the running
// hand needs them, or they were to begin a continuation for which this node has promised to
// sign nothing more here, and say nothing.
func (s *state) Lost() []int {
	lost := s.t.Lost()
	for _, seat := range s.handovers.overdue {
		if !slices.Contains(lost, seat) {
			lost = append(lost, seat)
		}
	}
	return lost
}

// PutOff notes that a continuation that this node had accepted has come to nothing: seats do
// not change hands before the next hand is over. missed are those who had not signed it.
func (r *Replica) PutOff(missed []record.Key) {
	if r.putOff() {
		return
	}
	r.handovers.missed = missed
	r.waitNoLonger(len(r.t.Results()), missed)
}

// GiveUp notes that handovers which are due have come to nothing so often that nobody may try
// them again.
func (r *Replica) GiveUp(due []Handover) {
	if !slices.EqualFunc(r.handovers.vain, due, Handover.Same) {
		r.handovers.vain = due
		r.out.addNote(Note{Vain: due})
	}
}

// waitNoLonger lets the hand after that many settled ones go on without the change.
func (r *Replica) waitNoLonger(hand int, missed []record.Key) {
	if r.handovers.hand, r.handovers.late = hand, true; !r.Halts() { // there, it is tried again at once
		r.out.addNote(Note{PutOff: true, Missed: missed})
	}
}

// Ending reports whether only the end of the running hand is missing: the showing of cards,
// and the receipts.
func (s *state) Ending() bool {
	d := s.t.Pending()
	return d.Kind == record.KindReceipt || d.Kind == record.KindShares && d.Why == rules.Show
}

// tendHandovers makes the next hand wait no longer than [HandoverTime] for the nodes to
// sign that seats change hands.
func (r *Replica) tendHandovers() {
	r.tendSilences()
	r.noteHandovers()
	r.forget()
	h := r.handovers
	if !r.changing() {
		return
	}
	if n := len(r.t.Results()); h.hand != n {
		h.hand, h.since, h.late = n, r.clock.now, false
	}
	if r.clock.since(h.since) >= HandoverTime {
		r.waitNoLonger(h.hand, nil)
	}
}
