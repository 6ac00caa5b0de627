package table_test

import (
	"fmt"
	"slices"
	"testing"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// covering lists the seats that can be covered in the running step, and fails the test if a
// vote about another one of those that owe something is no fault.
func covering(t *testing.T, g *tabletest.Rig) (seats []int) {
	t.Helper()
	tb := g.Table()
	for _, about := range tb.Pending().Seats {
		if tb.Covering(about) {
			seats = append(seats, about)
			continue
		}
		for _, voter := range tb.Terms().Everybody() {
			if voter == about {
				continue
			}
			_, err := tb.Check(vote(t, g, voter, about, record.KindAway, record.Away{}))
			fault(t, err, voter, 1, "no vote")
		}
	}
	return seats
}

// SPEC §10: three voters are needed, whatever the number of seats.
func TestThreeVoters(t *testing.T) {
	for name, hosts := range map[string][]int{
		"three":                   {0, 1, 2},
		"three nodes, five seats": {0, 0, 2, 3, 3},
		"two":                     {0, 1},
		"one":                     {0, 0, 0, 0},
	} {
		g := tabletest.NewHosted(t, tabletest.Drill, hosts, map[string]any{"hands": 1}, 5)
		sealed := false
		for g.Table().HandNumber() == 0 || len(g.Table().Results()) == 0 {
			sealed = sealed || g.Table().Pending().Kind == record.KindSeal
			if seats := covering(t, g); len(seats) > 0 {
				t.Fatalf("%s: in step %d %v can be covered", name, g.Table().Step(), seats)
			}
			g.Step()
		}
		if sealed {
			t.Errorf("%s: the hand begins with sealing keys", name)
		}
	}
	for _, hosts := range [][]int{{0, 1, 2, 3}, {0, 0, 2, 3, 4}} {
		g := tabletest.NewHosted(t, tabletest.Drill, hosts, map[string]any{"hands": 1}, 5)
		g.Owed(record.KindSeal)
		for range 12 {
			if d := g.Table().Pending(); d.Kind != record.KindStack && !slices.Equal(covering(t, g), d.Seats) {
				t.Errorf("nodes %v: of those that owe %+v, %v can be covered", hosts, d, covering(t, g))
			}
			g.Step()
		}
	}
}

// SPEC §10: three nodes have a hand key. Who sleeps in the step of the sealing keys has none,
// and in that of the hand keys nobody is covered without whom fewer than three would have one.
func TestThreeNodesHaveAKey(t *testing.T) {
	for _, c := range []struct {
		hosts []int
		seal  int // who is away there, or rules.None
		want  int // of the seats that owe a key, how many can be covered
	}{
		{[]int{0, 1, 2, 3}, rules.None, 4},
		{[]int{0, 1, 2, 3}, 1, 0},
		{[]int{0, 1, 2, 3, 4}, 1, 4},
		{[]int{0, 0, 2, 3, 4}, 2, 0}, // both seats of a node, or one of them
		{[]int{0, 0, 2, 3, 4}, rules.None, 5},
	} {
		g := tabletest.NewHosted(t, tabletest.Drill, c.hosts, map[string]any{"hands": 1}, 5)
		g.Owed(record.KindSeal)
		g.Absent = func(p *tabletest.Player) bool { return p.Seat == c.seal }
		g.Step()
		g.Absent = nil
		if c.seal != rules.None {
			g.Back(g.Players[c.seal])
		}
		if got := covering(t, g); len(got) != c.want {
			t.Errorf("%+v: %v can be covered", c, got)
		}
	}
	// With one voted away in each of the two steps, three of five have one, and each can be covered.
	g := tabletest.NewCovered(t, tabletest.Drill, 5, map[string]any{"hands": 1}, 5)
	g.Owed(record.KindSeal)
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 1 }
	g.Step()
	g.Back(g.Players[1])
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 2 }
	g.Step()
	g.Back(g.Players[2])
	if got := covering(t, g); !slices.Equal(got, []int{0, 3, 4}) {
		t.Errorf("with three keys %v can be covered", got)
	}
	g.Naps(g.Players[4], func(tb *table.Table) bool { return tb.Pending().Why == rules.Deal })
	if !slices.Equal(keyless(g.Table()), []int{1, 2}) {
		t.Errorf("%v have no key", keyless(g.Table()))
	}
}

func keyless(tb *table.Table) (seats []int) {
	for _, s := range tb.Position().Status().Active {
		if !tb.Hand().Keyed(s) {
			seats = append(seats, s)
		}
	}
	return seats
}

// Of each other node one seat votes: the first with a sealing key, or the first one.
func TestOneVoterOfANode(t *testing.T) {
	hosts := []int{0, 0, 2, 3, 4}
	g := tabletest.NewHosted(t, tabletest.Drill, hosts, map[string]any{"hands": 1}, 5)
	g.Owed(record.KindSeal)
	tb := g.Table()
	for about, want := range [][]int{{2, 3, 4}, {2, 3, 4}, {0, 3, 4}, {0, 2, 4}, {0, 2, 3}} {
		if got := tb.Voters(about); !slices.Equal(got, want) {
			t.Errorf("of seat %d %v are the voters", about, got)
		}
	}
	_, err := tb.Check(vote(t, g, 1, 2, record.KindAway, record.Away{}))
	fault(t, err, 1, 1, "no vote")
	for _, r := range []record.Record{away(t, g, 2, 0), away(t, g, 3, 0), away(t, g, 4, 0)} { // the computer player has a key
		toAll(t, g, r)
	}
	for _, p := range g.Players[1:] {
		toAll(t, g, g.Make(p))
	}
	if !slices.Equal(tb.Coverings(tb.Step()-1), []int{0}) || !slices.Equal(tb.Voters(2), []int{1, 3, 4}) || !slices.Equal(tb.Holders(2), []int{1, 3, 4}) {
		t.Errorf("the voters are %v", tb.Voters(2))
	}
	g.Owed(record.KindShares)
	_, err = tb.Check(vote(t, g, 0, 2, record.KindAway, record.Away{}))
	fault(t, err, 0, 1, "no vote")
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 2 }
	g.Play()
}

// The seats of one node that is away are covered together, in every kind of step.
func TestANodeOfSeveralSeats(t *testing.T) {
	for _, d := range slices.Concat(shared, []table.Pending{{Kind: record.KindStack}, {Kind: record.KindMove}}) {
		t.Run(fmt.Sprint(d.Kind, " ", d.Why), func(t *testing.T) {
			g := tabletest.NewHosted(t, tabletest.Drill, []int{0, 1, 1, 3, 4}, map[string]any{"hands": 1}, 5)
			until(t, g, d.Kind, d.Why)
			for !g.Table().Pending().Owes(1) {
				g.Step()
			}
			step, owed := g.Table().Step(), g.Table().Pending().Seats
			g.Absent = func(p *tabletest.Player) bool { return p.Seat == 1 || p.Seat == 2 }
			g.Step()
			want := slices.DeleteFunc(slices.Clone(owed), func(s int) bool { return s != 1 && s != 2 })
			if tb := g.Table(); !slices.Equal(tb.Coverings(step), want) || len(want) == 1 == (len(owed) > 1) {
				t.Fatalf("of %v, %v are covered", owed, tb.Coverings(step))
			}
			if d.Kind == record.KindProof { // the stacks behind theirs are void, and they owe none
				var stacks []int
				for g.Table().Pending().Kind == record.KindStack {
					stacks = append(stacks, g.Table().Pending().Seats...)
					g.Step()
				}
				if !slices.Equal(stacks, []int{3, 4}) {
					t.Errorf("%v owe stacks again", stacks)
				}
			}
			g.Play()
			if _, err := audit.Verify(g.Table().Log(), g.Find, audit.Options{}); err != nil {
				t.Error(err)
			}
		})
	}
}

// A computer player's seat and another node's are of two nodes, a host's and its own are not.
func TestTwoNodesNotTwoSeats(t *testing.T) {
	g := tabletest.NewHosted(t, tabletest.Drill, []int{0, 1, 1, 3, 4}, map[string]any{"hands": 1}, 5)
	until(t, g, record.KindShares, rules.Deal)
	step := g.Table().Step()
	g.Apart(g.Players[2], g.Players[4])
	if tb := g.Table(); len(tb.Coverings(step)) > 0 || !slices.Equal(tb.Pending().Seats, []int{2, 4}) {
		t.Errorf("covered %v", tb.Coverings(step))
	}
	g.Play()
}

// A voter without a sealing key votes, and gives no covering shares; those of the others are
// all that is needed.
func TestVoterWithoutAPiece(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 5, map[string]any{"hands": 1}, 5)
	g.Owed(record.KindSeal)
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 1 }
	g.Step()
	g.Back(g.Players[1])
	until(t, g, record.KindShares, rules.Deal)
	tb := g.Table()
	if !slices.Equal(tb.Voters(2), []int{0, 1, 3, 4}) || !slices.Equal(tb.Holders(2), []int{0, 3, 4}) || len(tb.Holders(1)) > 0 {
		t.Fatalf("voters %v, holders %v and %v", tb.Voters(2), tb.Holders(2), tb.Holders(1))
	}
	without, with := opened(away(t, g, 1, 2).Peek()), opened(away(t, g, 0, 2).Peek())
	for voter, p := range map[int]record.Payload{1: with, 0: without} { // each as the other one
		body, err := record.Decode[record.Away](p)
		if err != nil {
			t.Fatal(err)
		}
		_, err = tb.Check(vote(t, g, voter, 2, record.KindAway, body))
		fault(t, err, voter, 1, "")
	}
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 2 }
	g.Play()
	for x := range tb.Hand().Slots() { // every card that was opened is a face
		if s := tb.Public().Of(rules.Slot(x)); s.Known() && !slices.Contains(tabletest.Drill.Deck(5, nil).Cards, s) {
			t.Errorf("slot %d shows %v", x, s)
		}
	}
}

// A vote about a seat that owes nothing in the step is a fault, also where the seat can be
// covered in others.
func TestVoteAboutWhoOwesNothing(t *testing.T) {
	for _, kind := range []record.Kind{record.KindStack, record.KindMove} {
		g := five(t, kind, "")
		tb := g.Table()
		for about := range 5 {
			if tb.Pending().Owes(about) {
				continue
			}
			for voter := range 5 {
				if voter != about {
					_, err := tb.Check(vote(t, g, voter, about, record.KindAway, record.Away{}))
					fault(t, err, voter, 1, "no vote")
					_, err = tb.Check(here(t, g, voter, about, g.Sign(g.Players[about], record.Move{Text: "draw"})))
					fault(t, err, voter, 1, "no vote")
				}
			}
		}
	}
}
