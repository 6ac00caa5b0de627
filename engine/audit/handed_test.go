package audit_test

import (
	"crypto/ed25519"
	"slices"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/games/five"
	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// A crowd has the keys of people and computer players by their names.
type crowd map[string]ed25519.PrivateKey

// everybody is the crowd of the tables whose seats change hands.
func everybody() crowd {
	c := crowd{}
	for i, name := range []string{"ana", "ben", "cleo", "dan", "zoe", "eva", "Ada (good)", "Bea (easy)"} {
		c[name] = tabletest.Key(1, i)
	}
	return c
}

func (c crowd) key(name string) record.Key { return record.KeyOf(c[name]) }

// player is one of the crowd as a player; with a host, a computer player of theirs.
func (c crowd) player(name, host string) record.Player {
	p := record.Player{Key: c.key(name), Name: name}
	if host != "" {
		of := c.key(host)
		p.Host = &of
	}
	return p
}

// begun seats a table of Five; seats whose names are those of computer players are ana's.
func (c crowd) begun(t *testing.T, cover bool, options map[string]any, names ...string) *tabletest.Rig {
	t.Helper()
	g := tabletest.New(t, five.Rules, len(names), options, 1)
	propose := tabletest.Propose
	if cover {
		propose = tabletest.ProposeCovered
	}
	host := c["ana"]
	proposal := propose(t, five.Rules, len(names), options, host, g.Secret)
	id, _, _, err := table.OpenProposal(proposal, g.Find)
	if err != nil {
		t.Fatal(err)
	}
	var joins []record.Record
	var keys []ed25519.PrivateKey
	for _, name := range names {
		body := record.Join{Name: name}
		if name == "Ada (good)" {
			of, cert := record.KeyOf(host), record.CertifyBot(host, id, c.key(name))
			body.Host, body.Certificate = &of, &cert
		}
		joins = append(joins, tabletest.Join(t, c[name], id, body))
		keys = append(keys, c[name])
	}
	g.Players = nil
	g.Seat(keys, func() (*table.Table, error) { return table.New(proposal, joins, g.Find) })
	g.Choose = shortly
	return g
}

// goOn is the table of a continuation among the crowd.
func (c crowd) goOn(t *testing.T, cont record.Continuation) *tabletest.Rig {
	t.Helper()
	h := tabletest.Continue(t, five.Rules, cont, c.keys(cont), uint64(cont.Carry.Hands)+2)
	h.Choose = shortly
	return h
}

func (c crowd) keys(cont record.Continuation) (keys []ed25519.PrivateKey) {
	for _, p := range cont.Players {
		for _, key := range c {
			if record.KeyOf(key) == p.Key {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// hand plays a table until its next hand is settled and receipted. From its first move on
// the node of one seat is away, if it is given, and has not signed the result.
func hand(g *tabletest.Rig, away ...int) {
	g.TB.Helper()
	settled := len(g.Table().Results())
	g.Owed(record.KindMove)
	if len(away) > 0 {
		g.Absent = func(p *tabletest.Player) bool { return slices.Contains(away, p.Seat) }
	}
	g.Until(func(tb *table.Table) bool {
		return len(tb.Results()) > settled && tb.Pending().Kind != record.KindReceipt
	})
}

// handed is a table whose seats change hands three times: the logs of the parent and of its
// three continuations.
func handed(t *testing.T, cover bool) (logs [][]record.Record) {
	c := everybody()
	g := c.begun(t, cover, nil, "ana", "ben", "cleo", "Ada (good)")
	next := func(seats []int, newcomers map[int]record.Player) {
		t.Helper()
		logs = append(logs, g.Table().Log())
		cont, err := g.Table().Successor(1, seats, newcomers)
		if err != nil {
			t.Fatal(err)
		}
		g = c.goOn(t, cont)
	}
	if cover {
		g = c.begun(t, cover, nil, "ana", "ben", "cleo", "dan")
		// Ben is away, and zoe takes the seat that the others covered for.
		hand(g, 1)
		next([]int{0, 1, 2, 3}, map[int]record.Player{1: c.player("zoe", "")})
		// Then cleo is, and a computer player of zoe's takes hers.
		hand(g, 2)
		next([]int{0, 1, 2, 3}, map[int]record.Player{2: c.player("Bea (easy)", "zoe")})
		// With three nodes, nobody can be covered. Cleo comes back.
		hand(g)
		next([]int{0, 1, 2, 3}, map[int]record.Player{2: c.player("cleo", "")})
		hand(g, 0)
		return append(logs, g.Table().Log())
	}
	// Zoe takes the seat of a computer player.
	hand(g)
	next([]int{0, 1, 2, 3}, map[int]record.Player{3: c.player("zoe", "")})
	// Ben hands over to a computer player of zoe's; cleo's seat does not go on.
	hand(g)
	next([]int{0, 1, 3}, map[int]record.Player{1: c.player("Bea (easy)", "zoe")})
	// Ben comes back, and dan takes the seat of ana.
	hand(g)
	next([]int{0, 1, 2}, map[int]record.Player{0: c.player("dan", ""), 1: c.player("ben", "")})
	hand(g)
	return append(logs, g.Table().Log())
}

// split is a table of which two groups go on apart from the hand that all have receipted.
func split(t *testing.T) [][]record.Record {
	c := everybody()
	g := c.begun(t, false, nil, "ana", "ben", "cleo", "dan")
	hand(g)
	logs := [][]record.Record{g.Table().Log()}
	for _, newcomers := range []map[int]record.Player{
		{2: c.player("zoe", ""), 3: c.player("eva", "")},
		{0: c.player("Ada (good)", "cleo"), 1: c.player("Bea (easy)", "dan")},
	} {
		h := c.goOn(t, after(t, g, 1, newcomers))
		hand(h)
		logs = append(logs, h.Table().Log())
	}
	return logs
}

// unbegun is a table that was played on, and a continuation of it that all had accepted before.
func unbegun(t *testing.T) [][]record.Record {
	c := everybody()
	g := c.begun(t, false, nil, "ana", "ben", "cleo")
	hand(g)
	h := c.goOn(t, after(t, g, 1, map[int]record.Player{1: c.player("zoe", "")}))
	h.Owed(record.KindKey)
	hand(g)
	return [][]record.Record{g.Table().Log(), h.Table().Log()}
}

// atOnce is a table whose seats change hands twice while one hand runs: each time at once, and
// the hand is given up. Cleo hands over to zoe, who hands over to dan; and eva to ben.
func atOnce(t *testing.T) [][]record.Record {
	c := everybody()
	g := c.begun(t, false, nil, "ana", "ben", "cleo")
	hand(g)
	g.Owed(record.KindMove)
	h := c.goOn(t, after(t, g, 1, map[int]record.Player{1: c.player("eva", ""), 2: c.player("zoe", "")}))
	h.Owed(record.KindMove)
	k := c.goOn(t, after(t, h, 0, map[int]record.Player{1: c.player("ben", ""), 2: c.player("dan", "")}))
	hand(k)
	return [][]record.Record{g.Table().Log(), h.Table().Log(), k.Table().Log()}
}

// attempts is a table at which zoe is to take ben's seat: ana and cleo accept that, and ana leaves it before
// zoe has accepted, so it never begins; the next attempt does.
func attempts(t *testing.T) [][]record.Record {
	c := everybody()
	g := c.begun(t, false, nil, "ana", "ben", "cleo")
	hand(g)
	cont := after(t, g, 1, map[int]record.Player{1: c.player("zoe", "")})
	lapsed := c.goOn(t, cont)
	lapsed.Absent = func(p *tabletest.Player) bool { return p.Seat == 1 }
	lapsed.Step()
	p, err := lapsed.Table().LeavePayload(0, 1_750_000_600)
	if err != nil {
		t.Fatal(err)
	}
	notice, err := record.SignNotice(lapsed.Players[0].Key, p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lapsed.Table().Leave(notice); err != nil {
		t.Fatal(err)
	}
	cont.Attempt = 1
	again := c.goOn(t, cont)
	hand(again)
	return [][]record.Record{g.Table().Log(), lapsed.Table().Log(), again.Table().Log()}
}

// after is the table that all seats of another one go on to, but those of newcomers.
func after(t *testing.T, g *tabletest.Rig, settled int, newcomers map[int]record.Player) record.Continuation {
	t.Helper()
	c, err := g.Table().Successor(settled, g.Table().Terms().Everybody(), newcomers)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Where players have gone on apart, each of the tables is good, and all files say that it is
// so: the parent's, if it is among them, which tables these are, and each of the others' which
// ones there are beside it. Nobody plays in both: who does is to blame. That is so in any order
// of the files.
func TestSplit(t *testing.T) {
	logs := split(t)
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2}, {2, 1, 1}, {0, 1}, {1}} {
		var files [][]record.Record
		tables := map[record.Hash]bool{}
		for _, i := range order {
			files = append(files, logs[i])
		}
		reports, err := audit.VerifyChain(files, games.Find, audit.Options{})
		if err != nil {
			t.Fatalf("files %v: %v", order, err)
		}
		for _, r := range reports {
			if r.Parent != nil {
				tables[r.Table] = true
			}
		}
		for i, r := range reports {
			split, sisters := 0, 0
			switch {
			case len(tables) == 2 && order[i] == 0:
				split = 2
			case len(tables) == 2:
				sisters = 1
			}
			named := append(slices.Clone(r.Split), r.Sisters...)
			if len(r.Split) != split || len(r.Sisters) != sisters || split == 2 && named[0] == named[1] {
				t.Errorf("files %v: file %d has %v, and beside it %v", order, order[i], r.Split, r.Sisters)
			}
			for _, b := range named {
				if !tables[b.Table] || b.Table == r.Table || b.Hands != 1 {
					t.Errorf("files %v: file %d names %v", order, order[i], b)
				}
			}
			var gone []string
			if slices.Contains(order, 0) {
				gone = [][]string{nil, {"cleo", "dan"}, {"ana", "ben"}}[order[i]]
			}
			if got := r.Gone(); !slices.Equal(got, gone) {
				t.Errorf("files %v: %q do not play in file %d, not %q", order, gone, order[i], got)
			}
		}
	}
}

// A table that goes on from another one, which is not among the files, can split like any; and
// in one of those that go on from it seats can change hands again.
func TestSplitFurtherOn(t *testing.T) {
	c := everybody()
	g := c.begun(t, false, nil, "ana", "ben", "cleo")
	hand(g)
	parent := c.goOn(t, after(t, g, 1, nil))
	hand(parent)
	one := c.goOn(t, after(t, parent, 1, map[int]record.Player{1: c.player("zoe", ""), 2: c.player("eva", "")}))
	other := c.goOn(t, after(t, parent, 1, map[int]record.Player{0: c.player("dan", "")}))
	hand(one)
	other.Owed(record.KindShares)
	onward := c.goOn(t, after(t, one, 1, map[int]record.Player{0: c.player("ben", "")}))
	onward.Owed(record.KindShares)
	logs := [][]record.Record{parent.Table().Log(), one.Table().Log(), other.Table().Log()}
	reports, err := audit.VerifyChain(logs, games.Find, audit.Options{})
	if err != nil || len(reports[0].Split) != 2 || reports[0].Sisters != nil || !reports[0].Orphan {
		t.Errorf("%v: it has split in %v, beside it %v", err, reports[0].Split, reports[0].Sisters)
	}
	for i, other := range map[int]int{1: 2, 2: 1} {
		if got := reports[i].Sisters; len(got) != 1 || got[0] != (audit.Branch{Table: reports[other].Table, Hands: 2}) || reports[i].Split != nil {
			t.Errorf("file %d has %v beside it", i, got)
		}
	}
	// Ben comes back to the other group's game later. That is no sister of the table he went on in.
	reports, err = audit.VerifyChain(append(logs, onward.Table().Log()), games.Find, audit.Options{})
	if err != nil || len(reports[1].Sisters) != 1 || reports[3].Sisters != nil || reports[3].Split != nil {
		t.Errorf("%v: %v", err, reports[3].Sisters)
	}
}

// A continuation that all have accepted and nobody has begun binds nobody, whether the table
// was played on or another continuation was. Whoever has begun it, or goes on from it, is bound.
func TestNeverBegan(t *testing.T) {
	logs := unbegun(t)
	reports, err := audit.VerifyChain(logs, games.Find, audit.Options{})
	if err != nil || !reports[1].NeverBegan || !reports[1].OK() || reports[0].Continued || reports[0].Stands != 0 {
		t.Errorf("played on: %v, %+v", err, reports[1])
	}
	c := everybody()
	g := c.begun(t, false, nil, "ana", "ben", "cleo")
	hand(g)
	begun := after(t, g, 1, map[int]record.Player{1: c.player("zoe", "")})
	other := c.goOn(t, after(t, g, 1, map[int]record.Player{1: c.player("eva", "")}))
	idle, late := c.goOn(t, begun), c.goOn(t, begun)
	idle.Owed(record.KindKey)
	late.Owed(record.KindKey)
	onward := c.goOn(t, after(t, late, 0, nil)) // from the beginning of one that was never played
	onward.Owed(record.KindShares)
	reports, err = audit.VerifyChain([][]record.Record{idle.Table().Log()}, games.Find, audit.Options{})
	if err != nil || reports[0].NeverBegan {
		t.Errorf("alone: %v, %+v", err, reports[0])
	}
	other.Owed(record.KindShares)
	reports, err = audit.VerifyChain([][]record.Record{idle.Table().Log(), other.Table().Log()}, games.Find, audit.Options{})
	if err != nil || !reports[0].NeverBegan || !reports[0].OK() || reports[1].NeverBegan || reports[1].Split != nil {
		t.Errorf("another one was begun: %v, %+v", err, reports[0])
	}
	hand(g)
	parent := g.Table().Log()
	reports, err = audit.VerifyChain([][]record.Record{parent, late.Table().Log(), onward.Table().Log()}, games.Find, audit.Options{})
	if err == nil || reports[1].NeverBegan || reports[1].Err == nil {
		t.Errorf("one goes on from it: %v", err)
	}
	late.Step()
	if _, err = audit.VerifyChain([][]record.Record{parent, late.Table().Log()}, games.Find, audit.Options{}); err == nil {
		t.Error("it was begun behind a hand that was signed")
	}
}
