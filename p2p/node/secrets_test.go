package node

import (
	"context"
	"slices"
	"testing"

	"fives/p2p/api"
)

// secretOf reports whether a node's store holds the secret of its seat's hand.
func secretOf(t *testing.T, n *Node, table string) bool {
	t.Helper()
	st, err := n.cfg.Store.Load(mustID(t, table))
	if err != nil {
		t.Fatal(err)
	}
	own, ok := st.Seats[n.self]
	if !ok {
		t.Fatal("the seat is not in the store")
	}
	return own.Hand.Number != 0
}

// TestSecretsOfAVoidedHandAreErased: a node that leaves in the middle of a hand, or goes on at another table, keeps no secret of the
// hand in its store.
func TestSecretsOfAVoidedHandAreErased(t *testing.T) {
	ctx := context.Background()
	nodes := playing(t, []string{t.TempDir(), t.TempDir(), t.TempDir()}, "1000")
	ana, ben, cleo := nodes[0], nodes[1], nodes[2]
	first := ana.summaries()[0].ID
	move(t, nodes, false)
	for _, n := range nodes {
		if !secretOf(t, n, first) {
			t.Fatalf("%s has no secret in the middle of a hand", n.name)
		}
	}
	if _, err := ben.Leave(ctx, first); err != nil {
		t.Fatal(err)
	}
	if secretOf(t, ben, first) {
		t.Error("the secret outlasts a leave")
	}
	for _, n := range []*Node{ana, cleo} {
		eventually(t, "the others hear of it", func() bool {
			v, err := n.Table(first)
			return err == nil && slices.ContainsFunc(v.Seats, func(s api.Seat) bool { return s.Name == "ben" && s.Left })
		})
		if _, err := n.Continue(ctx, first); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range []*Node{ana, cleo} {
		eventually(t, "the hand of the table that was left is erased", func() bool { return !secretOf(t, n, first) })
		for _, s := range n.summaries() {
			if s.ID != first {
				eventually(t, "the hand of the new table is not", func() bool { return secretOf(t, n, s.ID) })
			}
		}
	}
}
