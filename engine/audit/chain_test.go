package audit_test

import (
	"crypto/ed25519"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// stuckSeed is one with which seat 1 sits out the second hand.
const stuckSeed = 6

// stuck is a rig that waits in its second hand, with the successor in which the
// seats go on from the first.
func stuck(t *testing.T, seats []int) (*tabletest.Rig, record.Continuation) {
	t.Helper()
	g := tabletest.New(t, tabletest.Drill, 3, nil, stuckSeed)
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() == 2 && tb.Pending().Kind == record.KindMove })
	c, err := g.Table().Successor(1, seats, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g, c
}

func keys(g *tabletest.Rig, c record.Continuation) []ed25519.PrivateKey {
	var ks []ed25519.PrivateKey
	for _, p := range c.Players {
		for _, q := range g.Players {
			if record.KeyOf(q.Key) == p.Key {
				ks = append(ks, q.Key)
			}
		}
	}
	return ks
}

// cont plays the table of a continuation of g to its end.
func cont(t *testing.T, g *tabletest.Rig, c record.Continuation) *tabletest.Rig {
	t.Helper()
	h := tabletest.Continue(t, tabletest.Drill, c, keys(g, c), 9)
	h.Play()
	return h
}

func chain(g *tabletest.Rig, rigs ...*tabletest.Rig) ([]*audit.Report, error) {
	var logs [][]record.Record
	for _, r := range rigs {
		logs = append(logs, r.Table().Log())
		everyWay(g.TB, r.Table().Log(), g.Find)
	}
	return audit.VerifyChain(logs, g.Find, audit.Options{})
}

func TestChain(t *testing.T) {
	g, c := stuck(t, []int{0, 2})
	h := cont(t, g, c)
	if r := h.Table().Results()[0]; r.Hand != 2 {
		t.Errorf("the child's first hand has number %d", r.Hand)
	}
	again, err := h.Table().Rematch()
	if err != nil {
		t.Fatal(err)
	}
	k := cont(t, h, again)
	if k.Table().Terms().Seats[0] != h.Table().Terms().Seats[1] {
		t.Error("a rematch does not rotate the seats")
	}
	for _, order := range [][]*tabletest.Rig{{g, h, k}, {k, g, h}} {
		reports, err := chain(g, order...)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range reports {
			if !r.OK() {
				t.Errorf("report %d: %+v", i, r)
			}
		}
	}
	reports, err := chain(g, g)
	if err != nil || reports[0].OK() {
		t.Errorf("%v: a log that stops in its second hand is complete", err)
	}
	reports, err = chain(g, h)
	if err != nil || !reports[0].OK() || reports[0].Parent.Table != g.Table().ID() {
		t.Errorf("%v: a child alone", err)
	}
}

func TestChainRefuses(t *testing.T) {
	g, c := stuck(t, []int{0, 2})
	stranger := record.KeyOf(tabletest.Key(77, 0))
	for name, change := range map[string]func(c *record.Continuation){
		"head":        func(c *record.Continuation) { c.Head[0] ^= 1 },
		"has scores":  func(c *record.Continuation) { c.Carry.Scores = []int{0, 0} },
		"next duty":   func(c *record.Continuation) { c.Carry.Next = 1 - c.Carry.Next },
		"another one": func(c *record.Continuation) { slices.Reverse(c.Players); slices.Reverse(c.Carry.Scores) },
		"name":        func(c *record.Continuation) { c.Players[1].Name = "zoe" },
		"or host":     func(c *record.Continuation) { c.Players[1].Host = &stranger },
		"options":     func(c *record.Continuation) { c.Options = map[string]any{"hands": 2, "polite": true} },
		"out of the game": func(c *record.Continuation) {
			c.Players[1].Key = stranger
		},
	} {
		t.Run(name, func(t *testing.T) {
			bad := c
			bad.Players, bad.Carry.Scores = slices.Clone(c.Players), slices.Clone(c.Carry.Scores)
			change(&bad)
			h := tabletest.Continue(t, tabletest.Drill, bad, []ed25519.PrivateKey{tabletest.Key(stuckSeed, 0), tabletest.Key(stuckSeed, 2)}, 9)
			if name == "another one" {
				h.Players[0].Key, h.Players[1].Key = h.Players[1].Key, h.Players[0].Key
			}
			if name == "out of the game" {
				h.Players[1].Key = tabletest.Key(77, 0)
			}
			h.Owed(record.KindKey)
			_, err := chain(g, g, h)
			var ce *audit.ChainError
			var fe *audit.FileError
			want := strings.TrimPrefix(name, "has ")
			if !errors.As(err, &ce) || !errors.As(err, &fe) || fe.File != 1 || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// A seat plays on in one child only; the log of the other proves that it did
// not.
func TestChainRivals(t *testing.T) {
	g, c := stuck(t, []int{0, 1, 2})
	d, err := g.Table().Successor(0, []int{0, 1, 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := cont(t, g, c)
	idle := tabletest.Continue(t, tabletest.Drill, d, keys(g, d), 9)
	idle.Owed(record.KindKey)
	if _, err := chain(g, g, h, idle); err != nil {
		t.Error(err)
	}
	idle.Step()
	for _, order := range [][]*tabletest.Rig{{g, h, idle}, {h, idle}} { // it shows without the parent too
		reports, err := chain(g, order...)
		if err == nil {
			t.Fatal("two continuations are good")
		}
		for i, r := range reports {
			var ce *audit.ChainError
			if is := errors.As(r.Err, &ce); is != (order[i] != g) {
				t.Errorf("file %d: %v", i+1, r.Err)
			} else if is && !strings.Contains(ce.Reason, " and "+r.Seats[2].Name) {
				t.Errorf("file %d: %s", i+1, ce.Reason)
			}
		}
	}
}

// Two logs of one table that tell two stories: whoever signed both is named,
// and a child of either finds its parent.
func TestChainContradiction(t *testing.T) {
	g, _ := stuck(t, []int{0, 2})
	short := g.Table().Log()
	one := tabletest.New(t, tabletest.Drill, 3, nil, stuckSeed)
	one.Until(func(tb *table.Table) bool { return tb.HandNumber() == 2 && tb.Pending().Kind == record.KindMove })
	g.Play()
	one.Rand = rand.New(rand.NewPCG(6, 6)) // for other moves
	one.Play()
	other := one.Table().Log()
	first := 0 // record that is another one
	for first < len(other) && other[first].Same(g.Table().Log()[first]) {
		first++
	}
	seat := one.Table().Terms().SeatOf(other[first].Author)
	reports, err := audit.VerifyChain([][]record.Record{short, g.Table().Log()}, g.Find, audit.Options{})
	if err != nil || len(reports[0].Unfinished) == 0 {
		t.Errorf("a beginning of a log does not go with it: %v", err)
	}
	reports, err = audit.VerifyChain([][]record.Record{g.Table().Log(), other}, g.Find, audit.Options{})
	for i, r := range reports {
		var b *audit.BlameError
		if !errors.As(r.Err, &b) || b.Seat != seat || b.Record != first+1 {
			t.Errorf("file %d: got %v, not a fault of seat %d at record %d", i+1, err, seat, first+1)
		}
	}
}

// Without its parent, a continuation only claims what it begins with.
func TestChainOrphan(t *testing.T) {
	g, c := stuck(t, []int{0, 2})
	h := cont(t, g, c)
	again, err := h.Table().Rematch()
	if err != nil {
		t.Fatal(err)
	}
	k := cont(t, h, again)
	for _, tc := range []struct {
		logs   []*tabletest.Rig
		orphan []bool
	}{
		{[]*tabletest.Rig{g, h, k}, []bool{false, false, false}},
		{[]*tabletest.Rig{h, k}, []bool{true, true}},
		{[]*tabletest.Rig{g, k}, []bool{false, true}},
	} {
		reports, err := chain(g, tc.logs...)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range reports {
			if r.Orphan != tc.orphan[i] {
				t.Errorf("of %d logs, %d: %v", len(reports), i, r.Orphan)
			}
		}
	}
}

// A parent says from which of its hands the game goes on.
func TestChainStands(t *testing.T) {
	g, _ := stuck(t, []int{0, 2})
	for settled := range 2 {
		c, err := g.Table().Successor(settled, []int{0, 1, 2}, nil)
		if err != nil {
			t.Fatal(err)
		}
		h := tabletest.Continue(t, tabletest.Drill, c, keys(g, c), 9)
		h.Owed(record.KindKey)
		reports, err := chain(g, g, h)
		if err != nil || !reports[0].Continued || reports[0].Stands != settled {
			t.Errorf("from hand %d: %d stand (%v)", settled, reports[0].Stands, err)
		}
	}
}

func TestChainNamesTheFile(t *testing.T) {
	g, c := stuck(t, []int{0, 2})
	h := cont(t, g, c)
	logs := [][]record.Record{g.Table().Log(), h.Table().Log()}
	logs[1][4].Signature[0] ^= 1
	_, err := audit.VerifyChain(logs, g.Find, audit.Options{})
	var fe *audit.FileError
	if !errors.As(err, &fe) || fe.File != 1 {
		t.Errorf("got %v", err)
	}
	altered(t, err, 5, "signature")
}

// A chain can be spoiled by what its seats did, though each log by itself is
// good. Whoever is at fault is named, and what was settled stands.
func TestSpoiledChains(t *testing.T) {
	type verdict struct {
		err       string   // in the continuation's; "" for none
		guilty    []string // of the continuation
		continued bool     // the parent
		stands    int
	}
	child := func(t *testing.T, g *tabletest.Rig, settled int, seats []int) *tabletest.Rig {
		t.Helper()
		c, err := g.Table().Successor(settled, seats, nil)
		if err != nil {
			t.Fatal(err)
		}
		return tabletest.Continue(t, tabletest.Drill, c, keys(g, c), 9)
	}
	accepts := func(t *testing.T, h *tabletest.Rig, players ...int) *tabletest.Rig {
		t.Helper()
		for _, p := range players {
			if err := h.Players[0].Take(h.Make(h.Players[p])); err != nil {
				t.Fatal(err)
			}
		}
		return h
	}
	accepted := func(h *tabletest.Rig) *tabletest.Rig { h.Owed(record.KindKey); return h }
	played := func(h *tabletest.Rig) *tabletest.Rig { h.Play(); return h }
	for name, tc := range map[string]struct {
		child func(t *testing.T, g *tabletest.Rig) *tabletest.Rig
		want  verdict
	}{
		"accepted by all its seats": {func(t *testing.T, g *tabletest.Rig) *tabletest.Rig {
			return accepted(child(t, g, 1, []int{0, 2}))
		}, verdict{"", nil, true, 1}},
		"accepted by one of two": {func(t *testing.T, g *tabletest.Rig) *tabletest.Rig {
			return accepts(t, child(t, g, 1, []int{0, 2}), 0)
		}, verdict{"", nil, false, 0}},
		"accepted by one of all, from the beginning": {func(t *testing.T, g *tabletest.Rig) *tabletest.Rig {
			return accepts(t, child(t, g, 0, []int{0, 1, 2}), 1)
		}, verdict{"", nil, false, 0}},
		"two of three go back": {func(t *testing.T, g *tabletest.Rig) *tabletest.Rig {
			return played(child(t, g, 0, []int{0, 2}))
		}, verdict{"ana and cleo are at fault, first at record 3: it goes back behind hand 1 of its parent", []string{"ana", "cleo"}, false, 0}},
		"two of three agree to go back": {func(t *testing.T, g *tabletest.Rig) *tabletest.Rig {
			return accepted(child(t, g, 0, []int{0, 2}))
		}, verdict{"", nil, false, 0}},
		"all go back": {func(t *testing.T, g *tabletest.Rig) *tabletest.Rig {
			return played(child(t, g, 0, []int{0, 1, 2}))
		}, verdict{"", nil, true, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			g, _ := stuck(t, []int{0, 2})
			h := tc.child(t, g)
			for _, order := range [][]*tabletest.Rig{{g, h}, {h, g}} {
				reports, _ := chain(g, order...)
				parent, cont := reports[slices.Index(order, g)], reports[slices.Index(order, h)]
				var ce *audit.ChainError
				var guilty []string
				said := ""
				if errors.As(cont.Err, &ce) {
					guilty, said = ce.Guilty, ce.Reason
				}
				if !strings.Contains(said, tc.want.err) || tc.want.err == "" && cont.Err != nil || !slices.Equal(guilty, tc.want.guilty) {
					t.Errorf("the continuation: %v, guilty %v", cont.Err, guilty)
				}
				if parent.Err != nil || parent.Continued != tc.want.continued || parent.Stands != tc.want.stands || parent.OK() != tc.want.continued {
					t.Errorf("the parent: %v, continued %v, %d stand", parent.Err, parent.Continued, parent.Stands)
				}
			}
		})
	}
}

// Behind a fork the last hand common to all branches counts: who has receipted
// another one there goes back without the consent of whoever forked the log. The
// proof of the fork has to be among the files.
func TestGoingBackBehindAFork(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, stuckSeed)
	g.Until(func(tb *table.Table) bool { return tb.Pending().Why == rules.Show })
	cheat := g.Turn()
	versions := []record.Record{g.Make(cheat), g.Make(cheat)} // with other nonces
	var rest []record.Record
	var seats []int
	for _, p := range g.Players {
		if p != cheat {
			seats = append(seats, p.Seat)
			if p.Owes() {
				rest = append(rest, g.Make(p))
			}
		}
	}
	for i, s := range seats {
		for _, r := range append(slices.Clone(rest), versions[i]) {
			if err := g.Players[s].Take(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	left, right := g.Players[seats[0]], g.Players[seats[1]]
	if err := left.Take(g.Sign(left, left.Table.Receipt())); err != nil || len(left.Table.Results()) != 1 {
		t.Fatal(err, len(left.Table.Results()))
	}
	c, err := left.Table.Successor(0, seats, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := tabletest.Continue(t, tabletest.Drill, c, keys(g, c), 9)
	h.Play()
	ours, theirs, next := left.Table.Log(), right.Table.Log(), h.Table().Log()
	left.Take(versions[1])
	if len(left.Table.Faults()) != 1 {
		t.Fatalf("faults %v", left.Table.Faults())
	}
	if seats, _ := left.Table.GoingBack(c); seats != nil {
		t.Errorf("with the proof at hand, %v take a hand back", seats)
	}
	proof := audit.Evidence(left.Table, left.Table.Faults()[0])
	for name, tc := range map[string]struct {
		logs   [][]record.Record
		guilty []string
	}{
		"no proof":     {[][]record.Record{ours, next}, []string{left.Name}},
		"both logs":    {[][]record.Record{ours, theirs, next}, nil},
		"the proof":    {[][]record.Record{ours, proof, next}, nil},
		"in any order": {[][]record.Record{proof, ours, next}, nil},
	} {
		reports, _ := audit.VerifyChain(tc.logs, g.Find, audit.Options{})
		var guilty []string
		var ce *audit.ChainError
		if errors.As(reports[len(reports)-1].Err, &ce) {
			guilty = ce.Guilty
		}
		if !slices.Equal(guilty, tc.guilty) {
			t.Errorf("%s: guilty %v", name, guilty)
		}
	}
}
