package replica

import (
	"crypto/ed25519"
	"io"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
)

// Intervals of the protocol.
const (
	Heartbeat = 2 * time.Second        // between two Haves to a peer
	AwayAfter = 3 * Heartbeat          // without a word, a peer counts as away
	healAfter = 300 * time.Millisecond // how long a record of a later step waits before a Have asks for what is missing
)

// A LocalSeat is a seat that this node plays, for a person or a computer player.
type LocalSeat struct {
	Key  ed25519.PrivateKey
	Hand seat.HandSecret
	Bot  *rules.Bot // nil for a person
	Left bool       // signs nothing any more
	// Lost says that the store had lost the table. The seat does not sign the
	// roster: it may have been given back before the table began.
	Lost bool
	// Accepted is a person's consent to a continuation. A computer player has
	// that of its host.
	Accepted bool

	seat     int
	faces    seat.FaceCache
	observed rules.Observation // in a snapshot, all that the seat knows
	thinks   time.Time         // when its computer player began to think
}

// Config is what a replica needs beside the table.
type Config struct {
	Seats []*LocalSeat
	// Loaded says that the table comes from a store: then nothing is signed
	// before all other active seats' nodes have been heard.
	Loaded bool
	// Held keeps the seats of a continued table from bringing a hand key until
	// Release: the parent must be closed first.
	Held bool
	// BotDelay is how long a computer player takes for a move where people
	// watch.
	BotDelay time.Duration
	Rand     io.Reader // secrets, proofs, computer players
	// Parallel calls f with 0 to n-1, in any order or at the same time, and
	// returns when all are done; nil means one after the other. Records that wait
	// are checked with it.
	Parallel func(n int, f func(i int))
}

// A Replica is one table on one node. It is not safe for concurrent use.
type Replica struct {
	t         *table.Table
	cfg       Config
	links     map[Peer]*link
	lastHeard map[record.Key]time.Time // by node of a seat that is disconnected
	order     []Peer                   // of links, so that nothing depends on map order
	batch     int                      // bytes of records in one message, roughly
	ready     bool                     // this node may sign: see the package documentation
	started   time.Time                // when this replica was first used
	asks      []Ask                    // this node's own first, while it is not ready; then others'
	asked     map[uint64]time.Time     // when a question of a seat was last new
	lastWrong map[relay]time.Time      // when a relay last passed on a wrong record
	stepStart time.Time                // when the running step began, as far as this node knows
	checked   map[string]verdict       // what Prepare has found, of records of the running step
	future    []record.Record
	since     time.Time // since when future holds something
	urged     bool      // peers have been asked early for what is missing before it
	now       time.Time
	out       Output

	problem error // see Problem
}

// A link is what a node knows of one connected peer at this table.
type link struct {
	node     record.Key
	said     Have      // its last word
	have     Have      // the same, and what it was sent since
	told     bool      // it has said something
	same     int       // how often it has repeated that
	full     bool      // it was sent a message with More, and has not answered
	seen     time.Time // when anything came from it last
	lastHave time.Time // when it was sent the last Have
	compared time.Time // when it was sent heads
	parted   uint64    // the first step at whose start its head differs; 0 while none is known to
	forked   bool      // it has shown who signed two records for the step before that
}

// Output is what the caller has to do.
type Output struct {
	Save     Save
	Send     []Envelope
	Notes    []Note
	Penalize []Peer // they sent what no honest node sends
}

// Add appends an output that is to be done after this one.
func (o *Output) Add(later Output) {
	o.Save.Records = append(o.Save.Records, later.Save.Records...)
	o.Save.Notices = append(o.Save.Notices, later.Save.Notices...)
	o.Save.Faults = append(o.Save.Faults, later.Save.Faults...)
	o.Save.Secrets = append(o.Save.Secrets, later.Save.Secrets...)
	o.Send = append(o.Send, later.Send...)
	o.Notes = append(o.Notes, later.Notes...)
	o.Penalize = append(o.Penalize, later.Penalize...)
}

// Save is what must be stored, in one transaction, before anything is sent.
type Save struct {
	Records []record.Record
	Notices []record.Record
	Faults  []*table.Fault
	Secrets []Secret
}

// Empty reports whether there is nothing to store.
func (s Save) Empty() bool {
	return len(s.Records)+len(s.Notices)+len(s.Faults)+len(s.Secrets) == 0
}

// A Secret is a seat's secret state after the records of the same Save.
type Secret struct {
	Seat record.Key
	Hand seat.HandSecret
	Left bool
}

// A Note is something that happened, for the caller's event stream.
type Note struct {
	Fold  *Fold        // a step is complete
	Fault *table.Fault // a fault was found
	Left  *int         // a seat left
	Said  *Said        // a node says something
	Stuck error        // this node cannot make a record it owes
}

// Said is a line of chat.
type Said struct {
	Node record.Key
	Text string
}

// A Fold is a completed step.
type Fold struct {
	Step    uint64
	Pending table.Pending // what it owed
	Records []record.Record
	Hand    int // the hand it belongs to
	Results int // settled hands after it
}

// New makes the replica of a table. The keys of cfg.Seats must have seats.
func New(t *table.Table, cfg Config) *Replica {
	r := &Replica{t: t, cfg: cfg, checked: map[string]verdict{}, links: map[Peer]*link{}, lastHeard: map[record.Key]time.Time{}, asked: map[uint64]time.Time{}, lastWrong: map[relay]time.Time{}, batch: batchBytes}
	if r.cfg.Parallel == nil {
		r.cfg.Parallel = oneByOne
	}
	for _, o := range cfg.Seats {
		o.seat = t.Terms().SeatOf(record.KeyOf(o.Key))
	}
	if r.ready = !cfg.Loaded || len(cfg.Seats) == 0; !r.ready {
		r.ask()
	}
	return r
}

// setTime notes the time.
func (r *Replica) setTime(now time.Time) {
	if r.started.IsZero() {
		r.started = now
	}
	r.now = now
}

// elapsed is the time since then; after a clock was set back, an hour.
func elapsed(then, now time.Time) time.Duration {
	if d := now.Sub(then); d >= 0 {
		return d
	}
	return time.Hour
}

// Table is the table. It must only be read.
func (r *Replica) Table() *table.Table { return r.t }

// Take returns what there is to do and forgets it.
func (r *Replica) Take() Output {
	out := r.out
	r.out = Output{}
	return out
}

// Done reports whether this node has nothing more to sign at the table: the game is
// over, and its own seats have receipted the last hand. Others may not have.
func (r *Replica) Done() bool {
	missing := r.t.Missing()
	return r.t.Over() && !slices.ContainsFunc(r.cfg.Seats, func(o *LocalSeat) bool { return !o.Left && slices.Contains(missing, o.seat) })
}

// Ready reports whether the node may sign; if not, Unheard says whom it waits for.
func (r *Replica) Ready() bool { return r.ready }

// Seats are the seats of this node.
func (r *Replica) Seats() []*LocalSeat { return r.cfg.Seats }

// Local returns the seat of a person on this node, or the first of its computer
// players' seats if there is none; nil if it has no seat.
func (r *Replica) Local() *LocalSeat {
	for _, o := range r.cfg.Seats {
		if o.Bot == nil {
			return o
		}
	}
	if len(r.cfg.Seats) > 0 {
		return r.cfg.Seats[0]
	}
	return nil
}

// Seat is the number of the seat.
func (o *LocalSeat) Seat() int { return o.seat }

// Observe is all that the seat knows of the cards of the running hand.
func (r *Replica) Observe(o *LocalSeat) rules.Observation {
	return o.faces.Update(r.t, o.seat, o.Hand)
}

// Node is the identity key of the node that a seat's records come from.
func Node(s table.Seat) record.Key {
	if s.Host != nil {
		return *s.Host
	}
	return s.Key
}

// Online reports whether the node of a seat is online: it is this one, or it has the
// table and was heard within AwayAfter, or another seat's node that was is
// connected to it. If not, it returns when the node was last heard, zero for never.
// What others say counts only once the seat has signed the roster: whoever
// proposed the table may have seated somebody who does not want to play.
func (r *Replica) Online(seat int) (bool, time.Time) {
	if r.isLocal(seat) {
		return true, r.now
	}
	node := Node(r.t.Terms().Seats[seat])
	last := r.lastHeard[node]
	for _, p := range r.order {
		l := r.links[p]
		if r.seatsOf(l.node) != 0 && elapsed(l.seen, r.now) < AwayAfter && l.said.Links&(1<<seat) != 0 && (l.node == node || r.signedRoster(seat)) {
			return true, r.now
		}
		if l.node == node && l.hasTable() && l.seen.After(last) {
			last = l.seen
		}
	}
	return !last.IsZero() && elapsed(last, r.now) < AwayAfter, last
}

// signedRoster reports whether a seat has signed the roster, if the table has one.
func (r *Replica) signedRoster(seat int) bool {
	return r.t.Pending().Kind != record.KindRoster || r.arrived()&(1<<seat) != 0
}
