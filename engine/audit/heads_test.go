package audit_test

import (
	"slices"
	"testing"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// A node is a seat with its own view of a table.
type node struct {
	*tabletest.Player
	g *tabletest.Rig
}

// nodes are the seats of a table of four with cover, each with its own replica, that owe their
// shares of the deal.
func nodes(t *testing.T) (ns []node, g *tabletest.Rig) {
	t.Helper()
	g = tabletest.NewCovered(t, tabletest.Drill, 4, map[string]any{"hands": 1}, 2)
	g.Until(func(tb *table.Table) bool { return tb.Pending().Why == rules.Deal })
	for _, p := range g.Players {
		ns = append(ns, node{p, g})
	}
	return ns, g
}

// gets has a node take records in.
func (n node) gets(t *testing.T, records ...record.Record) {
	t.Helper()
	for _, r := range records {
		if err := n.Take(r); err != nil {
			t.Fatalf("%s: %v", n.Name, err)
		}
	}
}

// onto is the node as it is when it has taken another table in place of its own.
func (n node) onto(tb *table.Table) node {
	p := *n.Player
	p.Table, p.Observation = tb.Snapshot(), seat.FaceCache{}
	return node{&p, n.g}
}

// owes signs what the node owes, and takes it in.
func (n node) owes(t *testing.T) record.Record {
	t.Helper()
	if !n.Owes() {
		t.Fatalf("%s owes nothing: %+v", n.Name, n.Table.Pending())
	}
	r := n.g.Make(n.Player)
	n.gets(t, r)
	return r
}

// SPEC §10.9: an honest seat signs for one step in two logs, with different heads: it went over
// to the one that prevails. Nobody is blamed for that, whatever it has voted.
func TestHonestWithTwoHeads(t *testing.T) {
	const ana, ben, cleo, dan = 0, 1, 2, 3
	type views struct{ one, other *table.Table }
	for name, play := range map[string]func(t *testing.T, ns []node, g *tabletest.Rig) views{
		// Ben says that cleo is away, and follows dan, the cheat, who shows her record to him
		// alone. The others cover for cleo, with dan's other vote, or for ben himself.
		"goes over to where cleo is covered": func(t *testing.T, ns []node, g *tabletest.Rig) views {
			return shownToBen(t, ns, g, cleo)
		},
		"goes over to where it is covered itself": func(t *testing.T, ns []node, g *tabletest.Rig) views {
			return shownToBen(t, ns, g, ben)
		},
		// Ana is cut off, and completes the step with ben covered. Then she goes over to where
		// both are voted away.
		"goes over to where both are voted away": func(t *testing.T, ns []node, g *tabletest.Rig) views {
			var own, about []record.Record
			for _, n := range ns {
				own = append(own, g.Make(n.Player))
			}
			for _, v := range []int{ana, cleo, dan} {
				about = append(about, away(t, g, ns[v].Player, ben))
			}
			alone := ns[ana].onto(ns[ana].Table)
			alone.gets(t, slices.Concat(about, []record.Record{own[ana], own[cleo], own[dan]})...)
			alone.owes(t)
			all := ns[ana].onto(ns[ana].Table)
			for _, v := range []int{ben, cleo, dan} {
				all.gets(t, away(t, g, ns[v].Player, ana))
			}
			all.gets(t, slices.Concat(about, []record.Record{own[cleo], own[dan]})...)
			all.owes(t)
			return views{alone.Table, all.Table}
		},
	} {
		t.Run(name, func(t *testing.T) {
			ns, g := nodes(t)
			step := g.Table().Step()
			v := play(t, ns, g)
			who := 0
			for s := range 4 {
				one, other := v.one.OwnAt(step+1, s), v.other.OwnAt(step+1, s)
				if one != nil && other != nil && !one.Same(*other) {
					who++
				}
			}
			if who != 1 {
				t.Fatalf("%d seats have signed twice", who)
			}
			files{"one": v.one.Log(), "other": v.other.Log()}.want(t, g, map[string]string{
				"one": "good, isolated, 0 stand", "other": "good",
			})
		})
	}
}

// shownToBen is a step in which all have a record of cleo's but ana, as ben has it from dan's
// vote. Then ben goes over to the log in which a seat is covered.
func shownToBen(t *testing.T, ns []node, g *tabletest.Rig, covered int) (v struct{ one, other *table.Table }) {
	t.Helper()
	const ana, ben, cleo, dan = 0, 1, 2, 3
	var own []record.Record
	for _, n := range ns {
		own = append(own, g.Make(n.Player))
	}
	shown, err := seat.Here(ns[dan].Table, dan, cleo, ns[dan].Table.Step(), ns[dan].Key, own[cleo])
	if err != nil {
		t.Fatal(err)
	}
	bens := away(t, g, ns[ben].Player, cleo)
	alone := ns[ben].onto(ns[ben].Table)
	alone.gets(t, own[ana], own[ben], own[dan], bens, own[cleo], shown)
	alone.owes(t)
	others := ns[ben].onto(ns[ben].Table)
	for _, voter := range []int{ana, ben, cleo, dan} {
		switch {
		case voter == covered:
		case voter == ben:
			others.gets(t, bens)
		default:
			others.gets(t, away(t, g, ns[voter].Player, covered))
		}
	}
	for s, r := range own {
		if s != covered {
			others.gets(t, r)
		}
	}
	others.owes(t)
	v.one, v.other = alone.Table, others.Table
	return v
}

// Two logs that cross are both good, as far as the step in which they part. What goes on from a
// hand before it is a continuation of both; what follows from neither is none.
func TestContinuationBesideCrossedLogs(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 5, map[string]any{"hands": 3}, 2)
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() == 2 && tb.Pending().Kind == record.KindSeal })
	active := g.Table().Position().Status().Active
	one, other := active[0], active[1]
	own, votes := map[int]record.Record{}, map[[2]int]record.Record{}
	for _, s := range active {
		own[s] = g.Make(g.Players[s])
		for _, about := range []int{one, other} {
			if v := g.Players[s]; s != about {
				votes[[2]int{s, about}] = away(t, g, v, about)
			}
		}
	}
	cross := func(covered int) []record.Record {
		h := node{g.Players[active[2]], g}.onto(g.Table())
		for _, s := range active {
			if s != covered {
				h.gets(t, votes[[2]int{s, covered}], own[s])
			}
		}
		if h.Table.HandNumber() != 2 || h.Table.Pending().Kind != record.KindKey {
			t.Fatalf("%+v is owed", h.Table.Pending())
		}
		return h.Table.Log()
	}
	fs := files{"left": cross(one), "right": cross(other)}
	fs.want(t, g, map[string]string{"left": "good, isolated, 1 stand", "right": "good, isolated, 1 stand"})
	fs["child"] = goOn(t, g, 1, []int{0, 1, 2, 3, 4}).Table().Log()
	fs.want(t, g, map[string]string{
		"left": "good, continued, 1 stand, isolated, 1 stand", "right": "good, continued, 1 stand, isolated, 1 stand", "child": "good",
	})
	c, err := g.Table().Successor(1, []int{0, 1, 2, 3, 4}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Carry.Scores = []int{1, 2, 3, 4, 5}
	h := tabletest.Continue(t, tabletest.Drill, c, keys(g, c), 9)
	h.Owed(record.KindSeal)
	fs["child"] = h.Table().Log()
	fs.want(t, g, map[string]string{"left": "good, isolated, 1 stand", "right": "good, isolated, 1 stand", "child": "refused"})
}
