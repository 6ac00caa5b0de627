package node

import (
	"crypto/ed25519"
	"errors"
	"strings"
	"testing"

	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/table/tabletest"
	"fives/p2p/replica"
	"fives/p2p/store"
)

// TestWhoStoppedIt: a fault that all receipts cover stops nothing, and who is
// guilty of it is not named for one that does.
func TestWhoStoppedIt(t *testing.T) {
	nodes := playing(t, []string{t.TempDir(), t.TempDir(), t.TempDir()}, "1000")
	ana := nodes[0]
	move(t, nodes, true)
	eventually(t, "hand 2", func() bool { v, err := ana.Table(""); return err == nil && v.Hand == 2 && v.Turn != "" })
	var genesis replica.Genesis
	st := &store.Table{}
	ana.running()[0].look(func(r *replica.Replica) { genesis, st.Records = *r.Genesis(), r.Table().Log() })
	st.Records = st.Records[1+len(genesis.Joins):]
	copied, err := genesis.Table(games.Find)
	if err != nil {
		t.Fatal(err)
	}
	if err := replay(copied, st); err != nil {
		t.Fatal(err)
	}
	names := copied.Terms().Names()
	r := replica.New(copied, replica.Config{})
	copied.Accuse(&table.Fault{Seat: 1, Step: 3, Reason: errors.New("long ago")})
	if text := waitingFor(r, names); strings.Contains(text, "stopped") {
		t.Errorf("an old fault: %s", text)
	}
	copied.Accuse(&table.Fault{Seat: 2, Step: copied.Step(), Reason: errors.New("now")})
	if text := waitingFor(r, names); text != "stopped: "+names[2]+" at fault" {
		t.Errorf("a new fault of %s: %s", names[2], text)
	}
}

// A claimed time is anything: one that no calendar writes is taken for none.
func TestAbsurdReceiptTime(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() == 2 })
	c, err := g.Table().Successor(1, []int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	h := tabletest.Continue(t, tabletest.Drill, c, []ed25519.PrivateKey{g.Players[0].Key, g.Players[1].Key}, 3)
	h.Body = func(p *tabletest.Player, body any) any {
		if r, ok := body.(record.Receipt); ok && p.Seat == 0 {
			r.Time = 1 << 62
			return r
		}
		return body
	}
	h.Play()
	if got := began(h.Table()); got != 1_750_000_001 {
		t.Errorf("it began at %d", got)
	}
}
