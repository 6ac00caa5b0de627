package tabletest

import (
	"crypto/ed25519"
	"crypto/sha512"
	"slices"
	"testing"

	"fives/crypto/piece"
	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"

	"filippo.io/edwards25519"
)

// Cheat plays a game of [Drill] in which one seat breaks the rule about hidden cards in the
// first hand, with the first drop that can.
func Cheat(tb testing.TB, seats int, options map[string]any) (*Rig, *Player) {
	tb.Helper()
	for seed := range uint64(100) {
		g := New(tb, Drill, seats, options, seed)
		var cheat *Player
		g.Body = func(p *Player, body any) any {
			m, ok := body.(record.Move)
			if !ok || cheat != nil || p.Table.HandNumber() != 1 {
				return body
			}
			if text := higher(p); text != "" {
				cheat = p
				m = g.Dishonest(p, text)
			}
			return m
		}
		g.Until(func(t *table.Table) bool { return cheat == nil && t.HandNumber() > 1 })
		if cheat != nil {
			return g, cheat
		}
	}
	tb.Fatal("no seat could cheat")
	return nil, nil
}

// higher returns a drop of a card that is not of the lowest rank in the hand.
func higher(p *Player) string {
	own := p.Own()
	cards := own.Cards(p.Table.Position().Status().Hands[p.Seat])
	for _, c := range cards {
		text := "drop " + c.String()
		if !slices.Contains(p.Table.Position().Moves(p.Seat, own), text) {
			return text
		}
	}
	return ""
}

// Dishonest makes the body of a move without asking whether it is allowed.
func (g *Rig) Dishonest(p *Player, text string) record.Move {
	g.TB.Helper()
	m, err := seat.Bind(p.Table, p.Seat, p.Own(), text)
	if err != nil {
		g.TB.Fatal(err)
	}
	body, err := seat.Sign(p.Table, p.Seat, p.Hand, m, g.Secret)
	if err != nil {
		g.TB.Fatal(err)
	}
	return body
}

// KeyOf makes the record of a hand key with a given secret; at a table with cover, its
// pieces add up to that secret.
func (g *Rig) KeyOf(p *Player, x ristretto.Scalar) record.Record {
	g.TB.Helper()
	var pieces []ristretto.Scalar
	for i := range p.Table.Holders(p.Seat) {
		if i == 0 {
			pieces = []ristretto.Scalar{x}
			continue
		}
		s, err := ristretto.RandomScalar(g.Secret)
		g.must(err)
		pieces[0] = pieces[0].Add(s.Neg())
		pieces = append(pieces, s)
	}
	pub := ristretto.MulBase(x)
	proof, err := sigma.ProveSchnorr(p.Table.Transcript(p.Seat), sigma.SchnorrStatement{X: pub}, sigma.Witness{X: x}, g.Secret)
	g.must(err)
	enc := pub.Encode()
	return g.Sign(p, record.HandKey{Key: enc[:], Proof: proof.Encode(), Pieces: piece.EncodeCommitments(piece.Commit(pieces))})
}

// Resign signs a record's payload again, with another nonce: Ed25519 has many
// valid signatures for whoever has the key.
func Resign(key ed25519.PrivateKey, r record.Record) record.Record {
	wide := sha512.Sum512(key.Seed())
	s, _ := edwards25519.NewScalar().SetBytesWithClamping(wide[:32])
	message := append([]byte("fives/4 record\x00"), r.Payload...)
	n := sha512.Sum512(append([]byte("another nonce"), message...))
	k, _ := edwards25519.NewScalar().SetUniformBytes(n[:])
	commitment := new(edwards25519.Point).ScalarBaseMult(k).Bytes()
	h := sha512.Sum512(slices.Concat(commitment, r.Author[:], message))
	c, _ := edwards25519.NewScalar().SetUniformBytes(h[:])
	response := edwards25519.NewScalar().MultiplyAdd(c, s, k)
	r.Signature = [64]byte(slices.Concat(commitment, response.Bytes()))
	return r
}
