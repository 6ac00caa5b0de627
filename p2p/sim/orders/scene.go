package orders

import (
	"crypto/ed25519"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/replica"
)

// A Scene has four nodes, or fewer, at the beginning of a step in which one of them, which may be away, owes a record.
type Scene struct {
	Kind  record.Kind
	Away  int // the seat of that node
	step  uint64
	keys  []ed25519.PrivateKey
	start []*node // by seat
}

// Alike reports whether all seats owe the same in the step and in the one after it, whoever is covered, so that it does not
// matter which of them does what.
func (s *Scene) Alike() bool {
	switch s.Kind {
	case record.KindSeal, record.KindKey, record.KindShares, record.KindReceipt:
		return true
	}
	return false
}

// epoch is when everything happens. Events take less than a second, so that the times in records are the same.
var epoch = time.Unix(1_750_000_000, 0)

// A game is one that was played without trouble.
type game struct {
	keys   []ed25519.PrivateKey
	table  *table.Table
	owed   []replica.Fold      // by step, from the first that names seats
	hands  [][]seat.HandSecret // by seat and step: the secret that the seat had at the beginning of the step
	played []*replica.Replica
}

// NewScene returns the scene of the first step of a kind, in a hand of [tabletest.Drill] among that many nodes, in which
// the seat away owes a record.
func NewScene(tb testing.TB, nodes int, kind record.Kind, away int) *Scene {
	tb.Helper()
	g := played[nodes](tb)
	i := slices.IndexFunc(g.owed, func(f replica.Fold) bool {
		return f.Pending.Kind == kind && f.Pending.Owes(away) && f.Pending.Why != rules.Lot
	})
	if i < 0 {
		tb.Fatalf("seat %d owes no %s", away, kind)
	}
	s := &Scene{Kind: kind, Away: away, step: g.owed[i].Step, keys: g.keys}
	b, err := table.NewBranch(g.table, s.step)
	if err != nil {
		tb.Fatal(err)
	}
	for who := range nodes {
		s.start = append(s.start, &node{who: who, table: b.Table(), hand: g.hands[who][s.step]})
	}
	return s
}

// played has a game for each number of nodes, which is played once.
var played = map[int]func(testing.TB) *game{3: onceOf(3), 4: onceOf(4)}

func onceOf(nodes int) func(testing.TB) *game {
	var once sync.Once
	var g *game
	return func(tb testing.TB) *game {
		tb.Helper()
		once.Do(func() { g = play(tb, nodes) })
		if g == nil {
			tb.Fatal("the game was not played")
		}
		return g
	}
}

// play plays a hand among nodes none of which is away.
func play(tb testing.TB, nodes int) *game {
	tb.Helper()
	g := &game{hands: make([][]seat.HandSecret, nodes)}
	for i := range nodes {
		g.keys = append(g.keys, tabletest.Key(1, i))
	}
	p := tabletest.ProposeCovered(tb, tabletest.Drill, nodes, map[string]any{"hands": 1}, g.keys[0], rand.NewChaCha8([32]byte{}))
	id := record.Fold(record.Hash{}, 0, []record.Record{p})
	genesis := replica.Genesis{Proposal: &p}
	for i, k := range g.keys {
		genesis.Joins = append(genesis.Joins, tabletest.Join(tb, k, id, record.Join{Name: fmt.Sprint("seat ", i)}))
	}
	t, err := genesis.Table(func(string) (*rules.RuleSet, error) { return tabletest.Drill, nil })
	if err != nil {
		tb.Fatal(err)
	}
	for i := range nodes {
		g.played = append(g.played, wake(t, i, seat.HandSecret{}, g.keys, 0, false))
		g.hands[i] = make([]seat.HandSecret, 100)
	}
	d := newDialogue(g.played)
	d.saved = func(i int, s replica.Save) { g.note(i, s) }
	d.noted = func(i int, n replica.Note) {
		if n.Fold != nil && i == 0 {
			g.owed = append(g.owed, *n.Fold)
		}
	}
	for range 100 {
		if d.run(); g.played[0].Table().Over() && len(g.played[0].Table().Missing()) == 0 {
			g.table = g.played[0].Table()
			return g
		}
		d.tick(200 * time.Millisecond)
	}
	tb.Fatal("the game does not end")
	return nil
}

// note notes the secrets that a node has after each of its records in a save.
func (g *game) note(i int, s replica.Save) {
	secrets := s.Secrets // one for each record of the seat
	for _, r := range s.Records {
		p, err := r.Peek()
		if err != nil || r.Author != record.KeyOf(g.keys[i]) {
			continue
		}
		for step := p.Step + 1; step < uint64(len(g.hands[i])); step++ {
			g.hands[i][step] = secrets[0].Hand
		}
		secrets = secrets[1:]
	}
}
