package table_test

import (
	"fmt"
	"math/rand/v2"
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

// SPEC §10: while another node is without a key, no seat can be covered in the steps that owe
// keys. Which records are voted away in a step changes nothing in it, nor in the same step owed
// again.
func TestOneNodeWithoutAKey(t *testing.T) {
	for _, c := range []struct {
		hosts []int
		seal  []int // who is away there
		want  int   // of the seats that owe a key, how many can be covered
	}{
		{[]int{0, 1, 2, 3}, nil, 4},
		{[]int{0, 1, 2, 3}, []int{1}, 0},
		{[]int{0, 1, 2, 3, 4}, []int{1}, 0},
		{[]int{0, 1, 1, 3, 4}, []int{1}, 4}, // the node has another seat
		{[]int{0, 1, 1, 3, 4}, []int{1, 2}, 0},
		{[]int{0, 0, 2, 3, 4}, []int{2}, 0},
		{[]int{0, 0, 2, 3, 4}, nil, 5},
	} {
		g := tabletest.NewHosted(t, tabletest.Drill, c.hosts, map[string]any{"hands": 1}, 5)
		g.Owed(record.KindSeal)
		g.Absent = func(p *tabletest.Player) bool { return slices.Contains(c.seal, p.Seat) }
		g.Step()
		g.Absent = nil
		for _, s := range c.seal {
			g.Back(g.Players[s])
		}
		if got := covering(t, g); len(got) != c.want {
			t.Errorf("%+v: %v can be covered", c, got)
		}
	}
	for _, kind := range []record.Kind{record.KindSeal, record.KindKey} {
		g := five(t, kind, "")
		g.Apart(g.Players[1], g.Players[2])
		if got := covering(t, g); !slices.Equal(got, []int{1, 2}) {
			t.Errorf("%s, owed again: of two, %v can be covered", kind, got)
		}
		g.Absent = func(p *tabletest.Player) bool { return p.Seat == 2 }
		g.Step()
		g.Back(g.Players[2])
		if got := covering(t, g); kind == record.KindSeal && len(got) > 0 {
			t.Errorf("with a node without a key, %v can be covered", got)
		}
	}
}

// SPEC §10: n − 1 nodes have a key in every hand, and n − 2 have a stack in every shuffle. Who
// has no key is not missing in a shuffle; beside a node that is, nobody is covered, until the
// shuffle is done. Then the next one is as the first.
func TestOneNodeWithoutAStack(t *testing.T) {
	for _, kind := range []record.Kind{record.KindStack, record.KindProof} { // what of node 2 is voted away
		g := sleeper(t, 2, false)
		g.Choose = func(p *tabletest.Player, own rules.Observation, r *rand.Rand) string {
			if slices.Contains(p.Table.Position().Moves(p.Seat, own), "mix") {
				return "mix"
			}
			return long(p, own, r)
		}
		for renewal := range 2 {
			until(t, g, record.KindStack, "")
			first := covering(t, g)
			if !slices.Equal(first, g.Table().Pending().Seats) || !slices.Equal(keyless(g.Table()), []int{1}) {
				t.Fatalf("%s, shuffle %d: %v can be covered", kind, renewal, first)
			}
			for !g.Table().Pending().Owes(2) || g.Table().Pending().Kind != kind {
				g.Step()
			}
			g.Absent = func(p *tabletest.Player) bool { return p.Seat == 2 }
			g.Step()
			g.Back(g.Players[2])
			stacks := map[int]bool{}
			for d := g.Table().Pending(); d.Kind == record.KindStack || d.Kind == record.KindProof; d = g.Table().Pending() {
				if got := covering(t, g); len(got) > 0 {
					t.Errorf("%s, shuffle %d: with a node missing, %v can be covered: %+v", kind, renewal, got, d)
				}
				for _, s := range d.Seats {
					stacks[s] = true
				}
				g.Step()
			}
			if got := covering(t, g); !slices.Equal(got, g.Table().Pending().Seats) {
				t.Errorf("%s, shuffle %d is done: of %v, %v can be covered", kind, renewal, g.Table().Pending(), got)
			}
			if stacks[1] || stacks[2] {
				t.Errorf("%s, shuffle %d: %v owe stacks or proofs", kind, renewal, stacks)
			}
		}
		g.Choose = tabletest.Random
		g.Play()
		if _, err := audit.Verify(g.Table().Log(), g.Find, audit.Options{}); err != nil {
			t.Error(err)
		}
	}
	// Two nodes are voted away in a step of proofs: all shuffle again, and nobody was missing.
	g := five(t, record.KindProof, "")
	g.Apart(g.Players[1], g.Players[2])
	for range 5 {
		if got := covering(t, g); !slices.Equal(got, g.Table().Pending().Seats) {
			t.Errorf("of the stacks owed again, those of %v can be covered", got)
		}
		g.Step()
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

// leaves has a seat sign a notice that it leaves.
func leaves(t *testing.T, tb *table.Table, p *tabletest.Player) {
	t.Helper()
	pl, err := tb.LeavePayload(p.Seat, 7)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.SignNotice(p.Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tb.Leave(r); err != nil {
		t.Fatal(err)
	}
}

// A seat that has left is lost only while it still owes something to these keys or this
// shuffle and cannot be covered there.
func TestLost(t *testing.T) {
	for _, c := range []struct {
		seat  int  // leaves when seat 2 has been covered at its stack
		proof bool // with its proof in
	}{
		{seat: 1}, // it owes a proof
		{seat: 3}, // a stack
		{seat: 1, proof: true},
		{seat: 3, proof: true},
	} {
		g := tabletest.NewCovered(t, tabletest.Drill, 5, map[string]any{"hands": 1}, 7)
		g.Owed(record.KindStack)
		for !g.Table().Pending().Owes(2) {
			g.Step()
		}
		tb := g.Replay(g.Table().Log())
		leaves(t, tb, g.Players[c.seat])
		if lost := tb.Lost(); len(lost) > 0 || tb.Needs(c.seat) {
			t.Errorf("nobody is missing yet, and %v are lost", lost)
		}
		g.Absent = func(p *tabletest.Player) bool { return p.Seat == 2 }
		g.Step()
		g.Back(g.Players[2])
		if c.proof {
			g.Owed(record.KindProof)
			if err := g.Players[0].Take(g.Make(g.Players[c.seat])); err != nil { // it has all of its own in
				t.Fatal(err)
			}
		}
		tb = g.Replay(g.Table().Log())
		leaves(t, tb, g.Players[c.seat])
		want := []int{c.seat}
		if c.proof {
			want = nil
		}
		if lost := tb.Lost(); !slices.Equal(lost, want) || tb.Needs(c.seat) == c.proof || tb.Needs(2) || !tb.Needs(4) {
			t.Errorf("%+v: %v are lost", c, lost)
		}
	}
	g := sleeper(t, 2, false) // seat 1 has no hand key
	g.Owed(record.KindStack)
	tb := g.Replay(g.Table().Log())
	leaves(t, tb, g.Players[1])
	if lost := tb.Lost(); len(lost) > 0 {
		t.Errorf("%v are lost, and owe nothing", lost)
	}
	g = tabletest.NewCovered(t, tabletest.Drill, 5, map[string]any{"hands": 1}, 7)
	g.Owed(record.KindSeal)
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 1 }
	g.Step()
	g.Back(g.Players[1])
	tb = g.Replay(g.Table().Log())
	take(t, tb, g.Make(g.Players[2]))
	leaves(t, tb, g.Players[2])
	if lost := tb.Lost(); len(lost) > 0 {
		t.Errorf("%v are lost, with their key in", lost)
	}
	leaves(t, g.Table(), g.Players[3])
	if lost := g.Table().Lost(); !slices.Equal(lost, []int{3}) {
		t.Errorf("%v are lost: one owes its key while another has none", lost)
	}
}

// Of two that have left, neither can vote on the other: both are lost, but while all votes
// of the one about the other are there.
func TestTwoLost(t *testing.T) {
	g := five(t, record.KindMove, "")
	who := g.Turn()
	other := g.Players[g.Table().Voters(who.Seat)[0]]
	tb := g.Replay(g.Table().Log())
	leaves(t, tb, who)
	if lost := tb.Lost(); len(lost) > 0 {
		t.Errorf("%v are lost, and the others act for one", lost)
	}
	take(t, tb, away(t, g, other.Seat, who.Seat))
	leaves(t, tb, other)
	if lost := tb.Lost(); !slices.Equal(lost, []int{other.Seat}) {
		t.Errorf("with its vote, %v are lost", lost)
	}
	tb = g.Replay(g.Table().Log())
	leaves(t, tb, who)
	leaves(t, tb, other)
	want := []int{min(who.Seat, other.Seat), max(who.Seat, other.Seat)}
	if lost := tb.Lost(); !slices.Equal(lost, want) {
		t.Errorf("%v are lost, not %v", lost, want)
	}
}
