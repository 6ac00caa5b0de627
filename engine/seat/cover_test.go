package seat_test

import (
	"errors"
	"testing"

	"fives/crypto/ristretto"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// covered is a table of four nodes with cover that owes such a record.
func covered(t *testing.T, kind record.Kind) *tabletest.Rig {
	t.Helper()
	g := tabletest.NewCovered(t, tabletest.Drill, 4, nil, 2)
	g.Owed(kind)
	return g
}

// nothing fails the test unless no secret of a hand is left.
func nothing(t *testing.T, h seat.HandSecret, when string) {
	t.Helper()
	if zero := (ristretto.Scalar{}); h.Number != 0 || !h.Secret.Equal(zero) || !h.Seal.Equal(zero) || h.Shuffle != (seat.ShuffleSecret{}) {
		t.Errorf("%s: %+v is left", when, h)
	}
}

// A seat that signs its receipt keeps all secrets of the hand, if that has sealing keys: its log
// may give way to one in which the hand goes on.
func TestSecretsOutliveTheReceipt(t *testing.T) {
	g := covered(t, record.KindSeal)
	nothing(t, g.Players[0].Hand, "before the hand")
	_, h, err := seat.Work(g.Table(), 0, g.Players[0].Key, seat.HandSecret{}, 0, g.Secret)
	if err != nil || h.Number != 1 || h.Seal.Equal(ristretto.Scalar{}) {
		t.Fatalf("%+v, %v", h, err)
	}
	g.Owed(record.KindReceipt)
	for _, p := range g.Players {
		h := p.Hand
		h.Shuffle = seat.ShuffleSecret{Step: 3, Seed: [32]byte{1}}
		_, after, err := seat.Work(p.Table, p.Seat, p.Key, h, 0, g.Secret)
		if err != nil {
			t.Fatal(err)
		}
		if !same(after, h) || !after.Seal.Equal(h.Seal) || after.Shuffle != h.Shuffle {
			t.Errorf("%+v is left of %+v", after, h)
		}
	}
}

// The seed of a stack is gone with its proof, and the other secrets stay. In a hand with sealing
// keys it stays, too: the log may give way to one in which the proof is owed again, for another
// head, and the seat that has proved its stack can prove it there.
func TestTheSeedGoesWithTheProof(t *testing.T) {
	plain := tabletest.New(t, tabletest.Drill, 4, nil, 2)
	plain.Owed(record.KindProof)
	for g, stays := range map[*tabletest.Rig]bool{plain: false, covered(t, record.KindProof): true} {
		for _, p := range g.Players {
			if p.Hand.Shuffle == (seat.ShuffleSecret{}) {
				t.Fatal("there is no seed")
			}
			_, after, err := seat.Work(p.Table, p.Seat, p.Key, p.Hand, 0, g.Secret)
			if err != nil {
				t.Fatal(err)
			}
			if (after.Shuffle == p.Hand.Shuffle) != stays || (after.Shuffle == seat.ShuffleSecret{}) == stays || !same(after, p.Hand) || !after.Seal.Equal(p.Hand.Seal) {
				t.Errorf("after the proof: %+v", after)
			}
			if _, _, err := seat.Prove(p.Table, p.Seat, p.Key, after, g.Secret); stays != (err == nil) {
				t.Errorf("proved once more: %v", err)
			}
		}
	}
}

// A seat proves its own stack, of this step, and no other: one whose secret is another's, is
// older, or was drawn anew has nothing to prove.
func TestProofOfThisStackOnly(t *testing.T) {
	g := covered(t, record.KindProof)
	p := g.Players[1]
	for name, change := range map[string]func(s *seat.ShuffleSecret){
		"another seed": func(s *seat.ShuffleSecret) { s.Seed[0] ^= 1 },
		"another's":    func(s *seat.ShuffleSecret) { *s = g.Players[2].Hand.Shuffle },
		"its seed":     func(s *seat.ShuffleSecret) { s.Seed = g.Players[2].Hand.Shuffle.Seed },
		"its step":     func(s *seat.ShuffleSecret) { s.Step = g.Players[2].Hand.Shuffle.Step },
		"older":        func(s *seat.ShuffleSecret) { s.Step-- },
		"none":         func(s *seat.ShuffleSecret) { *s = seat.ShuffleSecret{} },
	} {
		h := p.Hand
		change(&h.Shuffle)
		body, after, err := seat.Prove(p.Table, p.Seat, p.Key, h, g.Secret)
		if !errors.Is(err, seat.ErrNoKey) || body != nil || !same(after, h) || after.Shuffle != h.Shuffle {
			t.Errorf("%s: %v, %v", name, body, err)
		}
	}
	if _, _, err := seat.Prove(p.Table, p.Seat, p.Key, p.Hand, g.Secret); err != nil {
		t.Error(err)
	}
}

// A holder whose sealing key is of another hand, is another's or is lost makes no covering
// shares and complains of nothing; its vote on anything else takes no secret.
func TestPiecesOfThisHandOnly(t *testing.T) {
	g := covered(t, record.KindShares)
	for g.Table().Pending().Why != rules.Deal {
		g.Step()
	}
	p, other := g.Players[1], g.Players[2]
	for name, h := range map[string]seat.HandSecret{
		"older":     {Number: p.Hand.Number - 1, Secret: p.Hand.Secret, Seal: p.Hand.Seal},
		"newer":     {Number: p.Hand.Number + 1, Secret: p.Hand.Secret, Seal: p.Hand.Seal},
		"another's": other.Hand,
		"the key":   {Number: p.Hand.Number, Secret: p.Hand.Secret, Seal: p.Hand.Secret},
		"none":      {},
	} {
		r, err := seat.Away(p.Table, 1, 3, p.Key, h, g.Secret)
		if !errors.Is(err, seat.ErrNoKey) || r.Payload != nil {
			t.Errorf("%s: %v", name, err)
		}
		if r, ok := seat.Complain(p.Table, 1, 3, p.Key, h, g.Secret); ok {
			if _, err := p.Table.Check(r); err == nil || name == "older" || name == "newer" || name == "none" {
				t.Errorf("%s: it complains, %v", name, err)
			}
		}
	}
	if _, err := seat.Away(p.Table, 1, 3, p.Key, p.Hand, g.Secret); err != nil {
		t.Error(err)
	}
	g.Owed(record.KindMove)
	about := g.Turn().Seat
	voter := g.Table().Voters(about)[0]
	v := g.Players[voter]
	r, err := seat.Away(v.Table, voter, about, v.Key, seat.HandSecret{}, g.Secret)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := v.Table.ClaimSigned(table.Peek(r), nil); err != nil || c.Shares() != 0 {
		t.Errorf("%d shares with a vote on a move, %v", c.Shares(), err)
	}
}

// A seat that has lost its sealing key makes no hand key: nobody could cover for it.
func TestNoHandKeyWithoutTheSealingKey(t *testing.T) {
	g := covered(t, record.KindKey)
	p := g.Players[0]
	for name, h := range map[string]seat.HandSecret{"none": {}, "of another hand": {Number: 2, Seal: p.Hand.Seal}} {
		if _, _, err := seat.Work(p.Table, 0, p.Key, h, 0, g.Secret); !errors.Is(err, seat.ErrNoKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, after, err := seat.Work(p.Table, 0, p.Key, p.Hand, 0, g.Secret)
	if err != nil || !after.Seal.Equal(p.Hand.Seal) || after.Number != 1 {
		t.Errorf("%+v, %v", after, err)
	}
}

// Attack: decryption oracle. A voter makes covering shares of the points that the seat owes in
// the running step, and none of a seat that owes nothing.
func TestAttackOracleByCover(t *testing.T) {
	g := covered(t, record.KindShares)
	shares := 0
	g.Until(func(tb *table.Table) bool {
		for _, voter := range g.Players {
			for about := range 4 {
				if about == voter.Seat {
					continue
				}
				_, points := tb.CoveringShares(voter.Seat, about)
				owed := tb.SharesOwed(about)
				if !tb.Pending().Owes(about) {
					owed = nil
				}
				if len(points) != len(owed) {
					t.Fatalf("step %d: seat %d owes %d shares, and %d are covered", tb.Step(), about, len(owed), len(points))
				}
				for i := range points {
					shares++
					if !points[i].Equal(owed[i]) {
						t.Fatalf("step %d: another point is covered", tb.Step())
					}
				}
			}
		}
		return tb.HandNumber() > 1
	})
	if shares == 0 {
		t.Error("no share is ever covered")
	}
}
