package audit_test

import (
	"math/rand/v2"
	"testing"

	"fives/engine/games"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// Every game, at a table with cover where one seat after the other is away now and then,
// comes to the end of a hand, and its log verifies in every way.
func TestAbsences(t *testing.T) {
	for _, rs := range games.All() {
		if rs.MaxSeats < 4 { // nobody can be covered
			continue
		}
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			covered := 0
			for seed := range uint64(3) {
				covered += absences(t, rs, seed)
			}
			if covered == 0 {
				t.Error("nobody was ever covered")
			}
		})
	}
}

// absences plays a hand and returns how many records were voted away.
func absences(t *testing.T, rs *rules.RuleSet, seed uint64) (covered int) {
	t.Helper()
	seats := min(rs.MaxSeats, 4+int(seed)%2)
	g := tabletest.NewCovered(t, rs, seats, nil, seed)
	g.Choose = tabletest.Bot(rs.Bots[0])
	r := rand.New(rand.NewPCG(seed, 9))
	gone := -1
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == gone }
	g.Until(func(tb *table.Table) bool {
		if tb.HandNumber() > 0 && r.IntN(12) == 0 {
			back(g, gone)
			gone = r.IntN(seats+2) - 2
		}
		covered += len(tb.Coverings(tb.Step() - 1))
		return len(tb.Results()) == 1 && tb.HandNumber() == 2 || tb.Over()
	})
	back(g, gone)
	gone = -1
	report, err := everyWay(t, g.Table().Log(), games.Find)
	if err != nil || len(report.Violations()) > 0 || report.Head != g.Table().Head() {
		t.Fatalf("seed %d: %v %+v", seed, err, report)
	}
	return covered
}

// back brings a player that was away up to date.
func back(g *tabletest.Rig, seat int) {
	if seat >= 0 {
		g.Players[seat].Table = g.Replay(g.Table().Log())
	}
}
