package table

import (
	"errors"
	"fmt"
	"slices"

	"fives/crypto/signature"
	"fives/crypto/transcript"
	"fives/engine/record"
	"fives/engine/rules"
)

// Checked is a record that has passed Check, together with its effect. It can be applied at
// every replica of the table that has the same log, because a table is a function of its
// log.
type Checked struct {
	record record.Record
	step   uint64
	head   record.Hash // at the start of the step
	seat   int
	kind   record.Kind
	about  int            // the seat that it is about, or rules.None
	apply  func(t *Table) // what to do when its step is complete; nil for nothing
}

// Seat returns the seat that the record belongs to.
func (c Checked) Seat() int { return c.seat }

// Step returns the step that the record belongs to.
func (c Checked) Step() uint64 { return c.step }

// Place returns where the record stands among those of its step: in the place of its own
// seat or, if it is a vote, in that of the seat that it is about, after the votes of lower
// seats. voter is [rules.None] for a record that is not a vote.
func (c Checked) Place() (seat, voter int) {
	if c.about == rules.None {
		return c.seat, rules.None
	}
	return c.about, c.seat
}

// Check verifies a record against the table as it stands. It changes nothing
// and may run concurrently with itself. A *[Fault] in the error proves its
// author guilty; every other error proves nothing.
//
// A table that has stopped owes nothing, but goes on taking in what was signed
// for it: see [Table.Stopped].
func (t *Table) Check(r record.Record) (Checked, error) {
	c, err := t.ClaimSigned(Peek(r), nil)
	if err != nil {
		return Checked{}, err
	}
	return c.Verify(nil)
}

// ClaimSigned does what Check does, for a record that has been read, except for verifying
// the proof that it carries. With keys, verifying the signature is less work.
func (t *Table) ClaimSigned(rd Reading, keys *signature.Keys) (Claim, error) {
	return t.claim(rd, func(c *Claim) error { return c.verifySignature(keys) })
}

// Claim does what ClaimSigned does, but also leaves the signature of a record that seems
// good to be verified later: until then, nobody knows who has made the claim. If something
// is wrong with the record, Claim verifies its signature, so that nobody is at fault for
// what somebody else has written.
func (t *Table) Claim(rd Reading) (Claim, error) {
	return t.claim(rd, func(*Claim) error { return nil })
}

func (t *Table) claim(rd Reading, signed func(*Claim) error) (c Claim, err error) {
	r := rd.Record()
	p, err := rd.Payload()
	if err != nil {
		return Claim{}, fmt.Errorf("%w: %w", ErrForeign, err)
	}
	seat := t.terms.SeatOf(r.Author)
	if p.Table != t.id || seat < 0 {
		return Claim{}, fmt.Errorf("%w: another table, or nobody who sits here", ErrForeign)
	}
	if p.Step > t.step {
		return Claim{}, ErrFuture
	}
	about, errAbout := t.subject(p)
	c = Claim{checked: Checked{record: r, step: p.Step, head: p.Head, seat: seat, kind: p.Kind, about: about}, unsigned: true}
	if (errAbout == nil || len(p.About) == 0) && p.Kind != record.KindComplaint {
		if old := t.find(p.Step, r.Author, about); old != nil {
			return Claim{}, t.second(*old, r, c.checked)
		}
	}
	if err := signed(&c); err != nil {
		return Claim{}, err
	}
	if p.Step < t.FirstStep() || p.Head != t.headAt(p.Step) {
		return Claim{}, fmt.Errorf("%w: it names another head at step %d", ErrForeign, p.Step)
	}
	switch {
	case errAbout != nil:
		return Claim{}, c.refuse(errAbout)
	case p.Kind == record.KindComplaint:
		return Claim{}, t.complaint(c, rd)
	case t.isLate(c.checked):
		return Claim{}, c.late()
	}
	c.checked.apply, c.proof, err = t.checkBody(p, rd, seat)
	if err != nil {
		return Claim{}, c.refuse(err)
	}
	return c, nil
}

// second judges a second record by an author for a step, about the same seat. A proposal
// and a join name no step of their author's, so a second one proves nothing.
func (t *Table) second(old, r record.Record, c Checked) error {
	if old.Same(r) {
		return ErrKnown
	}
	if c.step < t.FirstStep() {
		return fmt.Errorf("%w: another record before the roster", ErrForeign)
	}
	if !t.Contradict(old, r) {
		return ErrLate
	}
	return blame(c.seat, c.step, ErrTwo, old, r)
}

// Contradict reports whether two records by a seat for one step, about the same seat, are a
// fault of that seat. Two that show what somebody else has signed are not. At a table with
// cover, neither are two only because they name different heads: the seat may have signed
// one without knowing that it was covered in the log of the other (SPEC §10.6).
func (t *Table) Contradict(r, s record.Record) bool {
	p, errR := r.Peek()
	q, errS := s.Peek()
	if errR != nil || errS != nil || p.Kind == record.KindHere && q.Kind == record.KindHere {
		return false
	}
	return p.Head == q.Head || !t.terms.Covers() || p.Step <= t.FirstStep()+1
}

// isLate reports whether a record, which names the true head of its step, came after the
// step was complete, in a way that its author may not have known about: it was complete
// without the record, or before the vote.
func (t *Table) isLate(c Checked) bool {
	if c.step == t.step {
		return false
	}
	vote := c.kind == record.KindAway || c.kind == record.KindHere
	return vote && t.terms.Covers() || slices.Contains(t.VotedAway(c.step), c.seat)
}

// ErrTwo is the reason of a [Fault] that consists of two records.
var ErrTwo = errors.New("signed two different records for one step")

// checkBody checks what a record says, given that it is its author's own statement at the
// true head of its step. It returns what to do when the step is complete, and the proof to
// verify. If there is an error, verifying the proof may give a better one.
func (t *Table) checkBody(p record.Payload, rd Reading, seat int) (apply func(*Table), pr proof, err error) {
	if p.Step < t.step {
		return nil, nil, fmt.Errorf("the seat owed nothing in step %d", p.Step)
	}
	if p.Seat != uint64(seat) {
		return nil, nil, fmt.Errorf("it names seat %d", p.Seat)
	}
	if about, _ := t.subject(p); about != rules.None {
		return t.checkVote(p, rd, seat, about)
	}
	if !p.Kind.Known() {
		return nil, nil, errors.New("a record of a kind that there is not")
	}
	if !t.pending.Owes(seat) || p.Kind != t.pending.Kind {
		return nil, nil, fmt.Errorf("a %s record is not owed by this seat", p.Kind)
	}
	tr := t.Transcript(seat)
	switch p.Kind {
	case record.KindSeal:
		return checkSeal(rd, seat, tr)
	case record.KindRoster:
		return nil, nil, checkRoster(p)
	case record.KindAccept:
		return nil, nil, checkAccept(p, t.id)
	case record.KindReceipt:
		return nil, nil, checkReceipt(p, t.Receipt())
	case record.KindKey:
		return t.checkKey(rd, seat, tr)
	case record.KindStack:
		apply, err = t.checkStack(rd, seat)
		return apply, nil, err
	case record.KindProof:
		pr, err = t.checkProof(rd, seat)
		return nil, pr, err
	case record.KindShares:
		return t.hand.checkShares(rd, seat, tr)
	case record.KindMove:
		return t.checkMove(rd, seat, tr)
	}
	return nil, nil, errors.New("a record of a kind that no step owes")
}

// fresh is the beginning of all transcripts of this package. Its protocol string carries
// the version.
var fresh = transcript.New(fmt.Sprintf("fives/v%d/table", record.Version))

// Transcript returns the context of a seat's proof in the running step (SPEC §7): a proof
// made in it is worth nothing anywhere else.
func (t *Table) Transcript(seat int) *transcript.Transcript {
	return t.TranscriptOf(seat, t.step, t.pending.Kind)
}

// TranscriptOf returns the context of what a seat draws or proves for a step that has
// begun.
func (t *Table) TranscriptOf(seat int, step uint64, kind record.Kind) *transcript.Transcript {
	tr := fresh.Clone()
	tr.Append("table", t.id[:])
	head := t.headAt(step)
	tr.Append("head", head[:])
	tr.AppendUint64("hand", uint64(t.HandNumber()))
	tr.AppendUint64("step", step)
	tr.AppendUint64("seat", uint64(seat))
	tr.Append("kind", []byte(kind))
	return tr
}

// TranscriptAbout returns the context of what a seat proves about another seat for a step
// that has begun.
func (t *Table) TranscriptAbout(seat, about int, step uint64, kind record.Kind) *transcript.Transcript {
	tr := t.TranscriptOf(seat, step, kind)
	tr.AppendUint64("about", uint64(about))
	return tr
}
