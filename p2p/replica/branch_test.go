package replica_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/replica"
)

// forked is a network of the seat that sat out when another one forked the log, of an
// honest one that played, and of somebody who only watches. The first and the last see
// the branch that nobody else has signed.
func forked(t *testing.T) *network {
	g, cheat, out, stray := tabletest.Fork(t)
	return behind(t, g, cheat, out, stray)
}

// behind is that network, whatever is behind the fork.
func behind(t *testing.T, g *tabletest.Rig, cheat, out *tabletest.Player, stray *table.Table) *network {
	player := g.Players[3-cheat.Seat-out.Seat]
	w := &network{t: t, joined: map[[2]int]bool{}, now: time.Unix(1_750_000_000, 0)}
	for i, n := range []struct {
		table *table.Table
		seats []*replica.LocalSeat
	}{
		{stray.Snapshot(), []*replica.LocalSeat{{Key: out.Key}}},
		{player.Table, []*replica.LocalSeat{{Key: player.Key}}},
		{stray.Snapshot(), nil},
	} {
		w.nodes = append(w.nodes, replica.New(n.table, replica.Config{Seats: n.seats, Loaded: true, Rand: rand.NewChaCha8([32]byte{byte(i)})}))
		w.saved, w.penalized = append(w.saved, nil), append(w.penalized, 0)
	}
	return w
}

// Seats that sat out, and onlookers, come to the branch that all players have receipted,
// also through another one of them, and learn who forked (PROTOCOL §5.4).
func TestComesToTheReceiptedBranch(t *testing.T) {
	w := forked(t)
	w.join(0, 1)
	w.join(0, 2)
	head, old := w.nodes[1].Table().Head(), w.nodes[0].Snapshot()
	extent := w.nodes[0].Extent()
	var out replica.Output
	w.run(func() bool {
		at := w.nodes[0].Table().Head()
		if at == head && out.Notes == nil {
			out = w.nodes[0].Take()
			for _, e := range out.Send {
				w.deliver(0, e)
			}
		}
		return at == head && w.nodes[2].Table().Head() == head
	})
	if !out.Save.Anew || !slices.EqualFunc(out.Save.Records, log(w.nodes[1].Table()), record.Record.Same) {
		t.Errorf("anew: %v, %d records to be stored", out.Save.Anew, len(out.Save.Records))
	}
	for i, n := range w.nodes {
		if fs := n.Table().Faults(); len(fs) != 1 || len(fs[0].Records) != 2 || w.penalized[i] > 0 {
			t.Errorf("node %d: faults %v, penalized %d times", i, fs, w.penalized[i])
		}
	}
	if old.Table().Head() == head || w.nodes[0].Extent() <= extent {
		t.Errorf("the snapshot has changed, or its extent: %d, %d", extent, w.nodes[0].Extent())
	}
}

// A seat that has left the table stays where it was when it did.
func TestLeaverStaysOnItsBranch(t *testing.T) {
	w := forked(t)
	head := w.nodes[0].Table().Head()
	if err := w.nodes[0].Retire(w.now); err != nil {
		t.Fatal(err)
	}
	w.join(0, 1)
	w.join(1, 2)
	w.run(func() bool { return w.nodes[2].Table().Head() == w.nodes[1].Table().Head() })
	w.settle(nil)
	if w.nodes[0].Table().Head() != head {
		t.Error("it has another log")
	}
}

// A node that looks at a branch does not have it yet: nobody hangs up because of its Have.
func TestLookingIsNotHaving(t *testing.T) {
	w := forked(t)
	w.join(0, 1)
	tb := w.nodes[1].Table()
	for _, looks := range []bool{false, true} {
		h := replica.Have{Step: tb.Step(), Head: tb.Head(), Branch: looks}
		w.nodes[1].Receive(peer(0), replica.Message{Have: &h}, w.now)
		if w.nodes[1].InSync(peer(0)) == looks {
			t.Errorf("branch %v: in sync %v", looks, !looks)
		}
	}
}

// That others have signed behind the fork, above all who forked the log, keeps nobody on
// the branch.
func TestOthersRecordsBindNobody(t *testing.T) {
	g, cheat, out, stray := tabletest.Fork(t)
	p := *cheat
	p.Table = stray
	if err := p.Take(g.Make(&p)); err != nil { // its receipt of the other result
		t.Fatal(err)
	}
	w := behind(t, g, cheat, out, stray)
	w.join(0, 1)
	head := w.nodes[1].Table().Head()
	w.run(func() bool { return w.nodes[0].Table().Head() == head })
}
