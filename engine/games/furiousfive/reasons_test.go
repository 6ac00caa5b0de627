package furiousfive

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// A reason is what good says of the card that it gains, and what has to hold then of the
// cards that it keeps, of the card that it takes (none for a draw), of those that lie there,
// and of those that it does not see.
type reason struct {
	text  *regexp.Regexp
	holds func(t *thought, m []string, kept []card.Card, taken card.Card) bool
}

var reasons = []reason{
	{regexp.MustCompile(`^and with (\S+) it may call in its next turn, with (\d+) points?$`), func(t *thought, m []string, kept []card.Card, c card.Card) bool {
		points, _ := strconv.Atoi(m[2])
		return m[1] == c.String() && total(kept)+value(c) == points && points <= t.options.Int("call-max")
	}},
	{regexp.MustCompile(`^and (\S+) makes a pair with (\S+)$`), func(_ *thought, m []string, kept []card.Card, c card.Card) bool {
		with, err := card.Parse(m[2])
		return err == nil && m[1] == c.String() && with.Rank == c.Rank && slices.Contains(kept, with)
	}},
	{regexp.MustCompile(`^and (\S+) makes a straight with (\S+ \S+.*)$`), func(t *thought, m []string, kept []card.Card, c card.Card) bool {
		with, err := card.ParseAll(rules.Words(m[2]))
		for _, w := range with {
			if !slices.Contains(kept, w) {
				return false
			}
		}
		return err == nil && m[1] == c.String() && t.aces.straight(append(with, c)) != 0
	}},
	{regexp.MustCompile(`^and (\S+) is less than an unknown card on average$`), func(t *thought, m []string, _ []card.Card, c card.Card) bool {
		return m[1] == c.String() && value(c)*len(t.unseen) < total(t.unseen)
	}},
	{regexp.MustCompile(`^and expects more from (\S+) than from an unknown card$`), func(_ *thought, m []string, _ []card.Card, c card.Card) bool {
		return m[1] == c.String()
	}},
	{regexp.MustCompile(`^and no card lies there to be taken$`), func(t *thought, _ []string, _ []card.Card, c card.Card) bool {
		return !c.Known() && len(t.takeable()) == 0
	}},
	{regexp.MustCompile(`^and draws because nobody has for a while$`), func(t *thought, _ []string, _ []card.Card, c card.Card) bool {
		return !c.Known() && t.idle >= t.seats
	}},
	{regexp.MustCompile(`^and an unknown card is less on average than what lies there$`), func(t *thought, _ []string, _ []card.Card, c card.Card) bool {
		for _, x := range t.takeable() {
			if value(t.own.Of(x))*len(t.unseen) < total(t.unseen) {
				return false
			}
		}
		return !c.Known() && len(t.takeable()) > 0
	}},
	{regexp.MustCompile(`^and expects more from an unknown card than from ([^ ,]+)(, which makes no combination)?$`), func(t *thought, m []string, kept []card.Card, c card.Card) bool {
		low, err := card.Parse(m[1])
		for _, x := range t.takeable() {
			if value(t.own.Of(x)) < value(low) {
				return false
			}
		}
		kept = append(slices.Clip(kept), low)
		in := slices.ContainsFunc(t.aces.combinations(kept), func(k pick) bool { return slices.Contains(k.of(kept), low) })
		return err == nil && !c.Known() && value(low)*len(t.unseen) < total(t.unseen) && in == (m[2] == "")
	}},
}

var sheds = regexp.MustCompile(`^gets rid of (\d+) points?, (.*)$`)

// No reason of good is said where it does not hold.
func TestReasons(t *testing.T) {
	said := make([]int, len(reasons))
	takes, vague := 0, 0
	for seed := range uint64(400) {
		seats := 2 + int(seed%4)
		given := map[string]any{"multi-drop": seed%8 == 1, "ace-high": []any{"no", "both", "only"}[seed%3]}
		g, err := bare.New(Rules, seats, given, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 43))
		for at := 0; !g.Over() && at < 60; at++ {
			p := g.Position().(*position)
			seat := p.turn
			own := g.Observation(seat)
			c := good(p, seat, own, r)
			if m := sheds.FindStringSubmatch(c.Why); m != nil {
				s, err := read(c.Move)
				if err != nil {
					t.Fatal(err)
				}
				th := &thought{position: p, seat: seat, own: own, cards: own.Cards(p.hands[seat])}
				th.unseen = th.hidden()
				dropped := slices.Concat(s.groups...)
				kept := slices.DeleteFunc(slices.Clone(th.cards), func(c card.Card) bool { return slices.Contains(dropped, c) })
				if m[1] != strconv.Itoa(total(dropped)) {
					t.Errorf("seed %d: %s: %s", seed, c.Move, c.Why)
				}
				which := slices.IndexFunc(reasons, func(r reason) bool { return r.text.MatchString(m[2]) })
				if which < 0 || !reasons[which].holds(th, reasons[which].text.FindStringSubmatch(m[2]), kept, s.take) {
					t.Fatalf("seed %d: %s: %q, with %s", seed, c.Move, c.Why, card.Join(th.cards))
				}
				said[which]++
				if s.take.Known() {
					takes++
				}
				if which == 4 {
					vague++
				}
			} else if c.Move != "call" {
				t.Fatalf("seed %d: %s: %q", seed, c.Move, c.Why)
			}
			if _, err := g.Play(seat, c.Move, at, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("how often each was said: %v", said)
	for i, n := range said[:4] {
		if n < 50 {
			t.Errorf("%s: only %d times", reasons[i].text, n)
		}
	}
	if vague*20 > takes {
		t.Errorf("of %d takes, %d have a reason that names no card", takes, vague)
	}
}

// A hand that can come down to a call by a draw does not take a card that keeps it from
// calling.
func TestDrawsForACall(t *testing.T) {
	for _, c := range []struct{ hand, lies string }{{"5s", "7s"}, {"Ac 2d 3h", "7s"}} {
		o, err := Rules.Validate(2, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := start(2, o, nil).(*position)
		p.phase, p.turn, p.hands = acting, 0, make([][]rules.Slot, 2)
		own := make(rules.Observation, 0, 52)
		lay := func(c card.Card) rules.Slot {
			own = append(own, c)
			return rules.Slot(len(own) - 1)
		}
		for _, x := range cards(t, c.hand) {
			p.hands[0] = append(p.hands[0], lay(x))
		}
		p.table = []combination{{slots: []rules.Slot{lay(cards(t, c.lies)[0])}, shape: single}}
		for range 3 {
			p.hands[1] = append(p.hands[1], lay(card.Card{}))
		}
		if m := good(p, 0, own, rand.New(rand.NewPCG(1, 1))); !strings.HasSuffix(m.Move, " draw") {
			t.Errorf("with %s it plays %q: %s", c.hand, m.Move, m.Why)
		}
	}
}
