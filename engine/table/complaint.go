package table

import (
	"crypto/sha256"
	"errors"

	"fives/crypto/piece"
	"fives/engine/record"
)

// Reasons of a [Fault]: with ErrPiece, the seat has published a false commitment to a piece
// of its hand key; with ErrComplaint, it has complained about a true one; with ErrAccepted,
// its complaint is right, but it had signed on after the keys.
var (
	ErrPiece     = errors.New("its commitment to a piece of its hand key is false")
	ErrComplaint = errors.New("complained of a piece that is as it should be")
	ErrAccepted  = errors.New("complained of a piece after it had signed a record behind the keys")
)

// complaint judges a complaint about a piece of a hand key (SPEC §10.5). It always proves a
// fault, of the seat that it is about or of its author. It belongs to no step, so it is
// never taken in. Before the hand key that it is about has been taken in, and after the
// hand, it says nothing.
func (t *Table) complaint(c Claim, rd Reading) error {
	k := c.checked
	if !t.terms.Covers() {
		return c.refuse(errors.New("a complaint at a table without cover"))
	}
	if step, ok := t.KeyStep(k.about); !ok || step != k.step || t.HandReceipted(t.HandNumber()) {
		return c.late()
	}
	body, err := BodyOf[record.Complaint](rd)
	if err != nil {
		return c.refuse(err)
	}
	key := t.OwnAt(k.step, k.about)
	if key == nil || record.Hash(sha256.Sum256(key.Payload)) != body.Record {
		return c.late()
	}
	if err := c.verifySignature(nil); err != nil {
		return err
	}
	upheld, err := t.judge(k, rd, body, *key)
	switch {
	case err != nil: // only the key that it is about shows whether it is one
		return blame(k.seat, k.step, err, *key, k.record)
	case upheld:
		return blame(k.about, k.step, ErrPiece, *key, k.record)
	}
	return blame(k.seat, k.step, ErrComplaint, *key, k.record)
}

// judge says whether a complaint about the record of a hand key is upheld.
func (t *Table) judge(k Checked, rd Reading, body record.Complaint, key record.Record) (upheld bool, err error) {
	if p, err := rd.Payload(); err != nil || p.Seat != uint64(k.seat) {
		return false, errors.New("it names another seat as its author's")
	}
	commitment, err := t.Commitment(Peek(key), k.about, k.seat)
	if err != nil {
		return false, err
	}
	made, err := piece.DecodeComplaint(append(body.Point[:len(body.Point):len(body.Point)], body.Proof...))
	if err != nil {
		return false, err
	}
	return made.Judge(t.TranscriptAbout(k.seat, k.about, k.step, record.KindComplaint), t.PieceRoute(k.about, k.seat), commitment)
}

// Accepted returns the fault of the author of an upheld complaint, f, if the log or the
// running step has, for a step after that of the keys, a record by that author or its vote
// that a seat is away: an honest holder checks its pieces before it signs anything after
// them. It returns nil for any other fault.
func (t *Table) Accepted(f *Fault) *Fault {
	if !errors.Is(f.Reason, ErrPiece) {
		return nil
	}
	complaint := f.Records[len(f.Records)-1]
	for step := t.stepAfterKeys(f.Step); step <= t.step; step++ {
		for _, r := range t.signedIn(step) {
			if r.Author == complaint.Author {
				return &Fault{Seat: t.terms.SeatOf(r.Author), Step: step, Reason: ErrAccepted, Records: []record.Record{r, complaint}}
			}
		}
	}
	return nil
}

// signedIn lists the records of a step that has begun and the votes in it that a seat is
// away, which is what a file can hold.
func (l *log) signedIn(step uint64) []record.Record {
	if step < l.step {
		return l.Records(step)
	}
	rs := l.Arrived()
	for _, v := range l.votes {
		if v.kind == record.KindAway {
			rs = append(rs, v.record)
		}
	}
	return rs
}

// stepAfterKeys returns the first step after the keys of a hand, given the step in which
// one seat has published its key: if seats of two nodes were voted away, keys take another
// step.
func (t *Table) stepAfterKeys(step uint64) uint64 {
	for len(t.VotedAway(step)) > len(t.Coverings(step)) {
		step++
	}
	return step + 1
}

// implicate keeps the faults that follow from complaints together with what the log has by
// now.
func (t *Table) implicate() {
	for _, f := range t.faults {
		if also := t.Accepted(f); also != nil && !t.proved(also.Seat, also.Step) {
			t.keep(also)
		}
	}
}
