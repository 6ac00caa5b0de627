package table_test

import (
	"testing"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// branch makes the branch of a table with the records of another log.
func branch(t *testing.T, of, log *table.Table, from uint64) *table.Branch {
	t.Helper()
	b, err := table.NewBranch(of, from)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range log.AllRecords() {
		if has, err := b.Take(r); !has || err != nil {
			t.Fatalf("it does not take a record in: %v", err)
		}
		if last := b.Table().Head() == log.Head(); b.Prevails(of) != (last && log.Receipted(from)) {
			t.Fatalf("at step %d, prevails: %v", b.Table().Step(), b.Prevails(of))
		}
	}
	return b
}

// A branch prevails with the last receipt of the hand, not before. After it has replaced
// the log, the table has proof against the seat that forked it, and nobody else.
func TestPrevails(t *testing.T) {
	g, cheat, out, stray := tabletest.Fork(t)
	step, ok := stray.PartsFrom(g.Table())
	if !ok || stray.Receipted(step) || !g.Table().Receipted(step) {
		t.Fatalf("they part: %v, in step %d", ok, step)
	}
	n, err := seat.Notice(stray, out.Seat, out.Key, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stray.Leave(n); err != nil {
		t.Fatal(err)
	}
	before := stray.Snapshot()
	branch(t, stray, g.Table(), step).Replace(stray)
	if stray.Head() != g.Table().Head() || !stray.HasLeft(out.Seat) {
		t.Errorf("it is at step %d, left: %v", stray.Step(), stray.HasLeft(out.Seat))
	}
	if fs := stray.Faults(); len(fs) != 1 || fs[0].Seat != cheat.Seat || fs[0].Step != step {
		t.Errorf("faults %v", fs)
	}
	if before.Head() == stray.Head() {
		t.Error("an earlier snapshot has changed")
	}
}

// What all who played have signed is given up for nothing: not for a branch on which
// the game is over, and not for another one once more. Nor is what an honest player is
// on, while a cheat keeps back its receipt there and gives it elsewhere.
func TestAttackNoWayBack(t *testing.T) {
	g, cheat, _, stray := tabletest.Fork(t)
	step, _ := stray.PartsFrom(g.Table())
	p := *cheat
	p.Table = stray
	if err := p.Take(g.Make(&p)); err != nil { // its receipt of the other result
		t.Fatal(err)
	}
	branch(t, g.Table(), stray, step)
	results := g.Table().Results()
	settled, err := table.NewBranch(g.Table(), results[len(results)-1].Step)
	if err != nil {
		t.Fatal(err)
	}
	branch(t, settled.Table(), stray, step)
	b := branch(t, stray, g.Table(), step)
	old := stray.Snapshot()
	b.Replace(stray)
	branch(t, stray, old, step)
}

// A seat's first bad record is proof, which an honest node may pass on; a second one is
// refused.
func TestTakeRefuses(t *testing.T) {
	g, cheat, _, stray := tabletest.Fork(t)
	step, _ := stray.PartsFrom(g.Table())
	b, err := table.NewBranch(stray, step)
	if err != nil {
		t.Fatal(err)
	}
	p := *cheat
	p.Table = b.Table()
	wrong := g.Sign(&p, record.Shares{})
	for i, refused := range []bool{false, true} {
		if has, err := b.Take(wrong); has || refused != (err != nil) {
			t.Errorf("time %d: has %v, %v", i, has, err)
		}
	}
}

// Signed finds the authors of records at a step or later.
func TestSigned(t *testing.T) {
	g, _, out, _ := tabletest.Fork(t)
	tb := g.Table()
	by := func(p *tabletest.Player) func(record.Key) bool {
		return func(key record.Key) bool { return key == record.KeyOf(p.Key) }
	}
	first := tb.Results()[0].Step
	for _, p := range g.Players {
		if !tb.SignedSince(first, by(p)) || tb.SignedSince(first+1, by(p)) != (p != out) || tb.SignedSince(tb.Step()+1, by(p)) {
			t.Errorf("seat %d", p.Seat)
		}
	}
}
