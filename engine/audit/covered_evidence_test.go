package audit_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"testing"

	"fives/crypto/piece"
	"fives/crypto/ristretto"
	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// covered is a game of four at a table with cover, which owes such a record.
func covered(t *testing.T, kind record.Kind) *tabletest.Rig {
	t.Helper()
	g := tabletest.NewCovered(t, tabletest.Drill, 4, map[string]any{"hands": 2}, 2)
	g.Owed(kind)
	return g
}

// speak signs a record about another seat for the running step.
func speak(t *testing.T, p *tabletest.Player, about int, kind record.Kind, body any) record.Record {
	t.Helper()
	return speakAt(t, p, about, p.Table.Step(), kind, body)
}

func speakAt(t *testing.T, p *tabletest.Player, about int, step uint64, kind record.Kind, body any) record.Record {
	t.Helper()
	pl, err := p.Table.VotePayload(p.Seat, about, step, kind, body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Sign(p.Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func away(t *testing.T, g *tabletest.Rig, p *tabletest.Player, about int) record.Record {
	t.Helper()
	r, err := seat.Away(p.Table, p.Seat, about, p.Key, p.Hand, g.Secret)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// changed is an honest vote with another body.
func changed(t *testing.T, g *tabletest.Rig, p *tabletest.Player, about int, change func(*record.Away)) record.Record {
	t.Helper()
	pl, err := away(t, g, p, about).Peek()
	if err != nil {
		t.Fatal(err)
	}
	body, err := record.Decode[record.Away](pl)
	if err != nil {
		t.Fatal(err)
	}
	body.Shares, body.Proof = slices.Clone(body.Shares), slices.Clone(body.Proof)
	change(&body)
	return speak(t, p, about, record.KindAway, body)
}

// fault is what a table finds in the last of some records; the others it takes in.
func fault(t *testing.T, tb *table.Table, records ...record.Record) (f *table.Fault) {
	t.Helper()
	for i, r := range records {
		c, err := tb.Check(r)
		if err == nil {
			_, err = tb.Apply(c)
		}
		if errors.As(err, &f) != (i == len(records)-1) {
			t.Fatalf("record %d: %v", i, err)
		}
	}
	return f
}

// Attack: votes and covering shares. Whoever has signed them is blamed, in a file that
// proves it alone, and nobody else.
func TestAttackVotes(t *testing.T) {
	none := record.Away{}
	for name, c := range map[string]struct {
		kind  record.Kind
		signs func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record
	}{
		"away and here": {record.KindMove, func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record {
			here, _ := seat.Here(cheat.Table, cheat.Seat, about.Seat, cheat.Table.Step(), cheat.Key, g.Make(about))
			return []record.Record{away(t, g, cheat, about.Seat), here}
		}},
		"here and away": {record.KindShares, func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record {
			here, _ := seat.Here(cheat.Table, cheat.Seat, about.Seat, cheat.Table.Step(), cheat.Key, g.Make(about))
			return []record.Record{here, away(t, g, cheat, about.Seat)}
		}},
		"away twice": {record.KindShares, func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record {
			return []record.Record{away(t, g, cheat, about.Seat), away(t, g, cheat, about.Seat)} // with other nonces
		}},
		"about one who owes nothing": {record.KindStack, func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record {
			return []record.Record{speak(t, cheat, 3, record.KindAway, none)}
		}},
		"about itself": {record.KindProof, func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record {
			return []record.Record{speak(t, cheat, cheat.Seat, record.KindAway, none)}
		}},
		"about two": {record.KindProof, func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record {
			pl, _ := cheat.Table.VotePayload(cheat.Seat, about.Seat, cheat.Table.Step(), record.KindAway, none)
			pl.About = []uint64{0, 3}
			r, _ := record.Sign(cheat.Key, pl)
			return []record.Record{r}
		}},
		"a record of its own that is about another": {record.KindProof, func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record {
			return []record.Record{speak(t, cheat, about.Seat, record.KindProof, g.Honest(cheat))}
		}},
		"a here with another's record": {record.KindProof, func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record {
			here, _ := seat.Here(cheat.Table, cheat.Seat, about.Seat, cheat.Table.Step(), cheat.Key, g.Make(g.Players[3]))
			return []record.Record{here}
		}},
		"a here with a record of another step": {record.KindProof, func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record {
			old := about.Table.OwnAt(about.Table.FirstStep(), about.Seat)
			here, _ := seat.Here(cheat.Table, cheat.Seat, about.Seat, cheat.Table.Step(), cheat.Key, *old)
			return []record.Record{here}
		}},
		"shares where none are owed": {record.KindMove, func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record {
			return []record.Record{changed(t, g, cheat, about.Seat, func(b *record.Away) { b.Shares = make([]byte, 32) })}
		}},
		"a proof where none is owed": {record.KindMove, func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record {
			return []record.Record{changed(t, g, cheat, about.Seat, func(b *record.Away) { b.Proof = make([]byte, 64) })}
		}},
		"no shares": {record.KindShares, func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record {
			return []record.Record{speak(t, cheat, about.Seat, record.KindAway, none)}
		}},
		"a false share": {record.KindShares, func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record {
			return []record.Record{changed(t, g, cheat, about.Seat, func(b *record.Away) {
				for i := range 32 { // the second in place of the first
					b.Shares[i] = b.Shares[32+i]
				}
			})}
		}},
		"a false proof": {record.KindShares, func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record {
			return []record.Record{changed(t, g, cheat, about.Seat, func(b *record.Away) { b.Proof[40] ^= 1 })}
		}},
		"its own shares": {record.KindShares, func(t *testing.T, g *tabletest.Rig, cheat, about *tabletest.Player) []record.Record {
			own := g.Honest(cheat).(record.Shares)
			return []record.Record{speak(t, cheat, about.Seat, record.KindAway, record.Away(own))}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			g := covered(t, c.kind)
			about := g.Turn()
			cheat := g.Players[(about.Seat+2)%4]
			before := g.Table().Snapshot()
			f := fault(t, g.Table(), c.signs(t, g, cheat, about)...)
			proved(t, g, before, f, cheat)
		})
	}
}

// proved fails the test unless a seat alone is blamed for a fault, in its evidence and beside
// a good log.
func proved(t *testing.T, g *tabletest.Rig, before *table.Table, f *table.Fault, cheat *tabletest.Player) {
	t.Helper()
	files := [][]record.Record{audit.Evidence(before, f)}
	if f.Forks() {
		other := slices.Clone(files[0])
		slices.Reverse(other[len(other)-2:])
		files = append(files, other)
	}
	for i, file := range files {
		r, err := everyWay(t, file, g.Find)
		var b *audit.BlameError
		if !errors.As(err, &b) || b.Seat != cheat.Seat || b.Name != cheat.Name || b.Record != len(file) || !r.Evidence {
			t.Errorf("file %d: %v", i, err)
		}
		if f.Seat != cheat.Seat || f.Author() != record.KeyOf(cheat.Key) {
			t.Errorf("the fault is of seat %d", f.Seat)
		}
		reports, _ := audit.VerifyChain([][]record.Record{before.Log(), file}, g.Find, audit.Options{})
		if reports[0].Err != nil || !errors.As(reports[1].Err, &b) || b.Seat != cheat.Seat {
			t.Errorf("beside the log: %v, %v", reports[0].Err, reports[1].Err)
		}
	}
}

// A vote of one who is not the first seat of its node, or about a seat that cannot be
// covered, is a fault; the table need not have cover at all.
func TestAttackVoteWithoutCover(t *testing.T) {
	for name, g := range map[string]*tabletest.Rig{
		"three, of whom one sits out": tabletest.NewCovered(t, tabletest.Drill, 2, nil, 2),
		"no cover":                    tabletest.New(t, tabletest.Drill, 4, nil, 2),
	} {
		g.Owed(record.KindProof)
		before := g.Table().Snapshot()
		cheat := g.Players[1]
		f := fault(t, g.Table(), speak(t, cheat, 0, record.KindAway, record.Away{}))
		t.Run(name, func(t *testing.T) { proved(t, g, before, f, cheat) })
	}
}

// falsePieces has a seat publish two false commitments, whose sum is right.
func falsePieces(t *testing.T, g *tabletest.Rig, cheat int) {
	g.Body = func(p *tabletest.Player, body any) any {
		k, ok := body.(record.HandKey)
		if !ok || p.Seat != cheat {
			return body
		}
		s, err := piece.DecodeCommitments(k.Pieces, 3)
		if err != nil {
			t.Fatal(err)
		}
		d := ristretto.MulBase(p.Hand.Secret)
		s[0], s[1] = s[0].Add(d), s[1].Sub(d)
		k.Pieces = piece.EncodeCommitments(s)
		return k
	}
}

// Attack: a false piece. Whoever holds it proves it, before the cards are dealt or later.
func TestAttackFalsePiece(t *testing.T) {
	for _, later := range []record.Kind{record.KindStack, record.KindMove} {
		g := covered(t, record.KindKey)
		cheat, holder := g.Players[1], g.Players[2]
		falsePieces(t, g, cheat.Seat)
		g.Owed(later)
		before := g.Table().Snapshot()
		made, ok := seat.Complain(holder.Table, holder.Seat, cheat.Seat, holder.Key, holder.Hand, g.Secret)
		if !ok {
			t.Fatal("the holder has nothing to complain of")
		}
		if _, ok := seat.Complain(g.Players[3].Table, 3, cheat.Seat, g.Players[3].Key, g.Players[3].Hand, g.Secret); ok {
			t.Error("a holder complains of a right piece")
		}
		f := fault(t, g.Table(), made)
		if !errors.Is(f, table.ErrPiece) {
			t.Error(f)
		}
		proved(t, g, before, f, cheat)
		// A true complaint in another seat's name is a fault of its author.
		pl, err := made.Peek()
		if err != nil {
			t.Fatal(err)
		}
		pl.Seat = 3
		named, err := record.Sign(holder.Key, pl)
		if err != nil {
			t.Fatal(err)
		}
		proved(t, g, before, fault(t, before.Snapshot(), named), holder)
		// Two complaints of one seat are no pair: whoever has made one may make it anew.
		again, _ := seat.Complain(holder.Table, holder.Seat, cheat.Seat, holder.Key, holder.Hand, g.Secret)
		file := append(audit.Evidence(before, f), again)
		_, err = verify(g, file)
		var b *audit.BlameError
		if made.Same(again) || !errors.As(err, &b) || b.Seat != cheat.Seat || b.Record != len(file)-1 {
			t.Errorf("with two complaints: %v", err)
		}
	}
}

// Attack: complaints that are false, or none. Their author is to blame.
func TestAttackFalseComplaint(t *testing.T) {
	g := covered(t, record.KindKey)
	step := g.Table().Step()
	g.Owed(record.KindStack)
	cheat, about := g.Players[2], g.Players[1]
	key := *g.Table().OwnAt(step, about.Seat)
	tb := cheat.Table
	made, err := piece.Complain(tb.TranscriptAbout(cheat.Seat, about.Seat, step, record.KindComplaint), tb.PieceRoute(about.Seat, cheat.Seat), ristretto.MulBase(cheat.Hand.Secret), cheat.Hand.Seal, g.Secret)
	if err != nil {
		t.Fatal(err)
	}
	point := made.Shared.Encode()
	body := record.Complaint{Record: sha256.Sum256(key.Payload), Point: point[:], Proof: made.Proof.Encode()}
	with := func(change func(*record.Complaint)) record.Complaint {
		b := body
		b.Point, b.Proof = slices.Clone(b.Point), slices.Clone(b.Proof)
		change(&b)
		return b
	}
	for name, c := range map[string]struct {
		about int
		body  record.Complaint
		seat  int
		is    error
	}{
		"of a right piece":  {about.Seat, body, cheat.Seat, table.ErrComplaint},
		"a false proof":     {about.Seat, with(func(b *record.Complaint) { b.Proof[40] ^= 1 }), cheat.Seat, nil},
		"another point":     {about.Seat, with(func(b *record.Complaint) { p := ristretto.MulBase(cheat.Hand.Seal).Encode(); b.Point = p[:] }), cheat.Seat, nil},
		"no point":          {about.Seat, with(func(b *record.Complaint) { b.Point = nil }), cheat.Seat, nil},
		"in another's name": {about.Seat, body, 3, nil},
	} {
		t.Run(name, func(t *testing.T) {
			pl, err := tb.VotePayload(c.seat, c.about, step, record.KindComplaint, c.body)
			if err != nil {
				t.Fatal(err)
			}
			r, err := record.Sign(cheat.Key, pl)
			if err != nil {
				t.Fatal(err)
			}
			f := fault(t, g.Table().Snapshot(), r)
			if c.is != nil && !errors.Is(f, c.is) {
				t.Error(f)
			}
			proved(t, g, g.Table(), f, cheat)
		})
	}
	t.Run("of one's own key", func(t *testing.T) {
		own := with(func(b *record.Complaint) { b.Record = sha256.Sum256(tb.OwnAt(step, cheat.Seat).Payload) })
		proved(t, g, g.Table(), fault(t, g.Table().Snapshot(), speakAt(t, cheat, cheat.Seat, step, record.KindComplaint, own)), cheat)
	})
	t.Run("of another key", func(t *testing.T) { // which proves nothing
		other := with(func(b *record.Complaint) { b.Record[0] ^= 1 })
		log := g.Table().Log()
		_, err := verify(g, append(log, speakAt(t, cheat, about.Seat, step, record.KindComplaint, other)))
		altered(t, err, len(log)+1, "")
	})
	t.Run("after the hand", func(t *testing.T) {
		h := covered(t, record.KindKey)
		h.Until(func(tb *table.Table) bool { return tb.HandNumber() == 2 })
		log := h.Table().Log()
		_, err := verify(h, append(log, speakAt(t, h.Players[2], about.Seat, step, record.KindComplaint, body)))
		altered(t, err, len(log)+1, "")
	})
}

// isolated are the logs of the others and of a seat that they covered for when it owed its
// shares for the showing: it has settled the hand by itself, and receipted it.
func isolated(t *testing.T) nap {
	t.Helper()
	g := tabletest.NewCovered(t, tabletest.Drill, 4, map[string]any{"hands": 3}, 2)
	g.Until(func(tb *table.Table) bool { return tb.Pending().Why == rules.Show })
	n := nap{g: g, step: g.Table().Step(), state: g.Table().Snapshot(), who: g.Turn()}
	n.alone = g.Alone(n.who)
	n.own = *n.alone.Table.OwnAt(n.step, n.who.Seat)
	if n.alone.Table.OwnAt(n.step+1, n.who.Seat) == nil {
		t.Fatal("it has not receipted the hand")
	}
	return n
}

// The log of a seat that was cut off, and that of those who covered for it: both are good,
// and nobody is blamed, in whatever kind of step that was, though the seat has signed on
// both when it was back. Of its own hands those stand that the others have, too.
func TestIsolatedLog(t *testing.T) {
	naps := map[string]nap{"showing": isolated(t)}
	for _, kind := range kinds {
		naps[string(kind)] = sleepy(t, 2, kind)
	}
	for name, n := range naps {
		t.Run(name, func(t *testing.T) {
			if name == "showing" {
				n.g.Back(n.who)
				n.g.Play()
			}
			stand := 0
			if name == string(record.KindReceipt) {
				stand = 1
			}
			fs := files{"covers": n.log(), "isolated": n.alone.Table.Log()}
			fs.want(t, n.g, map[string]string{"covers": "good", "isolated": fmt.Sprintf("good, isolated, %d stand", stand)})
			reports, _ := audit.VerifyChain([][]record.Record{fs["covers"], fs["isolated"]}, n.g.Find, audit.Options{})
			if !reports[0].OK() || !reports[1].OK() {
				t.Error("one of them is not good")
			}
		})
	}
}

// Attack: the log of a seat that was cut off, with what it has signed there and, when it was
// back, for the same step. No file blames it for that.
func TestAttackIsolatedRecordsAsEvidence(t *testing.T) {
	n := isolated(t)
	n.g.Back(n.who)
	n.g.Step()
	at := n.step + 1
	inside, outside := *n.alone.Table.OwnAt(at, n.who.Seat), *n.who.Table.OwnAt(at, n.who.Seat)
	for name, tb := range map[string]*table.Table{"its own log": n.alone.Table, "the others' log": n.who.Table} {
		var log []record.Record
		for step := range at {
			log = append(log, tb.Records(step)...)
		}
		for i, pair := range [][]record.Record{{inside, outside}, {outside, inside}} {
			_, err := verify(n.g, append(slices.Clone(log), pair...))
			var a *audit.AlteredError
			if !errors.As(err, &a) {
				t.Errorf("%s, order %d: %v", name, i, err)
			}
		}
	}
}

// A voter plays on where it has voted the seat away, and where the seat's own record stands.
// Nobody is blamed for two payloads with different heads: there are honest ones (see
// [TestHonestWithTwoHeads]), and an isolated log goes on with nobody but its node and the cheat.
func TestVoterOnBothBranches(t *testing.T) {
	n := isolated(t)
	n.g.Back(n.who)
	n.g.Step()
	cheat := n.g.Players[(n.who.Seat+1)%4]
	two := *cheat
	two.Table = n.alone.Table
	if err := n.alone.Take(n.g.Sign(&two, two.Table.Receipt())); err != nil {
		t.Fatal(err)
	}
	files{"covers": n.log(), "isolated": n.alone.Table.Log()}.want(t, n.g, map[string]string{
		"covers": "good", "isolated": "good, isolated, 0 stand",
	})
}

// Attack: a voter signs two votes about a seat, and each goes into another log.
func TestAttackTwoVotesInTwoLogs(t *testing.T) {
	g := covered(t, record.KindShares)
	about, cheat := g.Turn(), g.Players[3]
	var logs [2][]record.Record
	votes := []record.Record{away(t, g, g.Players[1], about.Seat), away(t, g, g.Players[2], about.Seat)}
	var shares []record.Record
	for _, p := range g.Players[1:] {
		shares = append(shares, g.Make(p))
	}
	var twice [2]record.Record
	for i := range logs {
		tb := g.Table().Snapshot()
		twice[i] = away(t, g, cheat, about.Seat)
		for _, r := range slices.Concat(votes, shares, twice[i:i+1]) {
			c, err := tb.Check(r)
			if err == nil {
				_, err = tb.Apply(c)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		logs[i] = tb.Log()
	}
	files{"left": logs[0], "right": logs[1]}.want(t, g, map[string]string{
		"left": fmt.Sprintf("blame %s at %d", cheat.Name, at(logs[0], twice[0])), "right": fmt.Sprintf("blame %s at %d", cheat.Name, at(logs[1], twice[1])),
	})
}

// A seat that was cut off has receipted a hand that the others have not: it goes on with
// them from an earlier one, and nobody is blamed for that, with or without their log.
func TestContinuationBehindAnIsolatedHand(t *testing.T) {
	n := isolated(t)
	var seats []int
	for _, p := range n.g.Players {
		if p.Seat != (n.who.Seat+2)%4 {
			seats = append(seats, p.Seat)
		}
	}
	h := goOn(t, n.g, 0, seats, 0, 1, 2)
	fs := files{"covers": n.log(), "isolated": n.alone.Table.Log(), "child": h.Table().Log()}
	want := map[string]string{"covers": "good, continued, 0 stand", "isolated": "good, continued, 0 stand, isolated, 0 stand", "child": "good"}
	fs.want(t, n.g, want)
	delete(fs, "covers")
	fs.want(t, n.g, map[string]string{"isolated": "good, continued, 0 stand", "child": "good"})
	// What all have receipted binds as ever.
	n.g.Back(n.who)
	n.g.Step()
	fs = files{"covers": n.log(), "child": h.Table().Log()}
	fs.want(t, n.g, map[string]string{"covers": "good", "child": fmt.Sprintf("blame %s at 4", nameList(n.g, seats))})
}

func nameList(g *tabletest.Rig, seats []int) (list string) {
	for i, s := range seats {
		if i > 0 {
			list += " "
		}
		list += g.Players[s].Name
	}
	return list
}
