package audit_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"testing"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// A nap is a game in which one seat was cut off when it owed something: what it signed
// there reached nobody, and the others covered for it.
type nap struct {
	g     *tabletest.Rig
	who   *tabletest.Player
	step  uint64            // in which it was cut off
	own   record.Record     // its own record of that step
	alone *tabletest.Player // what it had by itself then
	state *table.Table      // of the others, at the start of that step
}

// sleepy is a game of four in which the seat after the first one that owes such a record was
// cut off, and came back with its next one, or when the hand was settled.
func sleepy(t *testing.T, seed uint64, kind record.Kind) nap {
	t.Helper()
	g := tabletest.NewCovered(t, tabletest.Drill, 4, map[string]any{"hands": 2}, seed)
	g.Owed(kind)
	n := nap{g: g, step: g.Table().Step(), state: g.Table().Snapshot()}
	owe := g.Table().Missing()
	n.who = g.Players[owe[min(1, len(owe)-1)]]
	n.alone = g.Alone(n.who)
	n.own = *n.alone.Table.OwnAt(n.step, n.who.Seat)
	g.Naps(n.who, func(tb *table.Table) bool {
		return len(tb.Results()) == 0 && (tb.Step() <= n.step+1 || !tb.Pending().Owes(n.who.Seat) || tb.Pending().Kind != record.KindMove)
	})
	return n
}

// log is that of the others.
func (n nap) log() []record.Record { return n.g.Table().Log() }

var kinds = []record.Kind{record.KindSeal, record.KindKey, record.KindStack, record.KindProof, record.KindShares, record.KindMove, record.KindReceipt}

// parsed is a record with its payload and its line.
type parsed struct {
	record.Record
	record.Payload
	n int
}

func parse(t *testing.T, log []record.Record) (list []parsed) {
	t.Helper()
	for i, r := range log {
		p, err := r.Peek()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, parsed{r, p, i + 1})
	}
	return list
}

// The report says what others did for whom, and that changes no verdict.
func TestCoveredReport(t *testing.T) {
	for _, kind := range kinds {
		t.Run(string(kind), func(t *testing.T) {
			n := sleepy(t, 2, kind)
			r, err := verify(n.g, n.log())
			if err != nil || !r.OK() || r.Head != n.g.Table().Head() {
				t.Fatalf("%v %+v", err, r)
			}
			votes, seals, pieces, steps, moves := 0, 0, 0, 0, 0
			want := map[record.Kind]int{record.KindSeal: 6, record.KindKey: 9}[kind] // commitments in the first hand
			for _, p := range parse(t, n.log()) {
				switch p.Kind {
				case record.KindAway:
					votes++
				case record.KindSeal:
					seals++
				case record.KindKey:
					body, err := record.Decode[record.HandKey](p.Payload)
					if err != nil {
						t.Fatal(err)
					}
					pieces += len(body.Pieces) / 32
				}
			}
			for i, h := range r.Hands {
				if i > 0 && h.Covered != nil || i == 0 && (len(h.Covered) != 1 || h.Covered[0].Seat != n.who.Seat) {
					t.Fatalf("hand %d: %+v", h.Hand, h.Covered)
				}
				for _, c := range h.Covered {
					steps, moves = steps+c.Steps, moves+c.Moves
					if c.Keyless != (kind == record.KindSeal || kind == record.KindKey) || c.Unsigned != (h.Receipts == 3) {
						t.Errorf("%+v, %d receipts", c, h.Receipts)
					}
				}
			}
			for _, m := range n.g.Table().Results()[0].Played {
				if m.StandIn {
					moves--
				}
			}
			if c := r.Checked; c.Votes != votes || c.Seals != seals || c.Pieces != pieces || steps == 0 || votes != 3*steps || pieces != cmp.Or(want, 12) || moves != 0 {
				t.Errorf("%d steps, %d stand-in moves too many, %+v", steps, moves, c)
			}
		})
	}
}

// In the last hand of the game, who has not signed includes a seat whose receipt was voted
// away.
func TestReceiptVotedAway(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 4, map[string]any{"hands": 1}, 2)
	g.Naps(g.Players[1], func(tb *table.Table) bool { return tb.Pending().Kind == record.KindReceipt })
	r, err := verify(g, g.Table().Log())
	if err != nil || !r.OK() || !slices.Equal(r.Unsigned, []int{1}) || r.Hands[0].Receipts != 3 || !r.Hands[0].Covered[0].Unsigned {
		t.Errorf("%v %+v", err, r)
	}
}

// While a hand runs, the report says what was done in it so far, and who owes what.
func TestCoveredInTheRunningHand(t *testing.T) {
	n := sleepy(t, 2, record.KindMove)
	log := n.log()
	i := slices.IndexFunc(parse(t, log), func(p parsed) bool { return p.Step == n.step+1 })
	r, err := verify(n.g, log[:i])
	want := []string{n.who.Name + " owes its shares of its own cards"}
	if err != nil || len(r.Running) != 1 || r.Running[0] != (audit.Covering{Seat: n.who.Seat, Steps: 1}) || !slices.Equal(r.Unfinished, want) {
		t.Errorf("%v %+v %v", err, r.Running, r.Unfinished)
	}
}

// Attack: a log with covered steps is changed at its votes in every way. The first record
// that does not fit is named, and nobody is blamed.
func TestAttackVotesTampered(t *testing.T) {
	for _, kind := range kinds {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			n := sleepy(t, 2, kind)
			log := n.log()
			log = log[:slices.IndexFunc(parse(t, log), func(p parsed) bool { return p.Step > n.g.Table().Results()[0].Step })]
			all := parse(t, log)
			last := all[len(all)-1].Step
			first := map[string]int{} // vote of a step
			check := func(name string, log []record.Record, at int) {
				t.Helper()
				_, err := audit.Verify(log, n.g.Find, audit.Options{})
				if at%5 == 0 {
					_, err = verify(n.g, log)
				}
				var a *audit.AlteredError
				if !errors.As(err, &a) || a.Record != at {
					t.Errorf("%s: %v, want: altered at %d", name, err, at)
				}
			}
			for i, v := range all {
				if v.Kind != record.KindAway {
					continue
				}
				name := func(what string) string { return fmt.Sprintf("%s: record %d, step %d", what, v.n, v.Step) }
				step := fmt.Sprint(v.Step)
				if first[step] == 0 {
					first[step] = v.n
				}
				dropped := v.n
				if v.Step == last {
					dropped = first[step]
				}
				check(name("dropped"), slices.Delete(slices.Clone(log), i, i+1), dropped)
				check(name("doubled"), slices.Insert(slices.Clone(log), i, v.Record), v.n+1)
				if next := all[i+1:]; len(next) > 0 && next[0].Step == v.Step {
					swapped := slices.Clone(log)
					swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
					check(name("swapped"), swapped, v.n)
				}
				if before := all[i-1]; before.Step < v.Step {
					swapped := slices.Clone(log)
					swapped[i], swapped[i-1] = swapped[i-1], swapped[i]
					check(name("moved to the step before"), swapped, v.n-1)
				}
				for _, w := range all {
					if w.Kind == record.KindAway && w.Author == v.Author && w.Step != v.Step {
						other := slices.Clone(log)
						other[i] = w.Record
						check(name(fmt.Sprintf("replaced by that of step %d", w.Step)), other, v.n)
					}
				}
				flip := slices.Clone(log)
				flip[i].Signature[3] ^= 1
				check(name("unsigned"), flip, v.n)
				if i+1 < len(all) && all[i+1].Step == v.Step {
					check(name("cut off"), log[:i+1], first[step])
				}
				if v.Step != n.step {
					continue
				}
				own := slices.Clone(log)
				own[i] = n.own
				at := v.n
				if v.n == first[step] {
					at++
				}
				check(name("replaced by the seat's own record"), own, at)
				check(name("the seat's own record before it"), slices.Insert(slices.Clone(log), i, n.own), at)
				check(name("the seat's own record behind it"), slices.Insert(slices.Clone(log), i+1, n.own), v.n+1)
			}
			f := first[fmt.Sprint(n.step)] - 1
			own := slices.Clone(log[:f])
			own = append(own, n.own)
			rest := log[f+3:] // behind the three votes
			next := slices.IndexFunc(all, func(p parsed) bool { return p.Step > n.step })
			if next >= 0 {
				check("all replaced by the seat's own record", append(own, rest...), next-1)
			}
		})
	}
}

// A vote that shows a record is no part of a log, and nobody is blamed for it.
func TestHereInALog(t *testing.T) {
	for _, kind := range []record.Kind{record.KindShares, record.KindMove} {
		n := sleepy(t, 2, kind)
		v := n.g.Players[n.state.Voters(n.who.Seat)[0]]
		here, err := seat.Here(n.state, v.Seat, n.who.Seat, n.step, v.Key, n.own)
		if err != nil {
			t.Fatal(err)
		}
		before := n.state.Log()
		_, err = verify(n.g, append(slices.Clone(before), here))
		altered(t, err, len(before)+1, "shows a record")
		_, err = verify(n.g, append(slices.Clone(before), n.own, here))
		altered(t, err, len(before)+2, "")
	}
}

// The coverings of a hand are listed in the order of the seats, whoever was away first.
func TestCoveringsAreInSeatOrder(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 5, map[string]any{"hands": 1}, 3)
	g.Owed(record.KindMove)
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 3 }
	g.Until(func(tb *table.Table) bool { return len(tb.Coverings(tb.Step()-1)) > 0 })
	g.Back(g.Players[3])
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 2 }
	g.Until(func(tb *table.Table) bool { return slices.Contains(tb.Coverings(tb.Step()-1), 2) })
	r, err := audit.Verify(g.Table().Log(), g.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	covered := r.Running
	if len(r.Hands) > 0 {
		covered = r.Hands[0].Covered
	}
	if len(covered) != 2 || covered[0].Seat != 2 || covered[1].Seat != 3 {
		t.Errorf("%+v", covered)
	}
}
