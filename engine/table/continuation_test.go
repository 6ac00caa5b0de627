package table_test

import (
	"crypto/ed25519"
	"errors"
	"slices"
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
)

func TestSuccessor(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 4, map[string]any{"hands": 3}, 4)
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() == 3 && tb.Pending().Kind == record.KindMove })
	tb := g.Table()
	for _, c := range []struct {
		settled int
		seats   []int
	}{
		{3, []int{0, 1}}, {-1, []int{0, 1}}, {1, []int{0}}, {1, nil}, {1, []int{1, 0}}, {1, []int{0, 0}}, {1, []int{0, 4}}, {1, []int{-1, 0}},
	} {
		if _, err := tb.Successor(c.settled, c.seats, nil); !errors.Is(err, table.ErrNoContinuation) {
			t.Errorf("%v: %v", c, err)
		}
	}
	if _, err := tb.Successor(1, []int{0}, nil); err.Error() != "table: the game cannot go on so: it takes at least 2 players, and 1 would be left" {
		t.Error(err)
	}
	if _, err := tb.Rematch(); !errors.Is(err, table.ErrNoContinuation) {
		t.Errorf("a rematch in the middle of a game: %v", err)
	}
	ids := map[record.Hash]bool{}
	for settled := range 3 {
		for _, seats := range [][]int{{0, 1, 2, 3}, {1, 3}, {0, 2, 3}} {
			c, err := tb.Successor(settled, seats, nil)
			if err != nil {
				t.Fatal(err)
			}
			h := tabletest.Continue(t, tabletest.Drill, c, pick(g, seats), 5)
			h.Owed(record.KindMove)
			if got := h.Table().HandNumber(); got != settled+1 {
				t.Errorf("after %d settled hands comes hand %d", settled, got)
			}
			ids[h.Table().ID()] = true
			// A table that continues one is continued itself.
			if again, err := h.Table().Successor(0, []int{0, 1}, nil); err != nil {
				t.Error(err)
			} else if want := c.Carry.Keep([]int{0, 1}); !again.Carry.Equal(want) || again.Head != h.Table().ID() {
				t.Errorf("%+v, want %+v", again.Carry, want)
			}
		}
	}
	if len(ids) != 9 {
		t.Errorf("%d IDs for 9 tables", len(ids))
	}
}

// Otherwise some of the seats could play on as if nobody had won. They go on, from
// before the last hand, only if a rule was broken.
func TestNoSuccessorOfAGameThatIsOver(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 4)
	g.Play()
	for settled := range 3 {
		if _, err := g.Table().Successor(settled, []int{0, 1}, nil); !errors.Is(err, table.ErrNoContinuation) {
			t.Errorf("after %d hands: %v", settled, err)
		}
	}
	broken, _ := tabletest.Cheat(t, 2, map[string]any{"hands": 1})
	if !broken.Table().Violated() || broken.Table().Winners() == nil {
		t.Fatal("the drill has changed: no violation in a deciding hand")
	}
	if _, err := broken.Table().Successor(1, []int{0, 1}, nil); !errors.Is(err, table.ErrNoContinuation) {
		t.Errorf("behind the deciding hand: %v", err)
	}
	if _, err := broken.Table().Successor(0, []int{0, 1}, nil); err != nil {
		t.Errorf("before a hand with a violation: %v", err)
	}
}

func pick(g *tabletest.Rig, seats []int) []ed25519.PrivateKey {
	var ks []ed25519.PrivateKey
	for _, s := range seats {
		ks = append(ks, g.Players[s].Key)
	}
	return ks
}

// SPEC §5.3, §10.9: who has receipted a hand goes back behind it with the consent of all only,
// also where receipts were owed once more; what proves that to others is the whole step of
// receipts, in whatever step it is complete.
func TestGoingBackWhereReceiptsAreOwedAgain(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 4, nil, 4)
	g.Owed(record.KindReceipt)
	tb := g.Table()
	seats := func(back, gone []int) {
		t.Helper()
		c, err := tb.Successor(0, []int{0, 1, 2}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, hand := tb.GoingBack(c); !slices.Equal(got, back) || (hand == 1) != (len(back) > 0) {
			t.Errorf("%v go back behind hand %d, want %v", got, hand, back)
		}
		if got, hand := tb.GoneBack(c); !slices.Equal(got, gone) || (hand == 1) != (len(gone) > 0) {
			t.Errorf("%v went back behind hand %d, want %v", got, hand, gone)
		}
		all, err := tb.Successor(0, []int{0, 1, 2, 3}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := tb.GoingBack(all); got != nil {
			t.Errorf("with the consent of all %v go back", got)
		}
	}
	seats(nil, nil)
	g.Apart(g.Players[1], g.Players[3])
	seats([]int{0, 2}, nil)
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 3 }
	g.Step()
	seats([]int{0, 1, 2}, []int{0, 1, 2})
}
