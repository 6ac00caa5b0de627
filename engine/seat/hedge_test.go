package seat_test

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/tabletest"
)

// work makes the card work that a player owes, from the given randomness.
func work[T any](t *testing.T, p *tabletest.Player, rand io.Reader) (T, seat.HandSecret) {
	t.Helper()
	b, hand, err := seat.Work(p.Table, p.Seat, p.Key, p.Hand, 0, rand)
	if err != nil {
		t.Fatal(err)
	}
	return b.(T), hand
}

// Attack: a generator that fails. Under constant randomness each place and each
// seat has a hand key of its own, which is not that of the generator alone
// (SPEC §7.8).
func TestAttackConstantRandomnessKeys(t *testing.T) {
	alone, err := ristretto.RandomScalar(zeros{})
	if err != nil {
		t.Fatal(err)
	}
	seen, places := map[[32]byte]bool{alone.Encode(): true}, 0
	for _, seed := range []uint64{1, 2, 3} {
		g := tabletest.New(t, tabletest.Drill, 3, nil, seed)
		for range 2 { // hands
			g.Owed(record.KindKey)
			for _, p := range g.Players {
				if !p.Owes() {
					continue
				}
				k, hand := work[record.HandKey](t, p, zeros{})
				if again, _ := work[record.HandKey](t, p, zeros{}); !bytes.Equal(k.Key, again.Key) {
					t.Error("the key is no function of place, seat and randomness")
				}
				seen[hand.Secret.Encode()] = true
				places++
			}
			g.Step()
		}
	}
	if len(seen) != 1+places || places < 12 {
		t.Errorf("%d different secrets in %d places", len(seen)-1, places)
	}
}

// At one place, under the same randomness, the secrets depend on the seat's long-term
// key: nobody finds them without it.
func TestAttackConstantRandomnessOtherKey(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 1)
	g.Owed(record.KindKey)
	guess := *g.Turn()
	guess.Key = tabletest.Key(77, 7)
	_, own := work[record.HandKey](t, g.Turn(), zeros{})
	if _, hand := work[record.HandKey](t, &guess, zeros{}); hand.Secret.Equal(own.Secret) {
		t.Error("a hand key does not depend on the seat's key")
	}
	g.Owed(record.KindStack)
	guess = *g.Turn()
	guess.Key = tabletest.Key(77, 7)
	a, _ := work[record.Stack](t, g.Turn(), zeros{})
	b, _ := work[record.Stack](t, &guess, zeros{})
	if slices.Equal(order(t, g, a), order(t, g, b)) {
		t.Error("a permutation does not depend on the seat's key")
	}
}

// order finds how a stack permutes: all seats' secrets together open both stacks.
func order(t *testing.T, g *tabletest.Rig, made record.Stack) []int {
	t.Helper()
	_, in := g.Table().Hand().ShuffleInput()
	out, err := mask.DecodeStack(made.Stack, len(in))
	if err != nil {
		t.Fatal(err)
	}
	open := func(m mask.Mask) [32]byte {
		var shares []ristretto.Element
		for _, q := range g.Players {
			shares = append(shares, mask.Share(q.Hand.Secret, m))
		}
		return mask.Open(m, shares...).Encode()
	}
	from := map[[32]byte]int{}
	for i, m := range in {
		from[open(m)] = i
	}
	var order []int
	for _, m := range out {
		order = append(order, from[open(m)])
	}
	return order
}

// The same for permutations and re-mask factors: no two stacks have one order,
// no two cards one factor.
func TestAttackConstantRandomnessStacks(t *testing.T) {
	var orders [][]int
	seen := map[[32]byte]bool{}
	cards := 0
	for _, seed := range []uint64{1, 2, 3} {
		g := tabletest.New(t, tabletest.Drill, 2, nil, seed)
		g.Owed(record.KindStack)
		for range 2 {
			p := g.Turn()
			made, _ := work[record.Stack](t, p, zeros{})
			again, _ := work[record.Stack](t, p, zeros{})
			if !bytes.Equal(made.Stack, again.Stack) {
				t.Error("the stack is no function of place, seat and randomness")
			}
			_, in := p.Table.Hand().ShuffleInput()
			o := order(t, g, made)
			orders = append(orders, o)
			out, err := mask.DecodeStack(made.Stack, len(in))
			if err != nil {
				t.Fatal(err)
			}
			for i, m := range out {
				seen[m.A.Sub(in[o[i]].A).Encode()] = true // s·G
			}
			cards += len(out)
			g.Step()
		}
	}
	if len(seen) != cards {
		t.Errorf("%d different factors for %d cards", len(seen), cards)
	}
	for i, a := range orders {
		for _, b := range orders[:i] {
			if slices.Equal(a, b) {
				t.Errorf("two stacks have the order %v", a)
			}
		}
	}
}

// Fresh randomness at one place gives other secrets each time.
func TestFreshRandomnessCounts(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 1)
	g.Owed(record.KindKey)
	_, a := work[record.HandKey](t, g.Turn(), g.Secret)
	_, b := work[record.HandKey](t, g.Turn(), g.Secret)
	if a.Secret.Equal(b.Secret) {
		t.Error("two draws are one secret")
	}
	g.Owed(record.KindStack)
	p := g.Turn()
	c, _ := work[record.Stack](t, p, g.Secret)
	d, _ := work[record.Stack](t, p, g.Secret)
	if slices.Equal(order(t, g, c), order(t, g, d)) {
		t.Error("two draws are one order")
	}
}
