package orders

import (
	"crypto/sha256"
	"testing"

	"fives/crypto/piece"
	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/tabletest"
)

// Cheats returns the ways to cheat at a scene for the seat that may be away, and for one that has a vote. In the last
// way both cheat together.
func Cheats(tb testing.TB, s *Scene) []Cheat {
	own := s.recordOwed(s.Away, 0)
	list := []Cheat{
		{Name: "votes twice", Provable: true, Vote: true, Make: func(s *Scene) Signed {
			return Signed{Who: []int{voter}, Records: []record.Record{s.away(tb), s.here(tb, own)}, After: []record.Record{own}}
		}},
		{Name: "votes away against a present seat", Vote: true, Make: func(s *Scene) Signed {
			return Signed{Who: []int{voter}, Records: []record.Record{s.away(tb)}}
		}},
		{Name: "shows what is no record", Provable: true, Vote: true, Make: func(s *Scene) Signed {
			return Signed{Who: []int{voter}, Records: []record.Record{s.here(tb, record.Record{Payload: []byte{0xa0}})}}
		}},
		{Name: "shows a record of another step", Provable: true, Vote: true, Make: func(s *Scene) Signed {
			return Signed{Who: []int{voter}, Records: []record.Record{s.here(tb, s.before(s.Away))}}
		}},
		{Name: "shows a record with a false signature", Provable: true, Vote: true, Make: func(s *Scene) Signed {
			bad := own
			bad.Signature[5] ^= 1
			return Signed{Who: []int{voter}, Records: []record.Record{s.here(tb, bad)}}
		}},
		{Name: "gives its record to one only", Make: func(s *Scene) Signed {
			return Signed{Who: []int{s.Away}, Keeps: &own, From: voter}
		}},
	}
	if second := s.second(own); second != nil { // there is no other receipt with the same time
		list = append(list, Cheat{Name: "signs two records", Provable: true, Make: func(s *Scene) Signed {
			return Signed{Who: []int{s.Away}, Records: second}
		}})
	}
	own0 := s.awayBy(tb, 0)
	list = append(list, Cheat{Name: "keeps a record back until another has voted", Make: func(s *Scene) Signed {
		return Signed{Who: []int{voter}, Records: []record.Record{s.here(tb, own)}, After: []record.Record{own, own0}, Absent: true}
	}})
	if s.Kind == record.KindKey {
		list = append(list, Cheat{Name: "has a false piece", Provable: true, Make: func(s *Scene) Signed {
			return Signed{Who: []int{s.Away}, Records: []record.Record{s.falsePiece(tb, own)}, Absent: true}
		}}, Cheat{Name: "complains falsely", Provable: true, Make: func(s *Scene) Signed {
			return Signed{Who: []int{voter}, Records: []record.Record{s.complaint(tb, own)}, After: []record.Record{own}}
		}}, Cheat{Name: "has a false piece for one, and one in league, who keeps its complaint back", Provable: true, Make: func(s *Scene) Signed {
			bad := s.falsePiece(tb, own)
			return Signed{Who: []int{voter, s.Away}, Records: []record.Record{bad, s.complaintOf(tb, bad)}, Absent: true, Puppet: true}
		}})
	}
	return list
}

// Twice is a cheat that runs its home twice, or as often as it likes, and keeps the others apart: on every log it
// signs what it owes, and that each other seat is away.
var Twice = Cheat{Name: "runs twice", Make: func(*Scene) Signed {
	return Signed{Who: []int{voter}, Absent: true, Puppet: true}
}}

// voter is the seat of the voter that cheats.
const voter = 1

// recordOwed returns the record that a seat owes.
func (s *Scene) recordOwed(who int, salt byte) record.Record {
	r := wake(s.start[who].table, who, s.start[who].hand, s.keys, salt, false)
	r.Tick(epoch)
	return *r.Table().OwnAt(s.step, who)
}

// second returns another record for the step of own, nil if there is none.
func (s *Scene) second(own record.Record) []record.Record {
	for salt := byte(1); salt < 20; salt++ {
		if r := s.recordOwed(s.Away, salt); !r.Same(own) {
			return []record.Record{r}
		}
	}
	return nil
}

// before returns the last record that a seat signed before the step of the scene.
func (s *Scene) before(who int) (r record.Record) {
	t := s.start[who].table
	for step := t.FirstStep(); step < s.step; step++ {
		if own := t.OwnAt(step, who); own != nil {
			r = *own
		}
	}
	return r
}

func (s *Scene) away(tb testing.TB) record.Record { return s.awayBy(tb, voter) }

func (s *Scene) awayBy(tb testing.TB, who int) record.Record {
	n := s.start[who]
	r, err := seat.Away(n.table, who, s.Away, s.keys[who], n.hand, dice{t: n.table, who: who})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func (s *Scene) here(tb testing.TB, shown record.Record) record.Record {
	r, err := seat.Here(s.start[voter].table, voter, s.Away, s.step, s.keys[voter], shown)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// falsePiece returns the record of a hand key with commitments that add up to it, of which two are false.
func (s *Scene) falsePiece(tb testing.TB, own record.Record) record.Record {
	t := s.start[s.Away].table
	p, err := own.Peek()
	if err != nil {
		tb.Fatal(err)
	}
	body, err := record.Decode[record.HandKey](p)
	if err != nil {
		tb.Fatal(err)
	}
	pieces, err := piece.DecodeCommitments(body.Pieces, len(t.Holders(s.Away)))
	if err != nil {
		tb.Fatal(err)
	}
	one := ristretto.MulBase(ristretto.ScalarFromUint64(1))
	pieces[0], pieces[1] = pieces[0].Add(one), pieces[1].Sub(one)
	body.Pieces = piece.EncodeCommitments(pieces)
	return tabletest.Sign(tb, s.keys[s.Away], p, body)
}

// complaintOf returns a voter's complaint about a false piece for it.
func (s *Scene) complaintOf(tb testing.TB, bad record.Record) record.Record {
	n := s.start[voter]
	t := n.table.Snapshot()
	c, err := t.Check(bad)
	if err == nil {
		_, err = t.Apply(c)
	}
	if err != nil {
		tb.Fatal(err)
	}
	r, ok := seat.Complain(t, voter, s.Away, s.keys[voter], n.hand, dice{t: t, who: voter})
	if !ok {
		tb.Fatal("the piece is as it should be")
	}
	return r
}

// complaint returns a complaint about a piece that is as it should be.
func (s *Scene) complaint(tb testing.TB, own record.Record) record.Record {
	n := s.start[voter]
	w := n.table.PieceRoute(s.Away, voter)
	tr := n.table.TranscriptAbout(voter, s.Away, s.step, record.KindComplaint)
	st, proof, err := sigma.ProveDLEQ(tr, w.To, []ristretto.Element{w.From}, sigma.Witness{X: n.hand.Seal}, dice{t: n.table, who: voter})
	if err != nil {
		tb.Fatal(err)
	}
	point := st.Pairs[0].D.Encode()
	p, err := n.table.VotePayload(voter, s.Away, s.step, record.KindComplaint, record.Complaint{
		Record: sha256.Sum256(own.Payload), Point: point[:], Proof: proof.Encode(),
	})
	if err != nil {
		tb.Fatal(err)
	}
	r, err := record.Sign(s.keys[voter], p)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}
