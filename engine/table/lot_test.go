package table_test

import (
	"crypto/ed25519"
	"slices"
	"testing"

	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// lotOwed is a rig that waits for the shares of the lot.
func lotOwed(t *testing.T, seats int, seed uint64) *tabletest.Rig {
	t.Helper()
	g := tabletest.New(t, tabletest.Drill, seats, nil, seed)
	g.Until(func(tb *table.Table) bool { return tb.Pending().Why == rules.Lot })
	return g
}

// The lot falls on every seat, all replicas know on which, and it has the first turn. The
// seat is that of the joint secret, whoever's share comes last.
func TestLot(t *testing.T) {
	drawn := map[int]int{}
	for seed := range uint64(24) {
		g := lotOwed(t, 3, seed)
		tb := g.Table()
		if tb.Drawn() != rules.None || tb.Position().Status().Hand != 1 || !slices.Equal(tb.Pending().Seats, []int{0, 1, 2}) {
			t.Fatalf("before the lot: %d, %+v", tb.Drawn(), tb.Pending())
		}
		x := g.Players[0].Hand.Secret.Add(g.Players[1].Hand.Secret).Add(g.Players[2].Hand.Secret)
		want := sigma.DrawLot(sigma.LotPoint(tb.Head()).Mul(x), 3)
		before := tb.Snapshot()
		g.Step()
		for _, p := range g.Players {
			if p.Table.Drawn() != want {
				t.Errorf("seed %d: %d is drawn at the node of seat %d, not %d", seed, p.Table.Drawn(), p.Seat, want)
			}
		}
		if before.Drawn() != rules.None || before.Pending().Why != rules.Lot {
			t.Error("a snapshot changes")
		}
		g.Owed(record.KindMove)
		if turn := tb.Pending().Seats[0]; turn != want {
			t.Errorf("seed %d: seat %d has the first turn, not %d", seed, turn, want)
		}
		drawn[want]++
	}
	if len(drawn) != 3 {
		t.Errorf("only these are drawn: %v", drawn)
	}
}

// One seat alone, a game that draws for itself, later hands, rematches and what goes on from
// a settled hand draw no lot. All other games do, and what goes on from before the first
// hand: else seat 0 would gain by withholding its share until the others go on without it.
func TestWhoDrawsLots(t *testing.T) {
	lots := func(g *tabletest.Rig) (n int) {
		g.Until(func(tb *table.Table) bool {
			if tb.Pending().Why == rules.Lot {
				n++
			}
			return tb.HandNumber() > 1 || tb.Pending().Kind == record.KindMove && tb.Continuation() != nil
		})
		return n
	}
	if n := lots(tabletest.New(t, tabletest.Drill, 1, nil, 1)); n != 0 {
		t.Errorf("one seat alone draws %d lots", n)
	}
	own := *tabletest.Drill
	own.OwnDraw = true
	if n := lots(tabletest.New(t, &own, 3, nil, 1)); n != 0 {
		t.Errorf("a game that draws for itself draws %d lots", n)
	}
	g := tabletest.New(t, tabletest.Drill, 3, nil, 1)
	if n := lots(g); n != 1 {
		t.Errorf("two hands draw %d lots", n)
	}
	for hand, want := range []int{1, 0} {
		c, err := g.Table().Successor(hand, []int{0, 1, 2}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := lots(tabletest.Continue(t, tabletest.Drill, c, keysOf(g), 9)); n != want {
			t.Errorf("what goes on from hand %d draws %d lots", hand, n)
		}
	}
	g.Play()
	c, err := g.Table().Rematch()
	if err != nil {
		t.Fatal(err)
	}
	keys := keysOf(g)
	if n := lots(tabletest.Continue(t, tabletest.Drill, c, append(keys[1:], keys[0]), 9)); n != 0 {
		t.Errorf("a rematch draws %d lots", n)
	}
	for _, rs := range games.All() {
		if rs.MinSeats == 1 && rs.MaxSeats == 1 {
			continue
		}
		seats := max(2, rs.MinSeats)
		g := tabletest.New(t, rs, seats, nil, 1)
		g.Until(func(tb *table.Table) bool {
			return tb.Pending().Why == rules.Lot || tb.Pending().Kind == record.KindMove
		})
		if drawn := g.Table().Pending().Why == rules.Lot; drawn == rs.OwnDraw {
			t.Errorf("%s: a lot is drawn: %v, the game draws for itself: %v", rs.Name, drawn, rs.OwnDraw)
		}
	}
}

func keysOf(g *tabletest.Rig) (keys []ed25519.PrivateKey) {
	for _, p := range g.Players {
		keys = append(keys, p.Key)
	}
	return keys
}

// share is a share of a point by a secret, with its proof in the place of a seat's record.
func share(t *testing.T, g *tabletest.Rig, in int, point ristretto.Element, x ristretto.Scalar) record.Shares {
	t.Helper()
	st, p, err := sigma.ProveDLEQ(g.Table().Transcript(in), ristretto.MulBase(x), []ristretto.Element{point}, sigma.Witness{X: x}, g.Secret)
	if err != nil {
		t.Fatal(err)
	}
	enc := st.Pairs[0].D.Encode()
	return record.Shares{Shares: enc[:], Proof: p.Encode()}
}

// Attack: shares of a lot that are none, alone and together with good ones. Each is
// blamed on its author, and nobody else is.
func TestAttackLot(t *testing.T) {
	const cheat = 1
	g := lotOwed(t, 3, 3)
	point := g.Table().SharesOwed(cheat)[0]
	secret := func(seat int) ristretto.Scalar { return g.Players[seat].Hand.Secret }
	good := share(t, g, cheat, point, secret(cheat))
	other := share(t, g, cheat, sigma.LotPoint([32]byte{1}), secret(cheat))
	two := good
	two.Shares = slices.Concat(good.Shares, good.Shares)
	shifted := good
	enc := point.Mul(secret(cheat)).Add(ristretto.Base()).Encode()
	shifted.Shares = enc[:]
	unproved := good
	unproved.Proof = nil
	twisted := good
	twisted.Proof = slices.Clone(good.Proof)
	twisted.Proof[40] ^= 1
	for name, body := range map[string]any{
		"of another point":         other,
		"by another seat's secret": share(t, g, cheat, point, secret(0)),
		"in another seat's place":  share(t, g, 0, point, secret(cheat)),
		"too many":                 two,
		"none":                     record.Shares{Shares: []byte{}, Proof: []byte{}},
		"another element":          shifted,
		"no element":               record.Shares{Shares: slices.Repeat([]byte{0xff}, 32), Proof: good.Proof},
		"no proof":                 unproved,
		"another proof":            twisted,
		"a key":                    record.HandKey{Key: enc[:], Proof: good.Proof},
		"a stack":                  record.Stack{Stack: make([]byte, 64*16)},
	} {
		r := g.Sign(g.Players[cheat], body)
		_, err := g.Table().Check(r)
		fault(t, err, cheat, 1, "")
		var together []table.Claim
		for _, p := range g.Players {
			made := r
			if p.Seat != cheat {
				made = g.Sign(p, g.Honest(p))
			}
			if c, err := g.Table().Claim(table.Peek(made)); err == nil {
				together = append(together, c)
			} else {
				fault(t, err, cheat, 1, "")
			}
		}
		_, errs := table.VerifyAll(together, nil)
		for i, err := range errs {
			if len(together) == len(g.Players) && i == cheat {
				fault(t, err, cheat, 1, "")
			} else if err != nil {
				t.Errorf("%s: an honest seat: %v", name, err)
			}
		}
	}
	one, another := g.Sign(g.Players[cheat], good), g.Sign(g.Players[cheat], share(t, g, cheat, point, secret(cheat)))
	if err := g.Players[0].Take(one); err != nil {
		t.Fatal(err)
	}
	_, err := g.Table().Check(another)
	fault(t, err, cheat, 2, "")
}

// Attack: a share of the lot before the keys are in, and after it is drawn.
func TestAttackLotOutOfTurn(t *testing.T) {
	early := lotOwed(t, 3, 3)
	share := early.Honest(early.Players[2])
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	g.Owed(record.KindKey)
	shares := func(_ *tabletest.Player, p *record.Payload) { p.Kind = record.KindShares }
	g.Payload, early.Payload = shares, shares
	_, err := g.Table().Check(g.Sign(g.Players[2], share))
	fault(t, err, 2, 1, "not owed")
	early.Payload = nil
	early.Step()
	early.Payload = shares
	_, err = early.Table().Check(early.Sign(early.Players[2], share))
	fault(t, err, 2, 1, "not owed")
}
