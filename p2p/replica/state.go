package replica

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
)

// state is what can be asked of a replica, and of a [Snapshot], which has a copy.
// Its methods change nothing.
type state struct {
	t       *table.Table
	seats   *seating
	links   *links
	clock   *clock
	asks    *questions
	held    bool      // Config.Held, until Release
	problem error     // see Problem
	given   int       // the extent of logs that it has given up
	rand    io.Reader // Config.Rand

	handovers  *handovers
	newcomers  uint64             // seats of a continuation, see SetNewcomers
	pieces     record.Hash        // the head after the hand keys whose pieces were checked
	falseVotes map[record.Key]int // see FalseVotes; by node
}

// Table returns the table. Callers must not change it.
func (s *state) Table() *table.Table { return s.t }

// Genesis returns how the table began.
func (s *state) Genesis() *Genesis { return GenesisOf(s.t) }

// Dice returns a source for a computer player's choices, seeded from Config.Rand.
func (s *state) Dice() *rand.Rand {
	var b [16]byte
	if _, err := s.rand.Read(b[:]); err != nil {
		panic(fmt.Sprintf("replica: no randomness: %v", err))
	}
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])))
}

// Seats returns the seats of this node.
func (s *state) Seats() []*LocalSeat { return s.seats.local }

// Stays reports whether a seat of this node has not left the table.
func (s *state) Stays() bool { return s.seats.staying() }

// Local returns the seat of a person on this node, or the first of its computer
// players' seats if there is none; nil if it has no seat.
func (s *state) Local() *LocalSeat {
	for _, o := range s.seats.local {
		if o.Bot == nil {
			return o
		}
	}
	if len(s.seats.local) > 0 {
		return s.seats.local[0]
	}
	return nil
}

// Ready reports whether the node may sign; if not, Unheard says whom it waits for. It does
// not wait for a silent seat that has voters, needed in this deal or not.
func (s *state) Ready() bool {
	return s.asks.ready || !s.asks.halted && s.t.Terms().Covers() && !slices.ContainsFunc(s.Unheard(), func(i int) bool { return !s.silent(i) || !s.t.Coverable(i) })
}

// Halted reports whether this node signs nothing because its key is in use elsewhere.
func (s *state) Halted() bool { return s.asks.halted }

// Unheard lists the active seats whose nodes have not answered since the start, or whose
// records this node does not have in full.
func (s *state) Unheard() []int { return unheard(s.asks, s.t, s.seats) }

// Problem returns why this node cannot make a record that it owes, or nil.
func (s *state) Problem() error { return s.problem }

// Deadline returns when the limit of the running turn runs out, zero without a limit or a
// turn.
func (s *state) Deadline() time.Time {
	limit := time.Duration(s.t.Terms().TurnLimit) * time.Second
	if limit == 0 || s.clock.step.IsZero() || s.t.Pending().Kind != record.KindMove || s.Halts() {
		return time.Time{}
	}
	return s.clock.step.Add(limit)
}

// Done reports whether this node has nothing more to sign at the table: the game is
// over, and its own seats have receipted the last hand. Others may not have.
func (s *state) Done() bool {
	missing := s.t.Missing()
	return s.t.Over() && !slices.ContainsFunc(s.seats.local, func(o *LocalSeat) bool { return !o.Left && slices.Contains(missing, o.seat) })
}

// Ended reports whether the only thing left to do at a table is to give everybody all of
// its log: its game is over, or all nodes but one have left. That depends only on the log
// and the notices, so nodes that have the same agree about it.
func (s *state) Ended() bool {
	if s.t.Over() {
		return true
	}
	if len(s.t.Notices()) == 0 {
		return false
	}
	var staying []record.Key
	for i := range s.t.Terms().Seats {
		if node := s.seats.node(i); !s.t.HasLeft(i) && !slices.Contains(staying, node) {
			staying = append(staying, node)
		}
	}
	return len(staying) <= 1
}

// MissingReceipts lists the seats whose receipts of the last hand are missing; nil
// while the game runs.
func (s *state) MissingReceipts() []int {
	if !s.t.Over() {
		return nil
	}
	return s.t.Missing()
}

// Unreceipted reports whether a receipt of the last settled hand is missing, also where the
// table was left before its game was over.
func (s *state) Unreceipted() bool {
	rs := s.t.Results()
	return len(rs) > 0 && !s.t.Receipted(rs[len(rs)-1].Step-1)
}

// Extent returns how many steps, records, notices and faults of the table this node has. It
// only grows.
func (s *state) Extent() int {
	return s.given + int(s.t.Step()) + len(s.t.Arrived()) + len(s.t.Notices()) + len(s.t.Faults())
}

// Online reports whether the node of a seat is online. It is if it is this node, if it has
// the table and was heard within AwayAfter, or if another seat's node that was heard is
// connected to it. If it is not online, Online returns when it was last heard, by this node
// or, as far as this node knows, by another; zero for never. The word of others counts only
// once the seat has signed the roster, because the host may have seated somebody who does not
// want to play.
func (s *state) Online(seat int) (online bool, heard time.Time) {
	if s.seats.isLocal(seat) {
		return true, s.clock.now
	}
	node := s.seats.node(seat)
	for _, l := range s.links.order {
		if s.seats.of(l.node) != 0 && !s.links.silent(l) && l.connectedTo(seat) && (l.node == node || s.signedRoster(seat)) {
			return true, s.clock.now
		}
	}
	last := s.links.lastHeardOf(node)
	online = !last.IsZero() && s.clock.since(last) < AwayAfter
	// A node that is connected to one that falls silent still says so for a while. That is
	// no news to a node that has heard the silent one itself not long before.
	if told := s.links.lastTold[seat]; told.Sub(last) > 2*AwayAfter {
		last = told
	}
	return online, last
}

// Absent returns since when a seat is missing, and for how long; zero if it is not. A seat that is
// not online is not missing yet for AwayAfter after the table or this node has come up, woken up, or
// heard somebody again after a silence of all: a connection that has not been made yet is not lost.
func (s *state) Absent(seat int) (since time.Time, lasts time.Duration) {
	online, heard := s.Online(seat)
	looked := s.latest(s.clock.started, s.links.met)
	if online || s.clock.since(looked) < AwayAfter {
		return time.Time{}, 0
	}
	if heard.IsZero() {
		heard = looked
	}
	return heard, s.clock.since(heard)
}

// signedRoster reports whether a seat has signed the roster, if the table has one.
func (s *state) signedRoster(seat int) bool {
	return s.t.Pending().Kind != record.KindRoster || s.t.Own(seat) != nil
}
