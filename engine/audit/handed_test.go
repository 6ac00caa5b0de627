package audit_test

import (
	"crypto/ed25519"
	"slices"
	"testing"

	"fives/engine/continuation"
	"fives/engine/games/five"
	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/table/tabletest"
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
		cont, err := continuation.Successor(g.Table(), 1, seats, newcomers)
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
