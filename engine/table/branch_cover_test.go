package table_test

import (
	"fmt"
	"slices"
	"testing"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// A parting is a step of a table of four nodes that all of them owe, and what can come of it.
type parting struct {
	g       *tabletest.Rig
	before  *table.Table
	own     []record.Record
	ballots map[int][]record.Record // about a seat
}

func part(t *testing.T, d table.Pending) parting {
	t.Helper()
	g := tabletest.NewCovered(t, tabletest.Drill, 4, map[string]any{"hands": 1}, 7)
	g.Until(func(tb *table.Table) bool { return tb.Pending().Kind == d.Kind && tb.Pending().Why == d.Why })
	if len(g.Table().Pending().Seats) != 4 {
		t.Fatalf("%+v is owed", g.Table().Pending())
	}
	p := parting{g: g, before: g.Table().Snapshot(), ballots: map[int][]record.Record{}}
	for _, v := range g.Players {
		for _, about := range v.Table.Voters(v.Seat) {
			r, err := seat.Away(v.Table, v.Seat, about, v.Key, v.Hand, g.Secret)
			if err != nil {
				t.Fatal(err)
			}
			p.ballots[about] = append(p.ballots[about], r)
		}
	}
	for _, v := range g.Players {
		p.own = append(p.own, g.Make(v))
	}
	return p
}

// log is the table in which these seats were voted away.
func (p parting) log(t *testing.T, away ...int) *table.Table {
	t.Helper()
	tb := p.before.Snapshot()
	for s, own := range p.own {
		list := []record.Record{own}
		if slices.Contains(away, s) {
			list = p.ballots[s]
		}
		for _, r := range list {
			c, err := tb.Check(r)
			if err == nil {
				_, err = tb.Apply(c)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if tb.Step() != p.before.Step()+1 || !slices.Equal(tb.VotedAway(p.before.Step()), away) {
		t.Fatalf("%v are voted away, want %v", tb.VotedAway(p.before.Step()), away)
	}
	return tb
}

// onto is the branch of a table with the log of another one.
func onto(t *testing.T, of, log *table.Table, from uint64) *table.Branch {
	t.Helper()
	b, err := table.NewBranch(of, from)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range log.AllRecords() {
		if has, err := b.Take(r); !has || err != nil {
			t.Fatalf("%v, %v", has, err)
		}
	}
	if b.Table().Head() != log.Head() {
		t.Fatal("it is another log")
	}
	return b
}

var steps = []table.Pending{
	{Kind: record.KindSeal}, {Kind: record.KindKey}, {Kind: record.KindShares, Why: rules.Lot}, {Kind: record.KindProof},
	{Kind: record.KindShares, Why: rules.Deal}, {Kind: record.KindReceipt},
}

// SPEC §10.7: of two logs that part in a step because more seats are voted away in one of
// them, that one prevails, whether they are covered or owe once more.
func TestMoreVotesPrevail(t *testing.T) {
	for _, d := range steps {
		t.Run(fmt.Sprint(d.Kind, " ", d.Why), func(t *testing.T) {
			p := part(t, d)
			step := p.before.Step()
			logs := map[string]*table.Table{"none": p.log(t), "ben": p.log(t, 1), "cleo": p.log(t, 2), "both": p.log(t, 1, 2), "all": p.log(t, 0, 1, 2, 3)}
			less := map[string][]string{"ben": {"none"}, "cleo": {"none"}, "both": {"none", "ben", "cleo"}, "all": {"none", "ben", "cleo", "both"}}
			crossed := [][2]string{{"ben", "cleo"}, {"cleo", "ben"}}
			for one, a := range logs {
				for other, b := range logs {
					if one == other {
						continue
					}
					prevails := slices.Contains(less[one], other)
					if got := onto(t, b, a, step).Prevails(b); got != prevails {
						t.Errorf("%s prevails over %s: %v", one, other, got)
					}
					way := prevails || slices.Contains(crossed, [2]string{one, other})
					if at, got := a.Outvotes(b); got != way || at != step {
						t.Errorf("%s outvotes %s: %v in step %d", one, other, got, at)
					}
				}
			}
		})
	}
}

// SPEC §10.7: where each has voted away one that the other has, both give way to the step with
// the votes of both, from either side; and what is no crossing joins nothing.
func TestCrossedCovers(t *testing.T) {
	for _, d := range steps {
		t.Run(fmt.Sprint(d.Kind, " ", d.Why), func(t *testing.T) {
			p := part(t, d)
			step := p.before.Step()
			ben, cleo, both := p.log(t, 1), p.log(t, 2), p.log(t, 1, 2)
			one, other := onto(t, ben, cleo, step).JoinVotes(ben), onto(t, cleo, ben, step).JoinVotes(cleo)
			if one.Table().Head() != both.Head() || other.Table().Head() != both.Head() || one.From != step {
				t.Fatalf("heads %s and %s, want %s", one.Table().Head(), other.Table().Head(), both.Head())
			}
			if !one.Prevails(ben) || !one.Prevails(cleo) || !other.Prevails(ben) || !other.Prevails(cleo) {
				t.Error("the join does not prevail")
			}
			wide, narrow := p.log(t, 0, 1), p.log(t, 1, 2) // two crossings at once
			three := onto(t, wide, narrow, step).JoinVotes(wide).Table()
			if !slices.Equal(three.VotedAway(step), []int{0, 1, 2}) || three.Head() != p.log(t, 0, 1, 2).Head() {
				t.Errorf("%v are voted away", three.VotedAway(step))
			}
			for name, b := range map[string]struct{ of, log *table.Table }{"more": {ben, both}, "less": {both, ben}, "none": {p.log(t), cleo}} {
				branch := onto(t, b.of, b.log, step)
				if branch.JoinVotes(b.of) != branch {
					t.Errorf("%s: something is joined", name)
				}
			}
			same := onto(t, ben, ben.Snapshot(), step)
			if same.JoinVotes(ben) != same {
				t.Error("one log is joined with itself")
			}
			// All go on from there, and nobody is at fault.
			g := p.g
			for _, q := range g.Players {
				q.Table = cleo.Snapshot()
				if q.Seat%2 == 0 {
					q.Table = ben.Snapshot()
				}
				onto(t, q.Table, map[bool]*table.Table{true: cleo, false: ben}[q.Seat%2 == 0], step).JoinVotes(q.Table).Replace(q.Table)
				if len(q.Table.Faults()) > 0 {
					t.Errorf("faults %v", q.Table.Faults())
				}
			}
			g.Agree()
			g.Play()
		})
	}
}

// What was signed behind the parting is no obstacle, and a hand that all have receipted is one:
// for a log with more votes, and for a join.
func TestVotesAgainstReceipts(t *testing.T) {
	p := part(t, table.Pending{Kind: record.KindShares, Why: rules.Deal})
	step := p.before.Step()
	play := func(away ...int) *table.Table {
		g := *p.g
		g.Players = nil
		tb := p.log(t, away...)
		for _, q := range p.g.Players {
			r := *q
			r.Table, r.Observation = tb.Snapshot(), seat.FaceCache{}
			g.Players = append(g.Players, &r)
		}
		g.Until(func(tb *table.Table) bool { return tb.Pending().Kind == record.KindReceipt })
		return g.Table()
	}
	receipted := func(away ...int) *table.Table {
		g := *p.g
		tb := play(away...)
		for s := range 4 {
			pl, err := tb.Payload(s, tb.Receipt())
			if err != nil {
				t.Fatal(err)
			}
			r, err := record.Sign(g.Players[s].Key, pl)
			if err != nil {
				t.Fatal(err)
			}
			c, err := tb.Check(r)
			if err == nil {
				_, err = tb.Apply(c)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		return tb
	}
	ben, far := p.log(t, 1), play()
	if _, ok := ben.Outvotes(far); !ok || !onto(t, far, ben, step).Prevails(far) {
		t.Error("a log that is played on does not give way")
	}
	for name, done := range map[string]*table.Table{"none": receipted(), "cleo": receipted(2)} {
		if _, ok := ben.Outvotes(done); ok {
			t.Errorf("%s: what all have receipted gives way", name)
		}
		if onto(t, done, ben, step).Prevails(done) {
			t.Errorf("%s: a branch prevails over what all have receipted", name)
		}
		if !onto(t, ben, done, step).Prevails(ben) {
			t.Errorf("%s: what all have receipted does not prevail", name)
		}
		branch := onto(t, ben, done, step)
		if branch.JoinVotes(ben) != branch {
			t.Errorf("%s: what all have receipted is joined", name)
		}
		branch = onto(t, done, ben, step)
		if branch.JoinVotes(done) != branch {
			t.Errorf("%s: something is joined with what all have receipted", name)
		}
	}
}
