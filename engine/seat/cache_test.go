package seat_test

import (
	"slices"
	"testing"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// fork returns two copies of a rig that waits for the last stack of a shuffle.
func fork(t *testing.T) (one, other *tabletest.Rig) {
	t.Helper()
	one = tabletest.New(t, tabletest.Drill, 3, nil, 2)
	one.Until(func(tb *table.Table) bool {
		d := tb.Pending()
		return d.Kind == record.KindStack && d.Owes(2)
	})
	copied := *one
	copied.Players = nil
	for _, p := range one.Players {
		q := *p
		q.Table, q.Observation = p.Table.Snapshot(), seat.FaceCache{}
		copied.Players = append(copied.Players, &q)
	}
	return one, &copied
}

// Another branch of a log has other masks at the slots of a hand. A cache filled on one
// branch does not show its cards, or use its shares, on the other.
func TestCacheOfAnotherBranch(t *testing.T) {
	one, other := fork(t)
	shares := func(tb *table.Table) bool { return tb.Pending().Kind == record.KindShares }
	other.Owed(record.KindMove)
	for _, until := range []func(*table.Table) bool{shares, func(*table.Table) bool { return false }} {
		one.Until(func(tb *table.Table) bool { return until(tb) || tb.Pending().Kind == record.KindMove })
		for i, p := range one.Players {
			q := other.Players[i]
			var cache, fresh seat.FaceCache
			before := cache.Update(p.Table, i, p.Hand)
			got, want := cache.Update(q.Table, i, q.Hand), fresh.Update(q.Table, i, q.Hand)
			if !slices.Equal(got, want) {
				t.Errorf("seat %d sees %v, and %v had it not looked at another branch", i, got, want)
			}
			if q.Table.Head() == p.Table.Head() || slices.Equal(before, want) {
				t.Fatal("the branches are the same")
			}
		}
	}
}

// With another secret than that of the hand a seat sees only public cards. The cache is
// not spoilt by it: with the right secret, the seat then sees its cards.
func TestAnotherSecretOpensNothing(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 2)
	g.Owed(record.KindShares)
	for _, kind := range []record.Kind{record.KindShares, record.KindMove} {
		g.Owed(kind)
		for i, p := range g.Players {
			var cache, fresh seat.FaceCache
			for name, h := range map[string]seat.HandSecret{
				"none":      {},
				"older":     {Number: p.Hand.Number - 1, Secret: p.Hand.Secret},
				"another's": {Number: p.Hand.Number, Secret: g.Players[(i+1)%3].Hand.Secret},
				"zero":      {Number: p.Hand.Number},
			} {
				if got := cache.Update(p.Table, i, h); !slices.Equal(got, p.Table.Public()) {
					t.Errorf("%s, %s: seat %d sees %v", kind, name, i, got)
				}
			}
			if got, want := cache.Update(p.Table, i, p.Hand), fresh.Update(p.Table, i, p.Hand); !slices.Equal(got, want) {
				t.Errorf("%s: seat %d sees %v, and %v had it not looked with other secrets", kind, i, got, want)
			}
		}
	}
}
