package replica_test

import (
	"fmt"
	"slices"
	"testing"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/replica"
)

// dealing are the steps of a deal, in their order.
var dealing = []record.Kind{record.KindSeal, record.KindKey, record.KindStack, record.KindProof}

// league is a table of so many seats, of which the last is out of the hand if that is wanted. The
// first so many seats are in league. From steps of a kind on, they cut off in each step the first
// other seat that owes something and can be covered, as long as the step lasts; all others vote in
// good faith. It runs until the hands are dealt.
func league(t *testing.T, seats, of int, out bool, from record.Kind) (keys, stacks []int, sees bool) {
	six := *tabletest.Drill
	six.MaxSeats = 6
	w := empty(t)
	w.find = func(string) (*rules.RuleSet, error) { return &six, nil }
	c := record.Continuation{
		Parent: record.Hash{1}, Head: record.Hash{2}, Game: six.Name, Options: map[string]any{"hands": uint64(2), "polite": false},
		HouseRules: record.HouseRules{Cover: record.CoverAll}, Carry: rules.Carry{Hands: 1, Scores: make([]int, seats)},
	}
	if !out {
		c.Carry = rules.Carry{Hands: 0, Scores: make([]int, seats)}
	} else {
		c.Carry.Scores[seats-1] = 9
	}
	for i := range seats {
		w.keys = append(w.keys, tabletest.Key(1, i))
		c.Players, c.From = append(c.Players, record.Player{Key: record.KeyOf(w.keys[i]), Name: fmt.Sprint("seat ", i)}), append(c.From, i)
	}
	w.genesis = replica.Genesis{Continuation: &c}
	for i := range seats {
		w.add(i, false, nil)
	}
	cut := map[uint64]int{} // by step, who is cut off
	var proofs uint64
	w.drop = func(a, b int, _ replica.Message) bool {
		tb := w.furthest(of)
		d := tb.Pending()
		if d.Kind == record.KindProof && tb.Hand().Slots() == 0 {
			stacks, proofs = tb.Shuffling(), tb.Step()
		}
		who, ok := cut[tb.Step()]
		if !ok {
			who = rules.None
			if begun := slices.Index(dealing, from); slices.Index(dealing, d.Kind) >= begun {
				if i := slices.IndexFunc(d.Seats, func(s int) bool { return s >= of && tb.Covering(s) }); i >= 0 {
					who = d.Seats[i]
				}
			}
			cut[tb.Step()] = who
		}
		return a == who || b == who
	}
	w.mesh()
	for _, n := range w.nodes {
		n.Accept(w.now)
	}
	w.run(func() bool { return w.furthest(of).Hand().Slots() > 0 })
	tb := w.furthest(of)
	stacks = slices.DeleteFunc(slices.Clone(stacks), func(s int) bool { return slices.Contains(tb.Coverings(proofs), s) })
	honest := func(s int) bool { return s >= of }
	pieces := true // the league has all pieces of each key
	for _, s := range tb.Position().Status().Active {
		if tb.Hand().Keyed(s) {
			keys = append(keys, s)
			pieces = pieces && (!honest(s) || !slices.ContainsFunc(tb.Holders(s), honest))
		}
	}
	w.innocent()
	return keys, stacks, pieces || !slices.ContainsFunc(stacks, honest)
}

// furthest is the table of the node in league that has come furthest.
func (w *network) furthest(of int) *table.Table {
	tb := w.nodes[0].Table()
	for _, n := range w.nodes[1:of] {
		if n.Table().Step() > tb.Step() {
			tb = n.Table()
		}
	}
	return tb
}

// Attack: devices in league cut off one of the others after the other, and all vote in good
// faith. All but one of the others see the deck; fewer see nothing, whatever they cut. A seat that
// is out of the hand neither votes nor helps.
func TestAttackLeague(t *testing.T) {
	for seats := 4; seats <= 6; seats++ {
		for of := 2; of < seats; of++ {
			for _, out := range []bool{false, true} {
				nodes := seats
				if out {
					nodes--
				}
				if nodes < 4 || of >= nodes {
					continue
				}
				for _, from := range dealing {
					keys, stacks, sees := league(t, seats, of, out, from)
					others := nodes - of
					if want := others == 1 || others == 2 && (from == record.KindSeal || from == record.KindKey); sees != want {
						t.Errorf("%d in league of %d seats, out %v, from %s on: keys %v, stacks %v: they see the deck: %v", of, seats, out, from, keys, stacks, sees)
					}
					if len(keys) < nodes-1 || len(stacks) < nodes-2 {
						t.Errorf("%d in league of %d seats, out %v, from %s on: only %v have a key, and %v a stack", of, seats, out, from, keys, stacks)
					}
				}
			}
		}
	}
}
