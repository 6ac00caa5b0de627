package allfives

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// RULES 11.3: the order in which the stand-in plays.
func TestStandInOrder(t *testing.T) {
	want := "2c 2d 2s 9c 9s Kd Ac 2h 5h Ah"
	cards, err := card.ParseAll(strings.Fields("Ah 9s 5h 2s Ac 2d 9c Kd 2h 2c"))
	if err != nil {
		t.Fatal(err)
	}
	p := &position{trump: card.Hearts}
	if got := card.Join(slices.SortedFunc(slices.Values(cards), p.byStrength)); got != want {
		t.Errorf("it plays %s, not %s", got, want)
	}
}

// dealt is a game of three in which seat 0 deals and hearts are proposed; the hands are
// those of testdata/rule-11-by-place-until-it-follows.json.
func dealt(t *testing.T) *bare.Game {
	t.Helper()
	first := cards(t, "3h 2c 3c Kh 2h 2s 9c Ad 10d 4c 6c 8d 3s 4s 5s Jd Qd Kd 5h")
	from := &rules.Carry{Scores: make([]int, 3)}
	g, err := bare.Resume(Rules, 3, nil, from, func(_ int, pack []card.Card) (index []int, err error) {
		rest := slices.DeleteFunc(slices.Clone(pack), func(c card.Card) bool { return slices.Contains(first, c) })
		for _, c := range append(slices.Clip(first), rest...) {
			index = append(index, slices.Index(pack, c))
		}
		return index, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// standsIn makes moves of the stand-in and compares them, and the cards opened for each.
func standsIn(t *testing.T, g *bare.Game, want ...string) {
	t.Helper()
	for _, w := range want {
		seat := g.Position().Status().Turn
		_, open := g.Position().StandIn(seat, g.Public())
		m, _, err := g.StandIn(1)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(m.Text + " " + card.Join(g.Full().Cards(open))); got != w {
			t.Errorf("the stand-in of seat %d plays and opens %q, not %q", seat, got, w)
		}
	}
}

func makes(t *testing.T, g *bare.Game, seat int, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if _, err := g.Play(seat, text, 1, false); err != nil {
			t.Fatal(err)
		}
	}
}

// RULES 11.2 and 11.3: what is opened. As long as the stand-in leads, it is the card that
// it plays; when it follows, the whole hand, in the order of the slots.
func TestStandInOpens(t *testing.T) {
	g := dealt(t)
	standsIn(t, g, "stand", "play 8d 8d")
	hand := g.Position().Status().Hands[1]
	if n := len(g.Public().Hidden(hand)); n != len(hand) {
		t.Errorf("after a lead %d of %d cards are hidden", n, len(hand))
	}
	makes(t, g, 2, "play 2h")
	standsIn(t, g, "play 10d 9c Ad 10d Jd Qd Kd")
	makes(t, g, 2, "play 2s")
	standsIn(t, g, "play 9c", "play 3h 3h 2c 3c 4c 6c", "play 2c")
}

// The dealer's stand-in runs the cards after a beg, and opens none of them.
func TestStandInRuns(t *testing.T) {
	g := dealt(t)
	makes(t, g, 1, "beg")
	standsIn(t, g, "run")
	if hand := g.Position().Status().Hands[0]; len(hand) <= 2*packet || len(g.Public().Hidden(hand)) != len(hand) {
		t.Errorf("of %v, %v are hidden", hand, g.Public().Hidden(hand))
	}
}

// What a stand-in says and plays tells the good player nothing about a hidden hand, and a
// hand that lies open is in each of its worlds.
func TestGoodBesideStandIns(t *testing.T) {
	g := dealt(t)
	standsIn(t, g, "stand")
	imagine := func(seat int, r *rand.Rand) (*thought, *world) {
		p, own := g.Position().(*position), g.Observation(seat)
		th := &thought{position: p, seat: seat, own: own, unseen: p.unseen(seat, own)}
		return th, th.deal(r)
	}
	fondness := map[bool]int{}
	r := rand.New(rand.NewPCG(1, 1))
	for range 40 {
		th, w := imagine(2, r)
		if !th.plausible(w) {
			t.Error("it believes that the stand-in likes the suit")
		}
		fondness[fond(w.hands[1], card.Hearts)]++
	}
	if len(fondness) != 2 {
		t.Errorf("the worlds are all alike: %v", fondness)
	}

	standsIn(t, g, "play 8d 8d")
	makes(t, g, 2, "play 2h")
	standsIn(t, g, "play 10d 9c Ad 10d Jd Qd Kd")
	for range 40 {
		_, w := imagine(2, r)
		if got := card.Join(w.hands[0]); got != "9c Ad Jd Qd Kd" {
			t.Fatalf("it imagines %s in an open hand", got)
		}
		if seen := slices.Concat(w.hands...); slices.ContainsFunc(w.stock, func(c card.Card) bool { return slices.Contains(seen, c) }) {
			t.Fatal("it imagines a card twice")
		}
	}
}

// A player's stand is taken for a sign, so that the test above can fail.
func TestGoodBesidePlayers(t *testing.T) {
	g := dealt(t)
	makes(t, g, 1, "stand")
	p, own := g.Position().(*position), g.Observation(2)
	th := &thought{position: p, seat: 2, own: own, unseen: p.unseen(2, own)}
	r := rand.New(rand.NewPCG(1, 1))
	for range 40 {
		if w := th.deal(r); th.plausible(w) != fond(w.hands[1], card.Hearts) {
			t.Errorf("%s is plausible: %t", card.Join(w.hands[1]), th.plausible(w))
		}
	}
}

// A stand-in claims nothing. The same card, played by the seat, is a claim.
func TestStandInClaimsNothing(t *testing.T) {
	g := dealt(t)
	standsIn(t, g, "stand", "play 8d 8d")
	makes(t, g, 2, "play 2h")
	standsIn(t, g, "play 10d 9c Ad 10d Jd Qd Kd")
	makes(t, g, 2, "play 2s")
	m, _ := g.Position().StandIn(0, g.Public())
	for _, claims := range []int{0, 1} {
		m.StandIn = claims == 0
		next, err := g.Position().Play(m, g.Public())
		if err != nil {
			t.Fatal(err)
		}
		if n := len(next.(*position).claims); n != claims {
			t.Errorf("%+v: %d claims", m, n)
		}
	}
}
