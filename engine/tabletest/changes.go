package tabletest

import (
	"crypto/ed25519"
	"testing"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// A Change is a seat of a table that changes hands when a hand of the game is settled.
type Change struct {
	Hand   int    // the last hand of the seat's former player
	Seat   int    // of the table
	Name   string // of the newcomer,
	Player int    // whose key is the [Key] with that number,
	Host   int    // and for a computer player, the seat of its host; -1 for a person
}

// Changes plays a game whose seats change hands, table after table, to its end. It returns
// the rig of each table.
func Changes(tb testing.TB, g *Rig, seed uint64, changes ...Change) []*Rig {
	tb.Helper()
	rigs := []*Rig{g}
	for n, ch := range changes {
		g.Until(func(t *table.Table) bool {
			settled := t.Results()
			return len(settled) > 0 && settled[len(settled)-1].Hand == ch.Hand && t.Pending().Kind != record.KindReceipt
		})
		g = g.goesOn(ch, seed, seed+uint64(n)+1)
		rigs = append(rigs, g)
	}
	g.Play()
	return rigs
}

// goesOn returns the table at which a seat has changed hands.
func (g *Rig) goesOn(ch Change, keys, seed uint64) *Rig {
	g.TB.Helper()
	t := g.Table()
	p := record.Player{Key: record.KeyOf(Key(keys, ch.Player)), Name: ch.Name}
	if ch.Host >= 0 {
		p.Host = &t.Terms().Seats[ch.Host].Key
	}
	c, err := t.Successor(len(t.Results()), t.Terms().Everybody(), map[int]record.Player{ch.Seat: p})
	g.must(err)
	var players []ed25519.PrivateKey
	for _, p := range g.Players {
		players = append(players, p.Key)
	}
	players[ch.Seat] = Key(keys, ch.Player)
	next := Continue(g.TB, g.Rules, c, players, seed)
	next.Choose = g.Choose
	return next
}

// Handed plays a game of [Changes] with three seats: after hand 1, zoe takes the seat of
// cleo, who is a computer player of ana's; after hand 2, ben hands his seat to Max, a
// computer player of zoe's; after hand 3, ben comes back in ana's seat.
func Handed(tb testing.TB, rs *rules.RuleSet, o map[string]any, seed uint64) []*Rig {
	tb.Helper()
	g := seated(tb, rs, names[:3], []int{0, 1, 0}, o, seed, "")
	g.Choose = Bot(rs.Bots[0])
	return Changes(tb, g, seed,
		Change{Hand: 1, Seat: 2, Name: "zoe", Player: 6, Host: -1},
		Change{Hand: 2, Seat: 1, Name: "Max (good)", Player: 7, Host: 2},
		Change{Hand: 3, Seat: 0, Name: "ben", Player: 1, Host: -1})
}
