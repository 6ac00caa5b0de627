package replica

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
)

// Errors of Play and Leave.
var (
	ErrNoSeat  = errors.New("replica: this node has no seat at the table")
	ErrUnheard = errors.New("replica: not every seat has been heard since this daemon started")
	ErrLeft    = errors.New("replica: this seat has left the table")
	ErrStopped = errors.New("replica: a fault has stopped the table")
)

// maxBurst bounds the records made in one go, so that they are stored and sent
// in between.
const maxBurst = 32

// work makes every record that this node's seats owe by now.
func (r *Replica) work() {
	r.checkGate()
	for range maxBurst {
		o := r.due()
		if o == nil {
			break
		}
		if err := r.produce(o); err != nil {
			r.stuck(err)
			break
		}
	}
	r.pushAll()
}

// stuck notes, once, that this node cannot make a record that it owes.
func (r *Replica) stuck(err error) {
	if r.problem == nil || r.problem.Error() != err.Error() {
		r.problem = err
		r.out.Notes = append(r.out.Notes, Note{Stuck: err})
	}
}

// Problem is why this node cannot make a record that it owes, or nil.
func (r *Replica) Problem() error { return r.problem }

// Busy reports whether there is work left that a Tick would do at once.
func (r *Replica) Busy() bool { return r.due() != nil }

// due finds a seat of this node that owes a record which needs no decision of a
// person; nil if there is none.
func (r *Replica) due() *LocalSeat {
	if !r.ready {
		return nil
	}
	missing := r.t.Missing()
	for _, o := range r.cfg.Seats {
		if o.Left || !slices.Contains(missing, o.seat) {
			continue
		}
		if r.maySign(o, r.t.Pending().Kind) {
			return o
		}
	}
	return nil
}

// maySign reports whether a seat's record of that kind is to be made now, without
// asking a person.
func (r *Replica) maySign(o *LocalSeat, kind record.Kind) bool {
	switch kind {
	case record.KindMove:
		return o.Bot != nil && r.botReady(o) || o.Bot == nil && r.overdue()
	case record.KindRoster:
		return !o.Lost
	case record.KindAccept:
		return o.Accepted
	case record.KindKey:
		return !r.cfg.Held
	}
	return true
}

// overdue reports whether a person has let the table's turn limit run out.
func (r *Replica) overdue() bool {
	limit := time.Duration(r.t.Terms().TurnLimit) * time.Second
	if r.stepStart.IsZero() {
		r.stepStart = r.now // the first thing after a start
	}
	return limit > 0 && r.now.Sub(r.stepStart) >= limit
}

// Deadline is when the turn limit of the running turn runs out; zero without a
// limit or a turn.
func (r *Replica) Deadline() time.Time {
	limit := time.Duration(r.t.Terms().TurnLimit) * time.Second
	if limit == 0 || r.stepStart.IsZero() || r.t.Pending().Kind != record.KindMove {
		return time.Time{}
	}
	return r.stepStart.Add(limit)
}

// Say sends a line to every connected node.
func (r *Replica) Say(text string) error {
	if text == "" || len(text) > maxSay {
		return fmt.Errorf("replica: a line has 1 to %d bytes", maxSay)
	}
	for _, p := range r.order {
		r.send(p, Message{Say: text})
	}
	return nil
}

// botReady reports whether a computer player has waited for BotDelay. Where only
// computer players sit, it does not wait.
func (r *Replica) botReady(o *LocalSeat) bool {
	if r.cfg.BotDelay == 0 || !slices.ContainsFunc(r.t.Terms().Seats, func(s table.Seat) bool { return s.Host == nil }) {
		return true
	}
	if o.thinks.IsZero() {
		o.thinks = r.now
	}
	return elapsed(o.thinks, r.now) >= r.cfg.BotDelay
}

// produce makes, signs and applies the record that a seat owes.
func (r *Replica) produce(o *LocalSeat) error {
	o.thinks = time.Time{}
	if r.t.Pending().Kind == record.KindMove {
		bot := r.t.Terms().Rules.Bots[0] // in place of a person whose time is up
		if o.Bot != nil {
			bot = *o.Bot
		}
		text := bot.Move(r.t.Position(), o.seat, r.Observe(o), r.Dice())
		return r.move(o, text)
	}
	body, after, err := seat.Work(r.t, o.seat, o.Key, o.Hand, uint64(r.now.Unix()), r.cfg.Rand)
	if err != nil {
		return err
	}
	return r.sign(o, body, after)
}

// Dice returns a source for a computer player's choices, seeded from Config.Rand.
func (r *Replica) Dice() *rand.Rand {
	var b [16]byte
	if _, err := r.cfg.Rand.Read(b[:]); err != nil {
		panic(fmt.Sprintf("replica: no randomness: %v", err))
	}
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])))
}

// Play makes a move of one of this node's seats.
func (r *Replica) Play(o *LocalSeat, text string, now time.Time) error {
	r.setTime(now)
	if err := r.mayMove(o); err != nil {
		return err
	}
	if err := r.move(o, text); err != nil {
		return err
	}
	r.work()
	return nil
}

// mayMove returns why a seat cannot move, whatever the rules say; nil if it can.
func (r *Replica) mayMove(o *LocalSeat) error {
	switch {
	case o == nil:
		return ErrNoSeat
	case o.Left:
		return ErrLeft
	case r.t.Stopped():
		return ErrStopped
	case !r.ready:
		return ErrUnheard
	}
	return nil
}

func (r *Replica) move(o *LocalSeat, text string) error {
	body, err := seat.Move(r.t, o.seat, o.Hand, r.Observe(o), text, r.cfg.Rand)
	if err != nil && o.Hand.Number != r.t.HandNumber() {
		err = seat.ErrNoKey // the cause of whatever other error there was
		r.stuck(err)
	}
	if err != nil {
		return err
	}
	return r.sign(o, body, o.Hand)
}

// sign makes a record of a body and applies it. The record and the seat's
// secrets go into one Save.
func (r *Replica) sign(o *LocalSeat, body any, after seat.HandSecret) error {
	p, err := r.t.Payload(o.seat, body)
	if err != nil {
		return err
	}
	rec, err := record.Sign(o.Key, p)
	if err != nil {
		return err
	}
	if err := r.accept(rec); err != nil {
		return err
	}
	o.Hand = after
	r.out.Save.Secrets = append(r.out.Save.Secrets, Secret{Seat: record.KeyOf(o.Key), Hand: after})
	return nil
}

// Leave signs the seat's leave notice, and nothing for the seat after that.
func (r *Replica) Leave(o *LocalSeat, now time.Time) error {
	r.setTime(now)
	if o == nil {
		return ErrNoSeat
	}
	if o.Left {
		return ErrLeft
	}
	p, err := r.t.LeavePayload(o.seat, uint64(now.Unix()))
	if err != nil {
		return err
	}
	n, err := record.SignNotice(o.Key, p)
	if err != nil {
		return err
	}
	if _, err := r.t.Leave(n); err != nil {
		return err
	}
	r.stopSigning(o)
	r.out.Save.Notices = append(r.out.Save.Notices, n)
	r.out.Notes = append(r.out.Notes, Note{Left: &o.seat})
	r.pushAll()
	return nil
}

// stopSigning makes a seat sign nothing more, also after a restart. The running hand
// is over for it, so its secret is erased.
func (r *Replica) stopSigning(o *LocalSeat) {
	o.Left, o.Hand = true, seat.HandSecret{}
	r.out.Save.Secrets = append(r.out.Save.Secrets, Secret{Seat: record.KeyOf(o.Key), Left: true})
}
