package audit_test

import (
	"crypto/ed25519"
	"errors"
	"slices"
	"testing"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// Why a record in the place of a join is none.
func TestNoJoin(t *testing.T) {
	g := played(t, 2, 3)
	log := g.Table().Log()
	proposal, join := log[0], log[1]
	id := g.Table().ID()
	other := tabletest.Key(99, 0)
	for _, c := range map[string]struct {
		second record.Record
		why    string
	}{
		"no signature":  {func() record.Record { r := join; r.Signature[3] ^= 1; return r }(), "signature"},
		"another table": {tabletest.Join(t, other, record.Hash{1}, record.Join{Name: "zoe"}), "another table"},
		"a bad name":    {tabletest.Join(t, other, id, record.Join{Name: " zoe"}), "name"},
		"a roster":      {log[3], "records before it are missing"},
	} {
		_, err := verify(g, []record.Record{proposal, c.second})
		altered(t, err, 2, c.why)
	}
	_, err := verify(g, []record.Record{proposal, join, join})
	altered(t, err, 3, "twice")
}

// Files that say nothing of each other leave each other alone, in any order: a log of
// which not all seats are taken, the proof of a fork, and another table's log.
func TestUnrelatedFiles(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	g.Owed(record.KindMove)
	p := g.Turn()
	evidence := audit.Evidence(g.Table(), &table.Fault{Seat: p.Seat, Step: g.Table().Step(), Records: []record.Record{forked(t, p, 1), forked(t, p, 2)}})
	g.Play()
	whole := g.Table().Log()
	another := played(t, 2, 4).Table().Log()
	files := map[string][]record.Record{"free seats": whole[:2], "evidence": evidence, "whole": whole, "another": another}
	names := []string{"free seats", "evidence", "whole", "another"}
	permutations(names, func(names []string) {
		var logs [][]record.Record
		for _, name := range names {
			logs = append(logs, files[name])
		}
		reports, _ := audit.VerifyChain(logs, g.Find, audit.Options{})
		for i, name := range names {
			var b *audit.BlameError
			switch err := reports[i].Err; {
			case name == "evidence" && !errors.As(err, &b):
				t.Errorf("%v: the proof proves nothing: %v", names, err)
			case (name == "free seats" || name == "another") && err != nil:
				t.Errorf("%v: %s: %v", names, name, err)
			}
		}
	})
}

// forked is a move that says what nobody asked for, so that there are many.
func forked(t *testing.T, p *tabletest.Player, n uint64) record.Record {
	t.Helper()
	pl, err := p.Table.Payload(p.Seat, record.Move{Text: "draw", Cards: []uint64{n}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Sign(p.Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func permutations(list []string, f func([]string)) {
	var permute func(n int)
	permute = func(n int) {
		if n == len(list) {
			f(slices.Clone(list))
		}
		for i := n; i < len(list); i++ {
			list[n], list[i] = list[i], list[n]
			permute(n + 1)
			list[n], list[i] = list[i], list[n]
		}
	}
	permute(0)
}

// Of two continuations, those seats are to blame that play on in both, and no others:
// cleo has a seat in one of them only.
func TestRivalsNameThoseInBoth(t *testing.T) {
	g, c := stuck(t, []int{0, 1, 2})
	d, err := g.Table().Successor(1, []int{0, 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := cont(t, g, c)
	k := tabletest.Continue(t, tabletest.Drill, d, keys(g, d), 9)
	k.Owed(record.KindStack)
	if keysOf(h, 2) == 0 || keysOf(k, 0) == 0 {
		t.Fatal("they have not begun")
	}
	for _, order := range [][]*tabletest.Rig{{h, k}, {k, h}} {
		_, err := chain(g, order...)
		var ce *audit.ChainError
		if !errors.As(err, &ce) || !slices.Equal(ce.Guilty, []string{g.Players[0].Name}) {
			t.Errorf("%v", err)
		}
	}
}

// keysOf counts the hand keys of a seat in a log.
func keysOf(g *tabletest.Rig, seat int) (n int) {
	for _, r := range g.Table().Log() {
		if p, err := r.Peek(); err == nil && p.Kind == record.KindKey && r.Author == g.Table().Terms().Seats[seat].Key {
			n++
		}
	}
	return n
}

// Attack: what an honest seat has signed at two tables in steps of one number is put at
// the end of a file as if it were a fork.
func TestAttackPairOfTwoTables(t *testing.T) {
	at := func(hands int) *tabletest.Rig {
		g := tabletest.New(t, tabletest.Drill, 2, map[string]any{"hands": hands}, 3)
		g.Owed(record.KindKey)
		return g
	}
	g, other := at(1), at(2)
	if g.Table().ID() == other.Table().ID() || g.Table().Step() != other.Table().Step() {
		t.Fatal("the tables are the same, or at different steps")
	}
	honest := g.Turn()
	one, two := g.Make(honest), other.Make(other.Players[honest.Seat])
	if one.Author != two.Author {
		t.Fatal("two authors")
	}
	log := g.Table().Log()
	for _, pair := range [][]record.Record{{one, two}, {two, one}} {
		_, err := verify(g, append(slices.Clone(log), pair...))
		var b *audit.BlameError
		var a *audit.AlteredError
		if errors.As(err, &b) || !errors.As(err, &a) {
			t.Errorf("%v", err)
		}
	}
	// Nor are two records of one table that are of two steps.
	g.Step()
	log = g.Table().Log()
	if _, err := verify(g, log); err != nil {
		t.Error(err)
	}
}

// What stands in a log and is of somebody who has no seat, or of another table, is called
// that.
func TestStrangersInALog(t *testing.T) {
	g := played(t, 2, 3)
	log := g.Table().Log()
	p, err := log[5].Open()
	if err != nil {
		t.Fatal(err)
	}
	sign := func(key ed25519.PrivateKey, p record.Payload) record.Record {
		r, err := record.Sign(key, p)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	another := p
	another.Table[0] ^= 1
	for why, r := range map[string]record.Record{
		"no seat":       sign(tabletest.Key(99, 0), p),
		"another table": sign(g.Players[0].Key, another),
	} {
		_, err := verify(g, slices.Insert(slices.Clone(log), 5, r))
		altered(t, err, 6, why)
	}
}
