package table

import (
	"errors"
	"fmt"
	"slices"

	"fives/crypto/ristretto"
	"fives/engine/record"
	"fives/engine/rules"
)

// This file has the vote on a record that a seat owes while its node is away (SPEC §10).
// Each of the other nodes either says that it has no such record (away), or shows it
// (here). The step is complete without the record once all of them have said away.
//
// No device can use this against others, because a single cheat in both is not enough for
// two logs of a table to go on: a seat has at least three voters, and the seats covered in
// one step all belong to one node. And no two can see a deck: in the keys of a hand, and in
// each of its shuffles, the others do without one node at most.

// An absence is a record that a seat owed and that the others have voted away.
type absence struct {
	seat  int
	step  uint64
	hand  int
	again bool // seats of two nodes were voted away: nobody is covered, and they owe it again
}

// A change is that the others begin to act for a seat with a step, or that it acts for itself
// again.
type change struct {
	seat int
	step uint64
}

// ErrLate says that a record came after its step was complete without it. Its author may
// not have known that, so it proves nothing.
var ErrLate = errors.New("table: the step of the record is complete without it")

// minVoters is the least number of other nodes that a seat needs to be covered.
const minVoters = 3

// Coverable reports whether a seat has enough voters: the terms allow cover, and at least
// three other nodes play the hand.
func (t *Table) Coverable(seat int) bool { return len(t.Voters(seat)) >= minVoters }

// Covering reports whether a seat can be covered in the running step: it has enough voters,
// and the others do not do without another node in this deal already. What the answer
// depends on was folded before the step began.
func (t *Table) Covering(seat int) bool {
	return t.Coverable(seat) && !slices.ContainsFunc(t.Voters(seat), func(voter int) bool { return t.short(t.terms.Seats[voter].Node()) })
}

// short reports whether a node was covered in this deal with all that it has: in the steps
// that owe keys it is without a key, or in a shuffle it has a hand key, and none of its
// seats has made a stack or will (SPEC §10).
func (t *Table) short(node record.Key) bool {
	has := func(seat int) bool { return t.terms.Seats[seat].Node() == node }
	h := t.hand
	switch t.pending.Kind {
	case record.KindSeal, record.KindKey:
		return !slices.ContainsFunc(h.party, has)
	case record.KindStack, record.KindProof:
		return slices.ContainsFunc(h.keyed, has) && !slices.ContainsFunc(h.shuffle.seats(), has)
	}
	return false
}

// Shuffling lists the seats that have a stack in the running shuffle or still owe one.
func (t *Table) Shuffling() []int {
	if t.hand == nil || t.hand.shuffle == nil {
		return nil
	}
	return t.hand.shuffle.seats()
}

// Needs reports whether the running hand cannot go on without records of a seat of its own:
// it has too few voters, or it still owes something to these keys or this shuffle and cannot
// be covered there. At the next shuffle it may be different.
func (t *Table) Needs(seat int) bool {
	switch {
	case t.hand == nil || !slices.Contains(t.hand.active, seat):
		return false
	case !t.Coverable(seat):
		return true
	case t.Covering(seat):
		return false
	case t.pending.Kind == record.KindStack:
		return t.hand.shuffle.owes(seat)
	}
	return t.pending.Owes(seat) && t.arrivedFrom(seat) == nil
}

// Lost lists the seats that have left although the running hand needs them, or their vote, without
// those that the others act for. Of two that have left, neither can vote on the other any more.
func (t *Table) Lost() (seats []int) {
	if t.hand == nil || t.Winners() != nil {
		return nil
	}
	for _, seat := range t.hand.active {
		if t.HasLeft(seat) && (t.Needs(seat) || slices.Contains(t.deciders(), seat) || slices.ContainsFunc(t.unheard(seat), t.HasLeft)) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// Voters lists, ascending, the seats that vote on a record of a seat, one for each other
// node: its first seat with a sealing key in the running hand, or else its first seat that
// plays the hand.
func (t *Table) Voters(seat int) (voters []int) {
	if !t.terms.Covers() || t.hand == nil {
		return nil
	}
	nodes := []record.Key{t.terms.Seats[seat].Node()}
	for _, s := range slices.Concat(t.hand.party, t.hand.active) {
		if node := t.terms.Seats[s].Node(); !slices.Contains(nodes, node) {
			nodes, voters = append(nodes, node), append(voters, s)
		}
	}
	slices.Sort(voters)
	return voters
}

// Covered reports whether the last record that a seat owed was voted away: the others, and
// the stand-in, act for it until it delivers one.
func (l *log) Covered(seat int) (covered bool) {
	for _, c := range l.changes {
		if c.seat == seat {
			covered = !covered
		}
	}
	return covered
}

// Votes returns the votes of the running step, in the order in which they came.
func (l *log) Votes() []record.Record {
	var rs []record.Record
	for _, v := range l.votes {
		rs = append(rs, v.record)
	}
	return rs
}

// VotesOf returns the seats that have said in the running step that a seat is away, and
// those that have said it is here.
func (l *log) VotesOf(about int) (away, here []int) {
	for _, v := range l.votes {
		switch {
		case v.about != about:
		case v.kind == record.KindAway:
			away = append(away, v.seat)
		default:
			here = append(here, v.seat)
		}
	}
	return away, here
}

// ShownVotes returns the votes that have shown a record of a step that is complete, for
// nodes that have voted it away and still lack these votes.
func (l *log) ShownVotes(step uint64) []record.Record {
	var rs []record.Record
	for _, v := range l.heres {
		if v.step == step {
			rs = append(rs, v.record)
		}
	}
	return rs
}

// VotedAway returns the seats whose records of a complete step were voted away. They are
// covered if they all belong to one node; otherwise they owe the same in the next step.
func (l *log) VotedAway(step uint64) (seats []int) {
	for _, a := range l.absent {
		if a.step == step {
			seats = append(seats, a.seat)
		}
	}
	return seats
}

// Coverings returns the seats that were covered in a complete step.
func (l *log) Coverings(step uint64) (seats []int) {
	for _, a := range l.absent {
		if a.step == step && !a.again {
			seats = append(seats, a.seat)
		}
	}
	return seats
}

// CoverChanges returns the seats for which the others begin to act with a complete step, and
// those that act for themselves again.
func (l *log) CoverChanges(step uint64) (seats []int) {
	for _, c := range l.changes {
		if c.step == step {
			seats = append(seats, c.seat)
		}
	}
	return seats
}

// HandsCovered returns the number of hands in which the others have acted for a seat.
func (l *log) HandsCovered(seat int) int {
	hands := map[int]bool{}
	for _, a := range l.absent {
		if a.seat == seat && !a.again {
			hands[a.hand] = true
		}
	}
	return len(hands)
}

// Own returns the record that has arrived from a seat in the running step, whether or not
// it counts, and nil if there is none.
func (t *Table) Own(seat int) *record.Record { return t.OwnAt(t.step, seat) }

// OwnAt returns a seat's own record for a step that has begun, nil if there is none.
func (t *Table) OwnAt(step uint64, seat int) *record.Record {
	return t.find(step, t.terms.Seats[seat].Key, rules.None)
}

// votedAway reports whether all voters have said that a seat is away.
func (t *Table) votedAway(seat int) bool {
	away, _ := t.VotesOf(seat)
	return len(away) > 0 && len(away) == len(t.Voters(seat))
}

// stands reports whether the record that has arrived from a seat counts: nobody has said
// that the seat is away, or somebody has shown the record.
func (t *Table) stands(seat int) bool {
	away, here := t.VotesOf(seat)
	return t.arrivedFrom(seat) != nil && (len(away) == 0 || len(here) > 0)
}

// Undecided lists the seats from which the running step has neither a record that counts
// nor enough votes to do without it.
func (t *Table) Undecided() (seats []int) {
	for _, s := range t.pending.Seats {
		if !t.stands(s) && !t.votedAway(s) {
			seats = append(seats, s)
		}
	}
	return seats
}

// Awaited lists the seats that the running step waits for: those whose records have not
// arrived, and those whose votes decide about one that has.
func (t *Table) Awaited() []int {
	seats := t.Missing()
	for _, s := range t.deciders() {
		if !slices.Contains(seats, s) {
			seats = append(seats, s)
		}
	}
	return seats
}

// deciders lists the voters that have said nothing about a record that has arrived after others
// had said that its seat is away. Nobody else knows whether they have voted as well.
func (t *Table) deciders() (seats []int) {
	for _, about := range t.Undecided() {
		if t.arrivedFrom(about) != nil {
			seats = append(seats, t.unheard(about)...)
		}
	}
	return seats
}

// unheard lists the voters of a seat that have not said that it is away.
func (t *Table) unheard(seat int) []int {
	away, _ := t.VotesOf(seat)
	return slices.DeleteFunc(t.Voters(seat), func(voter int) bool { return slices.Contains(away, voter) })
}

// subject returns the seat that a record is about, [rules.None] if it is its author's own.
func (l *log) subject(p record.Payload) (int, error) {
	if p.Kind != record.KindAway && p.Kind != record.KindHere && p.Kind != record.KindComplaint {
		if len(p.About) > 0 {
			return rules.None, errors.New("a record of its kind is about no other seat")
		}
		return rules.None, nil
	}
	if len(p.About) != 1 || p.About[0] >= uint64(len(l.terms.Seats)) {
		return rules.None, fmt.Errorf("a %s is about one seat", p.Kind)
	}
	return int(p.About[0]), nil
}

// checkVote checks what a vote in the running step says.
func (t *Table) checkVote(p record.Payload, rd Reading, seat, about int) (apply func(*Table), pr proof, err error) {
	if !t.pending.Owes(about) || !t.Covering(about) || !slices.Contains(t.Voters(about), seat) {
		return nil, nil, fmt.Errorf("it has no vote on a record of seat %d", about)
	}
	if p.Kind == record.KindAway {
		return t.checkAway(rd, seat, about)
	}
	return nil, nil, t.checkHere(rd, about)
}

// checkAway checks a vote that a seat is away. If the seat owes shares, the vote comes with
// the voter's covering shares, if it holds a piece of the seat's hand key. These shares are
// due whatever comes of the vote, so they tell nobody more than the seat's own would.
func (t *Table) checkAway(rd Reading, seat, about int) (apply func(*Table), pr proof, err error) {
	body, err := BodyOf[record.Away](rd)
	if err != nil {
		return nil, nil, err
	}
	piece, points := t.CoveringShares(seat, about)
	shares, pr, err := t.hand.readShares(rd, piece, points, body.Shares, body.Proof, t.TranscriptAbout(seat, about, t.step, record.KindAway))
	if err != nil || len(shares) == 0 {
		return nil, pr, err
	}
	return t.hand.takeShares(about, shares), pr, nil
}

// CoveringShares returns the points of which a voter owes covering shares with its vote
// that a seat is away, and the commitment to the piece with which it makes them. There are
// none in a step of anything but shares, for a seat that owes none, and for a voter that
// holds no piece.
func (t *Table) CoveringShares(voter, about int) (piece ristretto.Element, points []ristretto.Element) {
	i := slices.Index(t.Holders(about), voter)
	if i < 0 || t.pending.Kind != record.KindShares || !t.pending.Owes(about) {
		return piece, nil
	}
	return t.hand.sealing.pieces[about][i], t.hand.pointsOwed(about)
}

// checkHere checks a vote that shows a record: the seat must have signed the record for the
// step. Whether the record is good is another question, for which its author is
// responsible.
func (t *Table) checkHere(rd Reading, about int) error {
	_, shown, err := t.Shows(rd.Record())
	if err != nil {
		return err
	}
	if shown.Table != t.id || shown.Step != t.step || shown.Head != t.head || len(shown.About) > 0 {
		return fmt.Errorf("what it shows is no record of seat %d for this step", about)
	}
	return nil
}

// Shows returns the record that a Here shows, whose signature is good, and its payload.
func (l *log) Shows(here record.Record) (r record.Record, p record.Payload, err error) {
	outer, err := here.Peek()
	if err != nil {
		return r, p, err
	}
	about, err := l.subject(outer)
	if err != nil {
		return r, p, err
	}
	body, err := record.Decode[record.Here](outer)
	if err != nil {
		return r, p, err
	}
	r = record.Record{Author: l.terms.Seats[about].Key, Payload: body.Payload, Signature: body.Signature}
	p, err = r.Open()
	return r, p, err
}

// VotePayload returns the payload of a vote in a step that has begun.
func (l *log) VotePayload(seat, about int, step uint64, kind record.Kind, body any) (record.Payload, error) {
	p, err := l.Payload(seat, body)
	p.Step, p.Head, p.Kind, p.About = step, l.headAt(step), kind, []uint64{uint64(about)}
	return p, err
}
