package table_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// sleeper is a table of five seats at which some without a hand key play: seat 1 slept in the
// step of the sealing keys and, if two are wanted, seat 2 of the same node in that of the hand
// keys. All are back.
func sleeper(t testing.TB, seed uint64, two bool) *tabletest.Rig {
	t.Helper()
	hosts := []int{0, 1, 2, 3, 4}
	if two {
		hosts[2] = 1
	}
	g := tabletest.NewHosted(t, tabletest.Drill, hosts, map[string]any{"hands": 1}, seed)
	g.Choose = long
	g.Owed(record.KindSeal)
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 1 }
	g.Step()
	g.Back(g.Players[1])
	if two {
		g.Absent = func(p *tabletest.Player) bool { return p.Seat == 2 }
	}
	g.Step()
	if two {
		g.Back(g.Players[2])
	}
	return g
}

// long picks any legal move but those that end the hand.
func long(p *tabletest.Player, own rules.Observation, r *rand.Rand) string {
	for {
		if text := tabletest.Random(p, own, r); text != "call" || len(p.Table.Position().Moves(p.Seat, own)) == 1 {
			return text
		}
	}
}

// SPEC §10.3: a seat without a hand key is dealt its cards to nobody, and owes no move, present
// or not. Its stand-in's card is opened by all who have a key, and the showing opens the rest.
func TestKeyless(t *testing.T) {
	for seed := range uint64(6) {
		g := sleeper(t, seed, seed%2 == 1)
		tb := g.Table()
		keyed, none := []int{0, 2, 3, 4}, []int{1}
		if seed%2 == 1 {
			keyed, none = []int{0, 3, 4}, []int{1, 2}
		}
		opened, shown := 0, 0
		for !tb.Over() {
			d, before := tb.Pending(), tb.Public()
			for _, s := range none {
				if d.Owes(s) && d.Kind != record.KindReceipt {
					t.Fatalf("step %d: seat %d owes a %s %s", tb.Step(), s, d.Kind, d.Why)
				}
				p := g.Players[s]
				if !slices.Equal(p.Own(), tb.Public()) {
					t.Fatalf("step %d: seat %d sees a card", tb.Step(), s)
				}
				for x := range tb.Hand().Slots() {
					if _, ok := tb.Hand().OpeningTo(s, rules.Slot(x)); ok {
						t.Fatalf("step %d: slot %d is opened to seat %d", tb.Step(), x, s)
					}
				}
			}
			if d.Kind == record.KindShares && !slices.Equal(d.Seats, keyed) && !slices.Contains([]rules.Why{rules.Draw, rules.TakeUp}, d.Why) {
				t.Fatalf("step %d: %v owe shares, %s", tb.Step(), d.Seats, d.Why)
			}
			turn, played := tb.Position().Status().Turn, len(tb.Hand().Played())
			if d.Why == rules.Cover {
				if !slices.Contains(none, turn) {
					t.Fatalf("step %d: it is the turn of seat %d", tb.Step(), turn)
				}
				refused(t, g, turn)
				for _, s := range keyed {
					if n := len(tb.SharesOwed(s)); n != 1 {
						t.Fatalf("step %d: seat %d owes %d shares for a stand-in", tb.Step(), s, n)
					}
				}
			}
			step := tb.Step()
			g.Step()
			g.Agree()
			for _, m := range tb.Hand().Played()[played:] {
				if m.StandIn != slices.Contains(none, m.Seat) || m.Step != step {
					t.Fatalf("step %d: %+v", step, m)
				}
			}
			news := 0
			for x, c := range tb.Public() {
				if c.Known() && !before.Of(rules.Slot(x)).Known() {
					news++
				}
			}
			switch {
			case d.Why == rules.Cover:
				opened++
				if news != 1 {
					t.Fatalf("step %d: %d cards are opened for a stand-in", step, news)
				}
			case d.Why == rules.Show:
				shown += news
			case slices.Contains([]rules.Why{rules.Deal, rules.Draw, rules.TakeUp}, d.Why) && news > 0:
				t.Fatalf("step %d: %d cards of a %s are public", step, news, d.Why)
			}
		}
		if opened == 0 || shown == 0 || len(tb.ReceiptsOf(tb.Results()[0])) != 5 && tb.Pending().Kind != record.KindReceipt {
			t.Errorf("seed %d: %d cards opened for a stand-in, %d shown", seed, opened, shown)
		}
		for _, s := range none {
			for _, x := range tb.Results()[0].Hands[s] {
				if !tb.Public().Of(x).Known() {
					t.Errorf("seed %d: slot %d of seat %d was not shown", seed, x, s)
				}
			}
			if d := tb.Pending(); d.Kind == record.KindReceipt && !d.Owes(s) {
				t.Errorf("seed %d: seat %d owes no receipt", seed, s)
			}
		}
		g.Until(func(*table.Table) bool { return false })
		if len(tb.ReceiptsOf(tb.Results()[0])) != 5 || g.Replay(tb.Log()).Head() != tb.Head() {
			t.Errorf("seed %d: %d receipts", seed, len(tb.ReceiptsOf(tb.Results()[0])))
		}
	}
}

// refused fails the test unless neither a move of a seat whose turn it is without a hand key,
// nor a vote on one, is taken.
func refused(t *testing.T, g *tabletest.Rig, who int) {
	t.Helper()
	p, tb := g.Players[who], g.Table()
	pl, err := tb.Payload(who, record.Move{Text: "draw"})
	if err != nil {
		t.Fatal(err)
	}
	pl.Kind = record.KindMove
	r, err := record.Sign(p.Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	_, err = tb.Check(r)
	fault(t, err, who, 1, "not owed")
	voter := tb.Voters(who)[0]
	_, err = tb.Check(vote(t, g, voter, who, record.KindAway, record.Away{}))
	fault(t, err, voter, 1, "no vote")
	if _, err := seat.Move(tb, who, p.Hand, p.Own(), "draw", g.Secret); err == nil {
		t.Error("its own node makes a move")
	}
	if _, _, err := seat.Work(tb, who, p.Key, p.Hand, 0, g.Secret); err == nil {
		t.Error("its own node gives shares")
	}
}

// Where the stand-ins of two seats move without a card, both moves are of the step that was
// complete last.
func TestTwoStandInsOfOneStep(t *testing.T) {
	twice := 0
	for seed := range uint64(12) {
		g := sleeper(t, seed, true)
		g.Until(func(tb *table.Table) bool { return tb.Over() })
		played := g.Table().Results()[0].Played
		for i, m := range played[1:] {
			if before := played[i]; m.Step == before.Step {
				twice++
				if !m.StandIn {
					t.Errorf("seed %d: %+v and %+v are of one step", seed, before, m)
				}
			} else if m.Step < before.Step {
				t.Errorf("seed %d: %+v comes behind %+v", seed, m, before)
			}
		}
	}
	if twice == 0 {
		t.Error("no two stand-ins have moved in one step")
	}
}

// The lot falls on seats without a hand key as well.
func TestKeylessInTheLot(t *testing.T) {
	drawn := map[int]int{}
	for seed := range uint64(16) {
		g := sleeper(t, seed, true)
		tb := g.Table()
		if tb.Pending().Why != rules.Lot || !slices.Equal(tb.Pending().Seats, []int{0, 3, 4}) {
			t.Fatalf("%+v is owed", tb.Pending())
		}
		var x ristretto.Scalar
		for _, s := range tb.Pending().Seats {
			x = x.Add(g.Players[s].Hand.Secret)
		}
		want := sigma.DrawLot(sigma.LotPoint(tb.Head()).Mul(x), 5)
		g.Step()
		if tb.Drawn() != want {
			t.Errorf("seed %d: %d is drawn, not %d", seed, tb.Drawn(), want)
		}
		drawn[want]++
	}
	if drawn[1]+drawn[2] == 0 {
		t.Error("no seat without a key was drawn")
	}
}

// A seat without a hand key votes on others, and one that has a sealing key holds pieces of
// theirs.
func TestKeylessVotes(t *testing.T) {
	g := sleeper(t, 3, true)
	until(t, g, record.KindShares, rules.Deal)
	tb := g.Table()
	if !slices.Equal(tb.Voters(4), []int{0, 2, 3}) || !slices.Equal(tb.Holders(4), []int{0, 2, 3}) {
		t.Errorf("voters %v, holders %v", tb.Voters(4), tb.Holders(4))
	}
	for about := range 3 { // of a seat that has none to give there are no shares
		if _, points := tb.CoveringShares(3, about); (len(points) > 0) != (about == 0) {
			t.Errorf("seat 3 covers %d shares of seat %d", len(points), about)
		}
	}
	step := tb.Step()
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 4 }
	g.Step()
	if !slices.Equal(tb.Coverings(step), []int{4}) {
		t.Errorf("covered %v", tb.Coverings(step))
	}
	g.Play()
}
