package table

import (
	"errors"
	"fmt"
	"slices"

	"fives/crypto/ristretto"
	"fives/engine/reading"
	"fives/engine/record"
	"fives/engine/rules"
)

// This file is the vote on a record that a seat owes while its node is away (SPEC §10).
// Each of the other nodes either says that it has no such record (away), or shows it
// (here). A step is complete without the record when all of them have said away.

// A covering is a record that a seat owed and the others have voted away.
type covering struct {
	seat int
	step uint64
}

// ErrLate says that a record came after its step was complete without it. Its author may
// not have known that, so it proves nothing.
var ErrLate = errors.New("table: the step of the record is complete without it")

// Covering reports whether a seat can be covered in the running step: the terms say so, at
// least two other nodes take part in the hand, so that no node alone holds a hand key or
// decides a vote, and the seat's stack is not needed.
func (t *Table) Covering(seat int) bool { return t.held(seat) && !t.needed(seat) }

// held reports whether enough other nodes take part in the running hand to cover for a seat.
func (t *Table) held(seat int) bool { return len(t.Voters(seat)) >= minVoters }

// minVoters is how many other nodes a seat has that can be covered.
const minVoters = 2

// Voters are the seats that vote for their nodes on a record of a seat: the first one of
// each other node. The same seats hold the pieces of its hand key.
func (t *Table) Voters(seat int) (voters []int) {
	if !t.terms.Cover || t.hand == nil {
		return nil
	}
	nodes := []record.Key{t.terms.Seats[seat].Node()}
	for _, s := range t.hand.party {
		if node := t.terms.Seats[s].Node(); !slices.Contains(nodes, node) {
			nodes, voters = append(nodes, node), append(voters, s)
		}
	}
	return voters
}

// Covered reports whether the last record that a seat owed was voted away: the others, and
// the stand-in, act for it until it delivers one.
func (t *Table) Covered(seat int) bool { return t.covered.has(seat) }

// Votes returns the votes of the running step, in the order in which they came.
func (l *log) Votes() []record.Record {
	var rs []record.Record
	for _, v := range l.votes {
		rs = append(rs, v.record)
	}
	return rs
}

// VotesOf returns which seats have said in the running step that a seat is away, and
// which that it is here.
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

// Heres returns the votes that have shown a record of a step that is complete, for who has
// voted it away and still lacks them.
func (l *log) Heres(step uint64) []record.Record {
	var rs []record.Record
	for _, v := range l.heres {
		if v.step == step {
			rs = append(rs, v.record)
		}
	}
	return rs
}

// Coverings returns the seats whose records of a complete step were voted away.
func (l *log) Coverings(step uint64) (seats []int) {
	for _, c := range l.coverings {
		if c.step == step {
			seats = append(seats, c.seat)
		}
	}
	return seats
}

// HandsCovered counts the hands in which the others have acted for a seat.
func (t *Table) HandsCovered(seat int) int {
	hands := map[int]bool{}
	for _, c := range t.coverings {
		if c.seat == seat {
			hands[t.results.before(c.step-1)] = true // receipts belong to their hand
		}
	}
	return len(hands)
}

// Own returns the record of a seat that has arrived in the running step, whether or not it
// counts; nil if there is none.
func (t *Table) Own(seat int) *record.Record { return t.OwnAt(t.step, seat) }

// OwnAt returns a seat's own record of a step that has begun, nil if there is none.
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

// Undecided lists the seats of which the running step has neither a record that counts nor
// all votes to do without it.
func (t *Table) Undecided() (seats []int) {
	for _, s := range t.pending.Seats {
		if !t.stands(s) && !t.votedAway(s) {
			seats = append(seats, s)
		}
	}
	return seats
}

// subject is the seat that a record is about, [rules.None] for its author's own.
func (l *log) subject(p record.Payload) (int, error) {
	if p.Kind != record.KindAway && p.Kind != record.KindHere && p.Kind != record.KindComplaint {
		if len(p.About) > 0 {
			return rules.None, fmt.Errorf("a %s is about no other seat", p.Kind)
		}
		return rules.None, nil
	}
	if len(p.About) != 1 || p.About[0] >= uint64(len(l.terms.Seats)) {
		return rules.None, fmt.Errorf("a %s is about one seat", p.Kind)
	}
	return int(p.About[0]), nil
}

// checkVote checks what a vote on the running step says.
func (t *Table) checkVote(p record.Payload, rd reading.Reading, seat, about int) (apply func(*Table), pr proof, err error) {
	if !t.pending.Owes(about) || !t.Covering(about) || !slices.Contains(t.Voters(about), seat) {
		return nil, nil, fmt.Errorf("it has no vote on a record of seat %d", about)
	}
	if p.Kind == record.KindAway {
		return t.checkAway(rd, seat, about)
	}
	return nil, nil, t.checkHere(rd, about)
}

// checkAway: with the vote on shares come the voter's covering shares. They are due
// whatever comes of the vote, so they tell nobody more than the seat's own would.
func (t *Table) checkAway(rd reading.Reading, seat, about int) (apply func(*Table), pr proof, err error) {
	body, err := reading.Body[record.Away](rd)
	if err != nil {
		return nil, nil, err
	}
	var points []ristretto.Element
	if t.pending.Kind == record.KindShares {
		points = t.hand.pointsOwed(about)
	}
	shares, pr, err := t.hand.readShares(rd, t.hand.piece(t.Voters(about), about, seat), points, body.Shares, body.Proof, t.TranscriptAbout(seat, about, t.step, record.KindAway))
	if err != nil || len(shares) == 0 {
		return nil, pr, err
	}
	return t.hand.takeShares(about, shares), pr, nil
}

// checkHere: what it shows is a record that the seat has signed for the step. Whether that
// record is good is another question, for which its author answers.
func (t *Table) checkHere(rd reading.Reading, about int) error {
	_, shown, err := t.Shows(rd.Record())
	if err != nil {
		return err
	}
	if shown.Table != t.id || shown.Step != t.step || shown.Head != t.head || len(shown.About) > 0 {
		return fmt.Errorf("what it shows is no record of seat %d for this step", about)
	}
	return nil
}

// Shows returns the record that a here shows, whose signature is good, and its payload.
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

// isolated reports whether a record may have been signed by a node that did not know that
// the others had covered for it: it names another head, for a step not before the one in
// which a seat of the node was covered.
func (t *Table) isolated(seat int, p record.Payload) bool {
	node := t.terms.Seats[seat].Node()
	if head, ok := t.HeadAt(p.Step); ok && head == p.Head {
		return false
	}
	return slices.ContainsFunc(t.coverings, func(c covering) bool {
		return t.terms.Seats[c.seat].Node() == node && c.step <= p.Step
	})
}

// VotePayload is the payload of a vote on a step that has begun.
func (l *log) VotePayload(seat, about int, step uint64, kind record.Kind, body any) (record.Payload, error) {
	p, err := l.Payload(seat, body)
	p.Step, p.Head, p.Kind, p.About = step, l.heads[step], kind, []uint64{uint64(about)}
	return p, err
}
