package table_test

import (
	"crypto/sha256"
	"slices"
	"testing"

	"fives/crypto/mask"
	"fives/crypto/piece"
	"fives/crypto/ristretto"
	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// covered is a table of four with cover, at which the seat who owes a record of that kind
// and is away from now on.
func covered(t testing.TB, kind record.Kind, who int) *tabletest.Rig {
	t.Helper()
	g := tabletest.NewCovered(t, tabletest.Drill, 4, map[string]any{"hands": 1}, 5)
	g.Until(func(tb *table.Table) bool {
		d := tb.Pending()
		return d.Kind == kind && d.Owes(who) && d.Why != rules.Lot
	})
	if d := g.Table().Pending(); d.Kind != kind || !d.Owes(who) {
		t.Fatalf("seat %d never owes a %s", who, kind)
	}
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == who }
	return g
}

// away is an honest vote.
func away(t testing.TB, g *tabletest.Rig, voter, about int) record.Record {
	t.Helper()
	p := g.Players[voter]
	r, err := seat.Away(p.Table, voter, about, p.Key, p.Hand, g.Secret)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// here is an honest vote that shows a record.
func here(t testing.TB, g *tabletest.Rig, voter, about int, shown record.Record) record.Record {
	t.Helper()
	p := g.Players[voter]
	r, err := seat.Here(p.Table, voter, about, p.Table.Step(), p.Key, shown)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// vote is a vote with any body.
func vote(t testing.TB, g *tabletest.Rig, voter, about int, kind record.Kind, body any) record.Record {
	t.Helper()
	p := g.Players[voter]
	pl, err := p.Table.VotePayload(voter, about, p.Table.Step(), kind, body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Sign(p.Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// SPEC §10.2: who may vote, and on what.
func TestVoters(t *testing.T) {
	g := covered(t, record.KindShares, 2)
	tb := g.Table()
	if v := tb.Voters(2); !slices.Equal(v, []int{0, 1, 3}) {
		t.Fatalf("the voters are %v", v)
	}
	nobody := 0
	for nobody < 4 && tb.Pending().Owes(nobody) {
		nobody++
	}
	for name, r := range map[string]record.Record{
		"about itself":       vote(t, g, 2, 2, record.KindAway, record.Away{}),
		"about nobody":       vote(t, g, 0, 9, record.KindAway, record.Away{}),
		"who owes nothing":   vote(t, g, (nobody+1)%4, nobody, record.KindAway, record.Away{}),
		"a here of its own":  vote(t, g, 2, 2, record.KindHere, record.Here{}),
		"no covering shares": vote(t, g, 0, 2, record.KindAway, record.Away{}),
		"nothing shown":      vote(t, g, 0, 2, record.KindHere, record.Here{}),
	} {
		if name == "who owes nothing" && nobody == 4 {
			continue
		}
		t.Log(name)
		_, err := tb.Check(r)
		fault(t, err, tb.Terms().SeatOf(r.Author), 1, "")
	}
	plain := tabletest.New(t, tabletest.Drill, 4, nil, 5)
	plain.Owed(record.KindMove)
	who := plain.Turn().Seat
	_, err := plain.Table().Check(vote(t, plain, (who+1)%4, who, record.KindAway, record.Away{}))
	fault(t, err, (who+1)%4, 1, "no vote")
	three := tabletest.NewCovered(t, tabletest.Drill, 3, nil, 5)
	three.Owed(record.KindMove)
	who = three.Turn().Seat
	_, err = three.Table().Check(vote(t, three, (who+1)%3, who, record.KindAway, record.Away{}))
	fault(t, err, (who+1)%3, 1, "no vote")
}

// A record with an about that its kind does not have is its author's fault.
func TestStrayAbout(t *testing.T) {
	g := covered(t, record.KindShares, 2)
	for name, about := range map[string][]uint64{"an own record": {2}, "two seats": {1, 2}} {
		kind := record.KindShares
		if len(about) > 1 {
			kind = record.KindAway
		}
		r := vote(t, g, 0, 2, kind, record.Shares{})
		pl, err := r.Open()
		if err != nil {
			t.Fatal(err)
		}
		pl.About = about
		if r, err = record.Sign(g.Players[0].Key, pl); err != nil {
			t.Fatal(err)
		}
		t.Log(name)
		_, err = g.Table().Check(r)
		fault(t, err, 0, 1, "about")
	}
}

// Attack: false covering shares, alone and together with good ones: their author is
// blamed, and nobody else.
func TestAttackCoveringShares(t *testing.T) {
	g := covered(t, record.KindShares, 2)
	tb := g.Table()
	good := away(t, g, 0, 2)
	pl, err := good.Open()
	if err != nil {
		t.Fatal(err)
	}
	body, err := record.Decode[record.Away](pl)
	if err != nil {
		t.Fatal(err)
	}
	other, err := record.Decode[record.Away](opened(away(t, g, 1, 2).Open()))
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(b *record.Away){
		"another's":    func(b *record.Away) { *b = other },
		"its shares":   func(b *record.Away) { b.Shares = other.Shares },
		"its proof":    func(b *record.Away) { b.Proof = other.Proof },
		"one less":     func(b *record.Away) { b.Shares = b.Shares[32:] },
		"one more":     func(b *record.Away) { b.Shares = append(b.Shares, b.Shares[:32]...) },
		"identity":     func(b *record.Away) { copy(b.Shares, make([]byte, 32)) },
		"no proof":     func(b *record.Away) { b.Proof = nil },
		"its own hand": func(b *record.Away) { *b = ownShares(t, g, 0, 2) },
	} {
		bad := record.Away{Shares: slices.Clone(body.Shares), Proof: slices.Clone(body.Proof)}
		change(&bad)
		r := vote(t, g, 0, 2, record.KindAway, bad)
		t.Log(name)
		_, err := tb.Check(r)
		fault(t, err, 0, 1, "")
		var claims []table.Claim
		for _, r := range []record.Record{away(t, g, 1, 2), r, away(t, g, 3, 2)} {
			if c, err := tb.Claim(table.Peek(r)); err == nil {
				claims = append(claims, c)
			}
		}
		_, errs := table.VerifyAll(claims, nil)
		for i, err := range errs {
			if len(claims) == 3 && (err != nil) != (i == 1) {
				t.Errorf("together, vote %d: %v", i, err)
			}
		}
	}
}

// ownShares are shares under the voter's hand key in place of its piece.
func ownShares(t testing.TB, g *tabletest.Rig, voter, about int) record.Away {
	t.Helper()
	body, err := record.Decode[record.Away](opened(away(t, g, voter, about).Open()))
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range g.Table().SharesOwed(about) {
		d := mask.Share(g.Players[voter].Hand.Secret, mask.Mask{A: a}).Encode()
		copy(body.Shares[32*i:], d[:])
	}
	return body
}

func opened(p record.Payload, err error) record.Payload {
	if err != nil {
		panic(err)
	}
	return p
}

// SPEC §10.2: a here shows a record that the seat has signed for this step.
func TestShown(t *testing.T) {
	g := covered(t, record.KindShares, 2)
	tb := g.Table()
	own := g.Make(g.Players[2])
	if _, err := tb.Check(here(t, g, 0, 2, own)); err != nil {
		t.Fatal(err)
	}
	flipped := own
	flipped.Signature[3] ^= 1
	earlier := tb.OwnAt(tb.Step()-1, 2)
	for s := tb.Step() - 1; earlier == nil; s-- {
		earlier = tb.OwnAt(s, 2)
	}
	signed := func(change func(p *record.Payload)) record.Record {
		p, err := own.Peek()
		if err != nil {
			t.Fatal(err)
		}
		change(&p)
		r, err := record.Sign(g.Players[2].Key, p)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for name, shown := range map[string]record.Record{
		"the head alone":  signed(func(p *record.Payload) { p.Step-- }),
		"the step alone":  signed(func(p *record.Payload) { p.Head[0]++ }),
		"another table":   signed(func(p *record.Payload) { p.Table[0]++ }),
		"about another":   signed(func(p *record.Payload) { p.About = []uint64{1} }),
		"a bad signature": flipped,
		"another step":    *earlier,
		"another's":       g.Make(g.Players[1]),
		"a vote":          vote(t, g, 2, 1, record.KindAway, record.Away{}),
		"nothing":         {},
	} {
		t.Log(name)
		_, err := tb.Check(here(t, g, 0, 2, shown))
		fault(t, err, 0, 1, "")
	}
	if _, err := tb.Check(here(t, g, 1, 2, g.Sign(g.Players[2], record.Shares{}))); err != nil { // its author answers for it
		t.Error(err)
	}
}

// Attack: a voter says away and here. It is blamed, alone, and the evidence proves it.
func TestAttackTwoVotes(t *testing.T) {
	g := covered(t, record.KindShares, 2)
	tb := g.Table()
	own := g.Make(g.Players[2])
	first, second := away(t, g, 0, 2), here(t, g, 0, 2, own)
	take(t, tb, first)
	_, err := tb.Check(second)
	f := fault(t, err, 0, 2, "two different")
	blamed(t, tb, f, 0)
	take(t, tb, away(t, g, 1, 2))
	if _, err := tb.Check(here(t, g, 3, 2, own)); err != nil {
		t.Errorf("another voter: %v", err)
	}
	take(t, tb, g.Make(g.Players[0])) // its own record for the step is another matter
}

// Two votes that show a record prove nothing, even of two records.
func TestTwoHeres(t *testing.T) {
	g := covered(t, record.KindShares, 2)
	tb := g.Table()
	take(t, tb, here(t, g, 0, 2, g.Make(g.Players[2])))
	_, err := tb.Check(here(t, g, 0, 2, g.Sign(g.Players[2], record.Shares{})))
	harmless(t, err, table.ErrLate)
}

func take(t testing.TB, tb *table.Table, r record.Record) {
	t.Helper()
	c, err := tb.Check(r)
	if err == nil {
		_, err = tb.Apply(c)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// blamed fails the test unless the evidence file of a fault blames the seat by itself.
func blamed(t *testing.T, tb *table.Table, f *table.Fault, who int) {
	t.Helper()
	find := func(string) (*rules.RuleSet, error) { return tb.Terms().Rules, nil }
	r, err := audit.Verify(audit.Evidence(tb, f), find, audit.Options{})
	var b *audit.BlameError
	if !asBlame(err, &b) || b.Seat != who || !r.Evidence {
		t.Errorf("the evidence says %v, want seat %d", err, who)
	}
}

func asBlame(err error, b **audit.BlameError) bool {
	found, ok := err.(*audit.BlameError)
	*b = found
	return ok
}

// SPEC §10.2: after an away, a record counts only when a here shows it, whatever the order
// in which they come.
func TestCountsWhenShown(t *testing.T) {
	for _, order := range [][3]int{{1, 0, 2}, {1, 2, 0}, {2, 1, 0}} {
		g := covered(t, record.KindMove, 2)
		tb := g.Table()
		own := g.Make(g.Players[2])
		rs := []record.Record{own, away(t, g, 0, 2), here(t, g, 1, 2, own)}
		step := tb.Step()
		for _, i := range order {
			if tb.Step() != step {
				t.Fatalf("order %v: complete too early", order)
			}
			take(t, tb, rs[i])
		}
		if tb.Step() == step || tb.OwnAt(step, 2) == nil || tb.Covered(2) || len(tb.ShownVotes(step)) != 1 {
			t.Errorf("order %v: its own record does not stand", order)
		}
	}
}

// When all have said away and nobody here, the seat is covered. Its record comes too late
// and proves nothing, nor does what it signs in isolation; the same of another seat is a
// fault.
func TestIsolated(t *testing.T) {
	g := covered(t, record.KindMove, 2)
	tb, alone := g.Table(), g.Players[2].Table
	step := tb.Step()
	own := g.Make(g.Players[2])
	first, second, third := away(t, g, 0, 2), away(t, g, 1, 2), away(t, g, 3, 2)
	for _, r := range []record.Record{first, own, second, third} {
		toAll(t, g, r)
	}
	if tb.Step() == step || !slices.Equal(tb.Coverings(step), []int{2}) || !tb.Covered(2) {
		t.Fatal("the seat is not covered")
	}
	_, err := tb.Check(own)
	harmless(t, err, table.ErrLate)
	take(t, alone, own)
	if alone.Step() == step {
		t.Fatal("its own record does not complete the step for it")
	}
	for name, r := range map[string]record.Record{
		"a record":       isolated(t, alone, g.Players[2], record.Shares{}),
		"another record": isolated(t, alone, g.Players[2], record.Move{Text: "x"}),
	} {
		t.Log(name)
		_, err := tb.Check(r)
		harmless(t, err, table.ErrForeign)
	}
	g.Until(func(tb *table.Table) bool { return tb.OwnAt(tb.Step()-1, 0) != nil })
	r := isolated(t, alone, g.Players[0], record.Shares{})
	_, err = tb.Check(r)
	harmless(t, err, table.ErrForeign)
}

// isolated is a record that a player signs at a table that parts from the others'.
func isolated(t *testing.T, alone *table.Table, p *tabletest.Player, body any) record.Record {
	t.Helper()
	pl, err := alone.Payload(p.Seat, body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Sign(p.Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A seat that was covered is back with its next record.
func TestBack(t *testing.T) {
	g := covered(t, record.KindMove, 2)
	gone := true
	g.Absent = func(p *tabletest.Player) bool { return gone && p.Seat == 2 }
	g.Step()
	moved := func(p table.PlayedMove) bool { return p.Seat == 2 && p.StandIn }
	g.Until(func(tb *table.Table) bool {
		return tb.Pending().Owes(2) && tb.Covered(2) && slices.ContainsFunc(tb.Hand().Played(), moved)
	})
	gone = false
	p := g.Players[2]
	p.Table = g.Replay(g.Table().Log())
	if !g.Table().Covered(2) || !g.Step() {
		t.Fatal("no stand-in has moved for it")
	}
	if g.Table().Covered(2) {
		t.Error("it is still covered")
	}
}

// lie is a table of four with cover at whose keys a seat has published false commitments
// that add up to its key.
func lie(t *testing.T, who int) *tabletest.Rig {
	t.Helper()
	g := tabletest.NewCovered(t, tabletest.Drill, 4, nil, 5)
	g.Owed(record.KindKey)
	g.Body = falsely(who)
	g.Step()
	g.Body = nil
	return g
}

// complain is the complaint of a holder about a seat's hand key, if it has one.
func complain(g *tabletest.Rig, holder, about int) (record.Record, bool) {
	p := g.Players[holder]
	return seat.Complain(p.Table, holder, about, p.Key, p.Hand, g.Secret)
}

// Attack: false commitments that add up to the key. The holders of the false ones
// complain, the seat is blamed, and the evidence proves it.
func TestAttackFalsePieces(t *testing.T) {
	g := lie(t, 2)
	tb := g.Table()
	for holder, want := range map[int]bool{0: true, 1: true, 3: false} {
		r, ok := complain(g, holder, 2)
		if ok != want {
			t.Errorf("seat %d complains: %v", holder, ok)
		}
		if !ok {
			continue
		}
		_, err := tb.Check(r)
		f := fault(t, err, 2, 2, table.ErrPiece.Error())
		if f.Forks() || f.Author() != tb.Terms().Seats[2].Key {
			t.Error("the fault is not that of the seat")
		}
		blamed(t, tb, f, 2)
		p, err := r.Peek()
		if err != nil {
			t.Fatal(err)
		}
		p.Seat = 3 // a true complaint that names another seat as its author's
		other, err := record.Sign(g.Players[holder].Key, p)
		if err != nil {
			t.Fatal(err)
		}
		_, err = tb.Check(other)
		fault(t, err, holder, 2, "another seat")
		r.Signature[5] ^= 1
		_, err = tb.Check(r)
		harmless(t, err, table.ErrForeign)
	}
}

// Attack: false complaints. The author is blamed, and the evidence proves it.
func TestAttackFalseComplaint(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 4, nil, 5)
	g.Owed(record.KindKey)
	g.Step()
	tb := g.Table()
	step, _ := tb.KeyStep(2)
	key := *tb.OwnAt(step, 2)
	if _, ok := complain(g, 0, 2); ok {
		t.Error("an honest seat complains")
	}
	p := g.Players[0]
	w := tb.PieceRoute(2, 0)
	made, err := piece.Complain(tb.TranscriptAbout(0, 2, step, record.KindComplaint), w, ristretto.MulBase(p.Hand.Secret), p.Hand.Seal, g.Secret)
	if err != nil {
		t.Fatal(err)
	}
	enc := made.Shared.Encode()
	body := record.Complaint{Record: sha256.Sum256(key.Payload), Point: enc[:], Proof: made.Proof.Encode()}
	sign := func(b record.Complaint) record.Record {
		pl, err := tb.VotePayload(0, 2, step, record.KindComplaint, b)
		if err != nil {
			t.Fatal(err)
		}
		r, err := record.Sign(p.Key, pl)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	_, err = tb.Check(sign(body))
	f := fault(t, err, 0, 2, table.ErrComplaint.Error())
	if f.Author() != tb.Terms().Seats[0].Key {
		t.Error("the fault is not that of the author")
	}
	blamed(t, tb, f, 0)
	for name, change := range map[string]func(b *record.Complaint){
		"another point": func(b *record.Complaint) { b.Point = b.Proof[:32] },
		"its proof":     func(b *record.Complaint) { b.Proof = slices.Concat(b.Proof[32:64], b.Proof[:32], b.Proof[64:]) },
		"short":         func(b *record.Complaint) { b.Proof = b.Proof[1:] },
		"nothing":       func(b *record.Complaint) { b.Point, b.Proof = nil, nil },
	} {
		bad := body
		change(&bad)
		t.Log(name)
		_, err = tb.Check(sign(bad))
		blamed(t, tb, fault(t, err, 0, 2, ""), 0) // with the key that it is about, without which no file proves it
	}
	other := body
	other.Record[0] ^= 1
	_, err = tb.Check(sign(other))
	harmless(t, err, table.ErrLate)
}

// Commitments that are missing, too many, or do not add up are refused with the key.
func TestPiecesComeWithTheKey(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 4, nil, 5)
	g.Owed(record.KindKey)
	p := g.Players[1]
	good := g.Honest(p).(record.HandKey)
	for name, change := range map[string]func(b *record.HandKey){
		"none":     func(b *record.HandKey) { b.Pieces = nil },
		"one less": func(b *record.HandKey) { b.Pieces = b.Pieces[32:] },
		"one more": func(b *record.HandKey) { b.Pieces = append(b.Pieces, b.Pieces[:32]...) },
		"identity": func(b *record.HandKey) { copy(b.Pieces, make([]byte, 32)) },
		"twice":    func(b *record.HandKey) { copy(b.Pieces, b.Pieces[32:64]) },
	} {
		bad := good
		bad.Pieces = slices.Clone(good.Pieces)
		change(&bad)
		t.Log(name)
		_, err := g.Table().Check(g.Sign(p, bad))
		fault(t, err, 1, 1, "")
	}
	plain := tabletest.New(t, tabletest.Drill, 4, nil, 5)
	plain.Owed(record.KindKey)
	body := plain.Honest(plain.Players[0]).(record.HandKey)
	body.Pieces = good.Pieces
	_, err := plain.Table().Check(plain.Sign(plain.Players[0], body))
	fault(t, err, 0, 1, "nobody holds")
}

// toAll gives a record to all players but those who are absent.
func toAll(t *testing.T, g *tabletest.Rig, r record.Record) {
	t.Helper()
	for _, p := range g.Players {
		if g.Absent == nil || !g.Absent(p) {
			take(t, p.Table, r)
		}
	}
}

// A proof that is voted away makes its stack void, and those made of it.
func TestVoidStacks(t *testing.T) {
	for who := range 4 {
		g := covered(t, record.KindProof, who)
		g.Step()
		d := g.Table().Pending()
		if who == 3 && d.Kind == record.KindStack || who < 3 && (d.Kind != record.KindStack || !d.Owes(who+1)) {
			t.Errorf("seat %d: %+v is owed", who, d)
		}
		g.Play()
	}
}

// Votes and complaints of a peer, signed with its key, never panic and never change the
// table; nor do they blame anybody else.
func FuzzVotes(f *testing.F) {
	votes := []record.Kind{record.KindAway, record.KindHere, record.KindComplaint}
	var rigs []*tabletest.Rig
	var steps []*tabletest.Rig
	for _, kind := range []record.Kind{record.KindSeal, record.KindKey, record.KindStack, record.KindProof, record.KindShares, record.KindMove, record.KindReceipt} {
		steps = append(steps, covered(f, kind, 2))
	}
	for _, d := range []table.Pending{{Kind: record.KindKey}, {Kind: record.KindShares, Why: rules.Deal}} { // owed again
		g := five(f, d.Kind, d.Why)
		g.Apart(g.Players[2], g.Players[3])
		steps = append(steps, g)
	}
	for _, g := range steps {
		made := []record.Record{away(f, g, 0, 2), here(f, g, 0, 2, g.Make(g.Players[2]))}
		if step, ok := g.Table().KeysStep(); ok {
			key := *g.Table().OwnAt(step, 2)
			body := record.Complaint{Record: sha256.Sum256(key.Payload), Point: make([]byte, 32), Proof: make([]byte, 96)}
			made = append(made, vote(f, g, 0, 2, record.KindComplaint, body))
		}
		for i, r := range made {
			p, _ := r.Peek()
			f.Add(uint8(len(rigs)), uint8(i), []byte(p.Body))
			f.Add(uint8(len(rigs)), uint8(i), r.Payload)
		}
		rigs = append(rigs, g)
	}
	f.Fuzz(func(t *testing.T, at, kind uint8, b []byte) {
		g := rigs[int(at)%len(rigs)]
		g.TB = t
		p := g.Players[0]
		before := snapshot(p.Table)
		check(t, g, p, tabletest.Resign(p.Key, record.Record{Author: record.KeyOf(p.Key), Payload: b}))
		step := p.Table.Step()
		if s, ok := p.Table.KeyStep(2); ok && kind > 127 {
			step = s
		}
		pl, err := p.Table.VotePayload(0, 2, step, votes[int(kind)%len(votes)], record.Empty{})
		if err == nil && len(b) > 0 {
			pl.Body = b
			if r, err := record.Sign(p.Key, pl); err == nil {
				check(t, g, p, r)
			}
		}
		if snapshot(p.Table) != before {
			t.Fatal("Check changed the table")
		}
	})
}

// A vote of a seat whose fault is proved is still looked at while the step lacks it: others
// may have taken it in before they knew.
func TestVoteOfTheGuilty(t *testing.T) {
	g := covered(t, record.KindShares, 2)
	tb := g.Table()
	first, second := away(t, g, 0, 2), away(t, g, 0, 2)
	_, err := tb.Check(vote(t, g, 0, 2, record.KindHere, record.Here{}))
	tb.Accuse(fault(t, err, 0, 1, ""))
	if err := tb.Screen(first); err != nil {
		t.Error(err)
	}
	take(t, tb, first)
	harmless(t, tb.Screen(second), table.ErrGuilty)
}
