package tabletest

import (
	"slices"
	"testing"

	"fives/engine/rules"
	"fives/engine/table"
)

// Fork plays a game of [Drill] for three to its end. In the showing that settles it, a seat
// signs two records. Everybody takes in one of them. stray is the table with the other one,
// as the seat that sits out sees it: the game is over there, and nobody has signed its
// result.
func Fork(tb testing.TB) (g *Rig, cheat, out *Player, stray *table.Table) {
	tb.Helper()
	g = New(tb, Drill, 3, nil, 3)
	g.Until(func(t *table.Table) bool { return t.HandNumber() == 2 && t.Pending().Why == rules.Show })
	cheat = g.Turn()
	active := g.Table().Position().Status().Active
	out = g.Players[slices.IndexFunc(g.Players, func(p *Player) bool { return !slices.Contains(active, p.Seat) })]
	stray = out.Table.Snapshot()
	other := *out
	other.Table = stray
	second, step := g.Make(cheat), g.Table().Step()
	g.Play()
	if err := other.Take(second); err != nil {
		tb.Fatal(err)
	}
	for _, r := range g.Table().Records(step) {
		if r.Author == second.Author {
			continue
		}
		if err := other.Take(r); err != nil {
			tb.Fatal(err)
		}
	}
	if !stray.Over() || len(stray.Arrived()) > 0 {
		tb.Fatal("the game is not over")
	}
	return g, cheat, out, stray
}
