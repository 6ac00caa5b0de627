package fivethreefive

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// RULES 1: the points of faces depend on the name of the deck, so different decks need
// different names.
func TestDecksOfDifferentCardsHaveDifferentNames(t *testing.T) {
	sizes := map[string]int{}
	for seats := 2; seats <= 6; seats++ {
		d := Rules.Deck(seats, nil)
		if n, ok := sizes[d.Name]; ok && n != len(d.Cards) {
			t.Errorf("%q has %d cards and %d cards", d.Name, n, len(d.Cards))
		}
		sizes[d.Name] = len(d.Cards)
	}
	if len(sizes) != 2 {
		t.Errorf("there are %d decks, not two: %v", len(sizes), sizes)
	}
}

func TestPointsMayNotAllBeZero(t *testing.T) {
	if _, err := Rules.Validate(3, map[string]any{"points": make([]int, 13)}); err == nil {
		t.Error("a game that cannot end is accepted")
	}
}

// RULES 6 to 8.
func TestMeldOf(t *testing.T) {
	for _, tc := range []struct {
		ranks []card.Rank
		want  kind
	}{
		{nil, ""},
		{[]card.Rank{6}, ""},
		{[]card.Rank{0}, ""},
		{[]card.Rank{99}, ""},
		{[]card.Rank{15}, single},
		{[]card.Rank{8, 8}, set},
		{[]card.Rank{8, 8, 8, 8, 8}, set},
		{[]card.Rank{9, 7, 8}, run},
		{[]card.Rank{5, 4, 3, 2, 1}, run},
		{[]card.Rank{5, 7}, ""},
		{[]card.Rank{9, 11}, ""},
		{[]card.Rank{1, 1, 2}, ""},
		{[]card.Rank{1, 3}, ""},
	} {
		m, ok := meldOf(tc.ranks)
		if m.kind != tc.want || ok != (tc.want != "") {
			t.Errorf("meldOf(%v) = %q, %t, want %q", tc.ranks, m.kind, ok, tc.want)
		}
	}
}

// RULES 5.
func TestNextLeader(t *testing.T) {
	for _, tc := range []struct {
		scores         []int
		previous, want int
	}{
		{[]int{0, 0, 0}, 1, 1},
		{[]int{4, 4, 0}, 2, 0},
		{[]int{4, 4, 0}, 1, 1},
		{[]int{4, 9, 9, 4}, 3, 1},
		{[]int{4, 9, 9, 4}, 2, 2},
		{[]int{0, 0, 0, 7}, 0, 3},
	} {
		if got := nextLeader(tc.scores, tc.previous); got != tc.want {
			t.Errorf("after leader %d with %v: %d leads, want %d", tc.previous, tc.scores, got, tc.want)
		}
	}
}

// RULES 20.
func TestWinners(t *testing.T) {
	held := func(n ...int) (all [][]rules.Slot) {
		for _, k := range n {
			all = append(all, make([]rules.Slot, k))
		}
		return all
	}
	for _, tc := range []struct {
		scores []int
		held   [][]rules.Slot
		want   []int
	}{
		{[]int{3, 20, 4}, held(5, 0, 1), []int{0}},
		{[]int{3, 3, 20}, held(5, 2, 0), []int{1}},
		{[]int{3, 3, 20}, held(2, 5, 0), []int{0}},
		{[]int{20, 3, 3, 3}, held(0, 4, 2, 2), []int{2, 3}},
	} {
		if got := winners(tc.scores, tc.held); !slices.Equal(got, tc.want) {
			t.Errorf("%v win with %v, want %v", got, tc.scores, tc.want)
		}
	}
}

// tryAll finds every legal move of a hand by trying all choices of cards.
func tryAll(p *position, hand []rules.Slot, s rules.Observation) []string {
	var texts []string
	for _, verb := range []string{lead, over, add} {
		for _, slots := range subsets(hand, longest) {
			c := choice{verb, slices.Sorted(slices.Values(ranksAt(slots, s)))}
			m := rules.Move{Seat: p.turn, Text: c.String(), Cards: slots}
			if _, err := p.Play(m, s); err == nil && !slices.Contains(texts, c.String()) {
				texts = append(texts, c.String())
			}
		}
	}
	if _, err := p.Play(rules.Move{Seat: p.turn, Text: pass}, s); err == nil {
		texts = append(texts, pass)
	}
	return texts
}

func subsets(hand []rules.Slot, size int) [][]rules.Slot {
	var all [][]rules.Slot
	for i, x := range hand {
		all = append(all, []rules.Slot{x})
		if size > 1 {
			for _, rest := range subsets(hand[i+1:], size-1) {
				all = append(all, append([]rules.Slot{x}, rest...))
			}
		}
	}
	return all
}

// The listed moves are the same as those found by trying every choice of cards.
func TestMovesAreAllMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	for seats := 2; seats <= 6; seats++ {
		g, err := bare.New(Rules, seats, map[string]any{"big-overwrite": seats%2 == 0}, bare.Random(r.Uint64()))
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at < 60 && !g.Over(); at++ {
			p := g.Position().(*position)
			listed := p.Moves(p.turn, g.Observation(p.turn))
			tried := tryAll(p, p.hands[p.turn], g.Full())
			choose := listed[r.IntN(len(listed))]
			slices.Sort(listed)
			slices.Sort(tried)
			if !slices.Equal(listed, tried) {
				t.Fatalf("trick %v: listed %v\ntried %v", p.trick, listed, tried)
			}
			if _, err := g.Play(p.turn, choose, at, false); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// RULES 4: until it is taken up, no seat sees a card of a second packet.
func TestSecondPacketStaysClosed(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 12))
	g, err := bare.New(Rules, 2, nil, bare.Random(r.Uint64()))
	if err != nil {
		t.Fatal(err)
	}
	takenUp := 0
	for at := 0; g.Position().Status().Hand == 1 && !g.Over(); at++ {
		p := g.Position().(*position)
		for owner, packet := range p.packets {
			if len(packet) == 0 {
				takenUp++
			}
			for seat := range 2 {
				if s := g.Observation(seat); slices.ContainsFunc(packet, func(x rules.Slot) bool { return s.Of(x).Known() }) {
					t.Fatalf("move %d: seat %d sees the second packet of seat %d", at, seat, owner)
				}
			}
		}
		if _, err := g.Play(p.turn, easy(p, p.turn, g.Observation(p.turn), r).Move, at, false); err != nil {
			t.Fatal(err)
		}
	}
	if takenUp == 0 {
		t.Error("no packet was taken up")
	}
}

// Any text, at any time, is a move or refused as illegal.
func FuzzText(f *testing.F) {
	for _, text := range []string{"", "pass", "pass 3", "lead", "lead 1 2 3", "over 7c Jk", "add 6 10", "lead 1 1 1 1 1", "LEAD 1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := bare.New(Rules, 2, nil, bare.Canonical)
		if err != nil {
			t.Fatal(err)
		}
		for _, opening := range []string{"lead 1", "pass"} {
			for _, seat := range []int{0, 1} {
				if _, err := g.Play(seat, text, 1, false); err != nil && !errors.Is(err, rules.ErrIllegal) {
					t.Fatalf("%q: %v", text, err)
				}
			}
			if seat := g.Position().Status().Turn; seat != rules.None {
				g.Play(seat, opening, 1, false)
			}
		}
	})
}
