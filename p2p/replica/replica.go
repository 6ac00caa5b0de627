package replica

import (
	"crypto/ed25519"
	"io"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
)

// Intervals of the protocol.
const (
	Heartbeat = 2 * time.Second // between two Haves to a peer
	AwayAfter = 3 * Heartbeat   // without a word, a peer counts as away
)

// A LocalSeat is a seat that this node plays, for a person or a computer player.
type LocalSeat struct {
	Key  ed25519.PrivateKey
	Hand seat.HandSecret
	Bot  *rules.Bot // nil for a person
	Left bool       // signs nothing any more
	// Lost says that the store had lost the table. Then the seat does not sign the roster,
	// because it may have been given back before the table began.
	Lost bool
	// Accepted says that the person has accepted a continuation. A computer player shares
	// its host's consent.
	Accepted bool

	seat     int
	faces    seat.FaceCache
	observed rules.Observation // in a snapshot, all that the seat knows
	thinks   time.Time         // when its computer player began to think
}

// Seat returns the number of the seat.
func (o *LocalSeat) Seat() int { return o.seat }

// Sees reports whether the seat can see its cards, because it has the secret of its key in
// the running hand. A seat that was restored from an older copy may lack it.
func (o *LocalSeat) Sees(t *table.Table) bool {
	return o.Hand.Number == t.HandNumber() || !t.Hand().Keyed(o.seat)
}

// observe returns all that the seat knows about the cards of the running hand.
func (o *LocalSeat) observe(t *table.Table) rules.Observation {
	return o.faces.Update(t, o.seat, o.Hand)
}

// Config is what a replica needs besides the table.
type Config struct {
	Seats []*LocalSeat
	// Loaded says that the table comes from a store. Then nothing is signed before the
	// nodes of all other active seats have been heard.
	Loaded bool
	// Held keeps the seats of a continued table from publishing a hand key until Release,
	// because the parent must be closed first.
	Held bool
	// Handovers is what this node said about handovers before it was started.
	Handovers []OwnHandover
	// BotDelay is how long a computer player takes for a move where people
	// watch.
	BotDelay time.Duration
	Rand     io.Reader // secrets, proofs, computer players; what Parallel calls reads it too
	// Parallel calls f with 0 to n-1, in any order or at the same time, and returns when
	// all are done; nil means one after the other. It is used to check waiting records
	// while this node makes what it owes once they are in.
	Parallel func(n int, f func(i int))
}

// A Replica is one table on one node. It is not safe for concurrent use.
type Replica struct {
	state
	repl   *replication
	gate   *gate
	in     *intake
	signer *signer
	cover  *coverer
	out    Output
}

// New makes the replica of a table. The keys of cfg.Seats must have seats.
func New(t *table.Table, cfg Config) *Replica {
	for _, o := range cfg.Seats {
		o.seat = t.Terms().SeatOf(record.KeyOf(o.Key))
	}
	seats := &seating{terms: t.Terms(), local: cfg.Seats}
	c := &clock{}
	ls := &links{clock: c, byPeer: map[Peer]*link{}, lastHeard: map[record.Key]time.Time{}, lastTold: map[int]time.Time{}, paces: map[record.Key]*pace{}}
	own := &questions{ready: !cfg.Loaded || len(cfg.Seats) == 0}
	if !own.ready {
		own.put(cfg.Seats[0].seat, seats.own(), cfg.Rand)
	}
	wait, proofs := &laterRecords{}, &laterRecords{}

	r := &Replica{state: state{t: t, seats: seats, links: ls, clock: c, asks: own, held: cfg.Held, rand: cfg.Rand, falseVotes: map[record.Key]int{}, handovers: newHandovers(cfg.Handovers, c)}}
	r.repl = &replication{t: t, seats: seats, links: ls, clock: c, asks: own, state: &r.state, out: &r.out, batch: batchBytes}
	r.gate = &gate{t: t, seats: seats, links: ls, clock: c, asks: own, repl: r.repl, later: wait, proofs: proofs, last: map[uint64]time.Time{}}
	r.in = &intake{t: t, seats: seats, links: ls, clock: c, falseVotes: r.falseVotes, checks: newPrechecks(t, seats.own(), cfg.Parallel), later: wait, proofs: proofs, lastWrong: map[relay]time.Time{}, out: &r.out}
	r.signer = &signer{t: t, seats: seats, clock: c, state: &r.state, in: r.in, out: &r.out, botDelay: cfg.BotDelay}
	r.cover = &coverer{t: t, seats: seats, clock: c, state: &r.state, in: r.in}
	return r
}

// Take returns what there is to do and forgets it, and what was made ahead.
func (r *Replica) Take() Output {
	out := r.out
	r.out = Output{}
	r.signer.ahead.Forget()
	return out
}

// Observe returns all that one of [Replica.Seats] knows about the cards of the running
// hand.
func (r *Replica) Observe(o *LocalSeat) rules.Observation { return o.observe(r.t) }

// Tick lets time pass: heartbeats, healing, computer players.
func (r *Replica) Tick(now time.Time) {
	r.clock.set(now)
	urge := r.in.later.Urge(now, r.links.farthest(r.seats))
	if r.in.proofs.Urge(now, 0) {
		r.in.checks.Together(r.in.proofs.Waiting()) // without those that have not arrived
		r.in.takeProofs()
	}
	for _, l := range r.links.order {
		if urge || r.clock.since(l.lastHave) >= Heartbeat {
			r.repl.sendHave(l)
		}
	}
	r.work()
}

// work does what can be done now: it makes the records that this node's seats owe,
// and sends everybody what they lack.
func (r *Replica) work() {
	r.tellHandovers()
	r.gate.check()
	r.tendHandovers()
	for again := true; again; again = r.Ready() && !r.piecesChecked() { // own keys may have been the last
		r.cover.look()
		r.signer.work()
	}
	r.cover.work()
	r.signer.erase()
	r.repl.pushAll()
}

// Busy reports whether there is work left that a Tick would do at once.
func (r *Replica) Busy() bool {
	if r.signer.due() != nil {
		return true
	}
	unproved, _ := r.signer.findUnproved()
	return unproved != nil
}

// Paused reports whether there is work left because what has been made is to be stored and
// sent first. The rest does not have to wait for a Tick.
func (r *Replica) Paused() bool { return r.signer.paused && r.Busy() }

// Play makes a move of one of this node's seats. The error is [seat.ErrNotDue] while
// it is not the seat's turn.
func (r *Replica) Play(o *LocalSeat, text string, now time.Time) error {
	if err := r.signer.mayMove(o); err != nil {
		return err
	}
	r.clock.set(now)
	r.Act()
	if err := r.signer.move(o, text); err != nil {
		return err
	}
	r.work()
	return nil
}

// Say notes that the person says a line, which the caller sends to the others.
func (r *Replica) Say(text string, now time.Time) error {
	if text == "" || len(text) > MaxLine {
		return ErrLine
	}
	r.clock.set(now)
	r.Act()
	r.tellHandovers()
	return nil
}

// Leave signs the seat's leave notice. Nothing more is signed for the seat after that.
func (r *Replica) Leave(o *LocalSeat, now time.Time) error {
	r.clock.set(now)
	if err := r.signer.leave(o); err != nil {
		return err
	}
	r.repl.pushAll()
	return nil
}

// Retire makes this node's seats leave the table, because it plays on in
// another.
func (r *Replica) Retire(now time.Time) error {
	for _, o := range r.seats.local {
		if o.Left {
			continue
		}
		if err := r.Leave(o, now); err != nil {
			return err
		}
	}
	return nil
}

// Accept gives this node's consent to a continuation.
func (r *Replica) Accept(now time.Time) {
	r.clock.set(now)
	for _, o := range r.seats.local {
		o.Accepted = true
	}
	r.work()
}

// Release lets a continuation begin. The caller must have stored that this node has left
// its parent.
func (r *Replica) Release(now time.Time) {
	r.clock.set(now)
	r.held = false
	r.work()
}
