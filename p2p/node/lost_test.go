package node

import (
	"context"
	"testing"
)

// TestLostStore: a node whose store is gone, but not its identity, gets its
// table back from the others, forks nothing, and says that the running hand
// cannot go on; the seats can continue from the last settled hand.
func TestLostStore(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	homes := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	nodes := playing(t, homes, "1000")
	id := nodes[0].summaries()[0].ID
	move(t, nodes, true)
	move(t, nodes, false)
	nodes[1].end()
	if err := removeStore(homes[1]); err != nil {
		t.Fatal(err)
	}
	nodes[1], _ = startStoppable(t, homes[1], "ben", addr(nodes[0]), addr(nodes[2]))
	eventually(t, "the table is back", func() bool {
		v, err := nodes[1].Table(id)
		w, err2 := nodes[0].Table(id)
		return err == nil && err2 == nil && v.Head == w.Head && v.Step == w.Step
	})
	for _, n := range nodes {
		if v, err := n.Table(id); err != nil || len(v.Faults) > 0 {
			t.Errorf("faults %v, %v", v.Faults, err)
		}
	}
	for _, n := range nodes {
		eventually(t, "everybody is there", func() bool {
			v, err := n.Table(id)
			return err == nil && v.Seats[0].Online && v.Seats[1].Online && v.Seats[2].Online
		})
	}
	for i, n := range nodes {
		if i > 0 {
			eventually(t, "the call is heard", func() bool { return len(n.summaries()) == 2 })
		}
		// By its ID: the others cannot see that ben's hand is lost, so nobody seems to
		// be missing.
		if _, err := n.Continue(ctx, id); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range nodes {
		eventually(t, "the continuation plays", func() bool {
			v, err := n.Table("")
			return err == nil && v.ID != id && v.Hand == 2 && v.Turn != ""
		})
	}
	move(t, nodes, false)
}
