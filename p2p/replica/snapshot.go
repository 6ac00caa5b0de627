package replica

import (
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
)

// A Snapshot is a replica as it was at one moment. It never changes, and may be
// read by anybody at any time: reading waits for no disk, network or proof. Its
// methods are those of [Replica] that change nothing.
type Snapshot struct{ r *Replica }

// Snapshot is the replica as it stands.
func (r *Replica) Snapshot() *Snapshot {
	s := &Replica{
		t: r.t.Snapshot(), cfg: r.cfg, links: make(map[Peer]*link, len(r.links)), order: slices.Clone(r.order),
		lastHeard: maps.Clone(r.lastHeard), ready: r.ready, asks: slices.Clone(r.asks), stepStart: r.stepStart, now: r.now, problem: r.problem,
	}
	for p, l := range r.links {
		of := *l
		s.links[p] = &of
	}
	s.cfg.Seats = nil
	for _, o := range r.cfg.Seats {
		of := *o
		of.faces, of.observed = seat.FaceCache{}, r.Observe(o)
		s.cfg.Seats = append(s.cfg.Seats, &of)
	}
	return &Snapshot{s}
}

// Table is the table. It must only be read.
func (s *Snapshot) Table() *table.Table { return s.r.t }

// Genesis is how the table began.
func (s *Snapshot) Genesis() *Genesis { return s.r.Genesis() }

// Seats are the seats of this node, which must only be read.
func (s *Snapshot) Seats() []*LocalSeat { return s.r.cfg.Seats }

// Local is the seat that this node's person sees the table from: see [Replica.Local].
func (s *Snapshot) Local() *LocalSeat { return s.r.Local() }

// Observe is all that one of [Snapshot.Seats] knows of the cards of the running
// hand. The result is the caller's.
func (s *Snapshot) Observe(o *LocalSeat) rules.Observation { return slices.Clone(o.observed) }

// Dice returns a source for a computer player's choices.
func (s *Snapshot) Dice() *rand.Rand { return s.r.Dice() }

// Online reports whether the node of a seat is there: see [Replica.Online].
func (s *Snapshot) Online(seat int) (bool, time.Time) { return s.r.Online(seat) }

// Ready reports whether the node may sign.
func (s *Snapshot) Ready() bool { return s.r.ready }

// Unheard lists the seats for which signing waits: see [Replica.Unheard].
func (s *Snapshot) Unheard() []int { return s.r.Unheard() }

// Problem is why this node cannot make a record that it owes, or nil.
func (s *Snapshot) Problem() error { return s.r.problem }

// Deadline is when the turn limit of the running turn runs out: see [Replica.Deadline].
func (s *Snapshot) Deadline() time.Time { return s.r.Deadline() }

// Done reports whether this node has nothing more to do for the table: see [Replica.Done].
func (s *Snapshot) Done() bool { return s.r.Done() }

// Ended reports whether nothing is left but to see that everybody has all of the
// log: see [Replica.Ended].
func (s *Snapshot) Ended() bool { return s.r.Ended() }

// MissingReceipts lists the seats whose receipts of the last hand are missing.
func (s *Snapshot) MissingReceipts() []int { return s.r.MissingReceipts() }

// Extent counts what this node has of the table. It only grows.
func (s *Snapshot) Extent() int { return s.r.Extent() }

// Called, Accepted, AwaitsRelease, InPlay and Declined say how a continuation stands: see
// the methods of [Replica].
func (s *Snapshot) Called() bool        { return s.r.Called() }
func (s *Snapshot) Accepted() bool      { return s.r.Accepted() }
func (s *Snapshot) AwaitsRelease() bool { return s.r.AwaitsRelease() }
func (s *Snapshot) InPlay() bool        { return s.r.InPlay() }
func (s *Snapshot) Declined() bool      { return s.r.Declined() }

// Onward describes the table in which those who are there go on from here.
func (s *Snapshot) Onward(without ...int) (record.Continuation, error) { return s.r.Onward(without...) }

// Keeps lists the seats of this node that have a place in a continuation.
func (s *Snapshot) Keeps(c record.Continuation) []*LocalSeat { return s.r.Keeps(c) }
