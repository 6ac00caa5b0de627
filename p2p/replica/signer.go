package replica

import (
	"errors"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
)

// Errors of Play and Leave.
var (
	ErrNoSeat  = errors.New("replica: this node has no seat at the table")
	ErrHalted  = errors.New("replica: another daemon runs with this node's key")
	ErrUnheard = errors.New("replica: not every seat has been heard since this daemon started")
	ErrLeft    = errors.New("replica: this seat has left the table")
	// ErrChanging says that seats are about to change hands.
	ErrChanging = errors.New("replica: seats change hands just now")
	ErrStopped  = errors.New("replica: a fault has stopped the table")
)

// maxBurst bounds the records made in one go, so that they are stored and sent
// in between.
const maxBurst = 32

// A signer makes the records of this node's seats.
type signer struct {
	t        *table.Table
	seats    *seating
	clock    *clock
	state    *state // whether it may sign, and why it cannot
	in       *intake
	out      *Output
	botDelay time.Duration // Config.BotDelay
	ahead    preparation
	proofs   preparation // of stacks, each made for the head at which its stack was owed
	reading  reading
	paused   bool // what work has made is to be sent before the rest is made
}

// work makes every record that this node's seats owe by now, up to a stack, for which all
// others wait; what follows can wait. If nothing is owed, it proves a stack. A seat without
// the secret of the hand does not see its cards, so nobody can move for it.
func (s *signer) work() {
	s.paused = false
	for range maxBurst {
		if s.t.Pending().Kind == record.KindMove && slices.ContainsFunc(s.owing(s.t), func(o *LocalSeat) bool { return !o.Sees(s.t) }) {
			s.noteStuck(seat.ErrNoKey)
			return
		}
		o := s.due()
		if s.paused {
			return
		}
		if o == nil {
			s.prove()
			return
		}
		stack := s.t.Pending().Kind == record.KindStack
		if err := s.produce(o); err != nil {
			s.noteStuck(err)
			return
		}
		s.paused = stack
	}
}

// prove makes the proof of a stack that this node has sent before the proof is owed, while
// the others shuffle.
func (s *signer) prove() {
	o, head := s.findUnproved()
	if o == nil {
		return
	}
	if len(s.out.Save.Secrets) == 0 { // otherwise what was signed goes out first
		s.proofs.Make(o.seat, head, func() (any, seat.HandSecret, error) {
			return seat.Prove(s.t, o.seat, o.Key, o.Hand, s.state.rand)
		})()
	}
	s.paused = true
}

// findUnproved finds a seat of this node whose stack in the running shuffle has been taken
// in, and whose proof has not been made. It also returns the head at which the stack was
// owed.
func (s *signer) findUnproved() (*LocalSeat, record.Hash) {
	if !s.state.maySign() {
		return nil, record.Hash{}
	}
	for _, o := range s.seats.local {
		head, ok := s.stackHead(o)
		proved := s.t.Pending().Kind == record.KindProof && !slices.Contains(s.t.Missing(), o.seat)
		if ok && !proved && !o.Left && !s.proofs.Has(o.seat, head) {
			return o, head
		}
	}
	return nil, record.Hash{}
}

// stackHead returns the head at which a seat owed its stack in the running shuffle, if the
// stack has been taken in.
func (s *signer) stackHead(o *LocalSeat) (head record.Hash, ok bool) {
	_, step, ok := s.t.ShuffleOf(o.seat)
	if ok {
		head, ok = s.t.HeadAt(step)
	}
	return head, ok
}

// noteStuck notes, once, that this node cannot make a record that it owes.
func (s *signer) noteStuck(err error) {
	if s.state.problem == nil || s.state.problem.Error() != err.Error() {
		s.state.problem = err
		s.out.addNote(Note{Stuck: err})
	}
}

// due finds a seat of this node that owes a record which needs no decision by a person; nil
// if there is none.
func (s *signer) due() *LocalSeat {
	for _, o := range s.owing(s.t) {
		if s.maySign(o, s.t.Pending().Kind) {
			return o
		}
	}
	return nil
}

// owing lists the seats of this node that owe a record, if it may sign.
func (s *signer) owing(t *table.Table) (list []*LocalSeat) {
	if !s.state.maySign() || s.state.HandedOver() {
		return nil
	}
	missing := t.Missing()
	for _, o := range s.seats.local {
		if !o.Left && slices.Contains(missing, o.seat) {
			list = append(list, o)
		}
	}
	return list
}

// foresee lists work to do while records are being checked, given the table as it will be
// once they are taken in: this node makes the shuffles and shares that it will owe. They
// are signed once the records have been taken in. If the records are not as good as they
// seem, what was made is dropped, and never leaves this node.
func (s *signer) foresee(ahead *table.Table) (work []func()) {
	s.ahead.Forget()
	if kind := ahead.Pending().Kind; kind != record.KindStack && kind != record.KindShares {
		return nil
	}
	for _, o := range s.owing(ahead) {
		work = append(work, s.ahead.Make(o.seat, ahead.Head(), func() (any, seat.HandSecret, error) { return s.cardWork(ahead, o) }))
	}
	return work
}

// maySign reports whether to make a seat's record of that kind now, without asking a
// person.
func (s *signer) maySign(o *LocalSeat, kind record.Kind) bool {
	switch kind {
	case record.KindMove:
		return !s.reads() && !s.state.Halts() && (o.Bot != nil && s.botReady(o) || o.Bot == nil && s.overdue())
	case record.KindRoster:
		return !o.Lost
	case record.KindAccept:
		return o.Accepted
	case record.KindSeal, record.KindKey:
		return !s.state.held && !s.state.changing()
	}
	return true
}

// overdue reports whether a person has let the table's turn limit run out.
func (s *signer) overdue() bool {
	limit := time.Duration(s.t.Terms().TurnLimit) * time.Second
	if s.clock.step.IsZero() {
		s.clock.step = s.clock.now // the first thing after a start
	}
	return limit > 0 && s.clock.now.Sub(s.clock.step) >= limit
}

// botReady reports whether a computer player has waited for BotDelay. At a table of
// computer players only, it does not wait.
func (s *signer) botReady(o *LocalSeat) bool {
	if s.botDelay == 0 || !slices.ContainsFunc(s.t.Terms().Seats, func(at table.Seat) bool { return at.Host == nil }) {
		return true
	}
	if o.thinks.IsZero() {
		o.thinks = s.clock.now
	}
	return s.clock.since(o.thinks) >= s.botDelay
}

// produce makes, signs and applies the record that a seat owes.
func (s *signer) produce(o *LocalSeat) error {
	o.thinks = time.Time{}
	if s.t.Pending().Kind == record.KindMove {
		return s.choose(o)
	}
	made, head := &s.ahead, s.t.Head()
	if s.t.Pending().Kind == record.KindProof {
		made = &s.proofs
		head, _ = s.stackHead(o)
	}
	body, after, ok := made.Take(o.seat, head)
	if !ok {
		var err error
		if body, after, err = s.cardWork(s.t, o); err != nil {
			return err
		}
	}
	return s.sign(o, body, after)
}

// choose makes the move of a computer player.
func (s *signer) choose(o *LocalSeat) error {
	bot := s.t.Terms().Rules.Bots[0] // in place of a person whose time is up
	if o.Bot != nil {
		bot = *o.Bot
	}
	step, choice := s.t.Step(), bot.Think(s.t.Position(), o.seat, o.observe(s.t), s.state.Dice())
	if err := s.move(o, choice.Move); err != nil {
		return err
	}
	if o.Bot != nil && choice.Why != "" {
		s.out.addNote(Note{Chosen: &Chosen{Step: step, Seat: o.seat, Choice: choice}})
	}
	return nil
}

// cardWork makes the body of a seat's card work.
func (s *signer) cardWork(t *table.Table, o *LocalSeat) (body any, after seat.HandSecret, err error) {
	return seat.Work(t, o.seat, o.Key, o.Hand, uint64(s.clock.now.Unix()), s.state.rand)
}

// mayMove returns why a seat cannot move now, whatever the move; nil if it can.
func (s *signer) mayMove(o *LocalSeat) error {
	switch {
	case o == nil:
		return ErrNoSeat
	case o.Left, s.state.HandedOver():
		return ErrLeft
	case s.t.Stopped():
		return ErrStopped
	case s.state.Halted():
		return ErrHalted
	case s.state.handovers.promised:
		return ErrChanging
	case !s.state.maySign():
		return ErrUnheard
	case s.t.Pending().Kind != record.KindMove, !slices.Contains(s.t.Missing(), o.seat), s.state.Halts():
		return seat.ErrNotDue
	case !o.Sees(s.t):
		return seat.ErrNoKey
	}
	return nil
}

func (s *signer) move(o *LocalSeat, text string) error {
	body, err := seat.Move(s.t, o.seat, o.Hand, o.observe(s.t), text, s.state.rand)
	if err != nil {
		return err
	}
	return s.sign(o, body, o.Hand)
}

// sign makes a record of a body and applies it. The record and the seat's
// secrets go into one Save.
func (s *signer) sign(o *LocalSeat, body any, after seat.HandSecret) error {
	rec, err := seat.Record(s.t, o.seat, o.Key, body)
	if err != nil {
		return err
	}
	if err := s.in.own(rec); err != nil {
		return err
	}
	o.Hand, s.state.problem = after, nil
	s.out.Save.Secrets = append(s.out.Save.Secrets, Secret{Seat: record.KeyOf(o.Key), Hand: after})
	return nil
}

// erase forgets the secrets of hands whose receipts are complete, whoever has signed them.
// It also forgets those of a finished game, unless its last hand has sealing keys: before
// that hand is receipted, the log may give way to one in which it goes on (engine/SPEC
// §10.7).
func (s *signer) erase() {
	for _, o := range s.seats.local {
		if n := o.Hand.Number; n > 0 && (s.t.HandReceipted(n) || s.t.Over() && o.Hand.Seal.IsZero()) {
			o.Hand = seat.HandSecret{}
			s.out.Save.Secrets = append(s.out.Save.Secrets, Secret{Seat: record.KeyOf(o.Key), Left: o.Left})
		}
	}
}

// leave signs a seat's leave notice. Nothing more is signed for the seat after that.
func (s *signer) leave(o *LocalSeat) error {
	if o == nil {
		return ErrNoSeat
	}
	if o.Left {
		return ErrLeft
	}
	if s.state.Halted() {
		return ErrHalted
	}
	n, err := seat.Notice(s.t, o.seat, o.Key, uint64(s.clock.now.Unix()))
	if err != nil {
		return err
	}
	if _, err := s.t.Leave(n); err != nil {
		return err
	}
	s.stop(o)
	s.in.noteLeft(n)
	return nil
}

// stop makes a seat sign nothing more, even after a restart. The running hand is over for
// it, so its secret is erased.
func (s *signer) stop(o *LocalSeat) {
	o.Left, o.Hand = true, seat.HandSecret{}
	s.proofs.Drop(o.seat)
	s.out.Save.Secrets = append(s.out.Save.Secrets, Secret{Seat: record.KeyOf(o.Key), Left: true})
}
