package furiousfive

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

func cards(t *testing.T, text string) []card.Card {
	t.Helper()
	list, err := card.ParseAll(rules.Words(text))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// RULES 5.1, 5.3, 5.4.
func TestShape(t *testing.T) {
	for _, c := range []struct {
		text           string
		no, both, only shape
	}{
		{"5h", single, single, single},
		{"5h 5d", set, set, set},
		{"5h 5d 5c 5s", set, set, set},
		{"5h 6d", nothing, nothing, nothing},
		{"5h 6d 7c", straight, straight, straight},
		{"7c 5h 6d 9h 8d", straight, straight, straight},
		{"5h 6d 8c", nothing, nothing, nothing},
		{"5h 5d 6c", nothing, nothing, nothing},
		{"5h 5d 6c 7d", nothing, nothing, nothing},
		{"Ah 2d 3c", straight, straight, nothing},
		{"Ah 2d 3c 4h 5c", straight, straight, nothing},
		{"Qh Kd Ac", nothing, straight, straight},
		{"10h Jc Qh Kd Ac", nothing, straight, straight},
		{"Kd Ac 2h", nothing, nothing, nothing},
		{"Qh Kd Ac 2h", nothing, nothing, nothing},
		{"Jh Qh Kd", straight, straight, straight},
	} {
		for name, want := range map[string]shape{"no": c.no, "both": c.both, "only": c.only} {
			a, given := acesOf[name], cards(t, c.text)
			if got := a.shape(given); got != want {
				t.Errorf("ace-high %s: %s is of shape %d, expected %d", name, c.text, got, want)
			}
			if want >= set && !a.holds(given) {
				t.Errorf("ace-high %s: no combination is seen in %s", name, c.text)
			}
		}
	}
}

// RULES 5.2: cards that are not known prove nothing.
func TestHoldsKnownCardsOnly(t *testing.T) {
	hidden := []card.Card{{}, {}, {}, {Rank: card.King, Suit: card.Hearts}}
	if acesOf["no"].holds(hidden) {
		t.Error("hidden cards pass for a pair")
	}
	if !acesOf["no"].holds(append(hidden, card.Card{Rank: card.King, Suit: card.Clubs})) {
		t.Error("a known pair is not seen beside hidden cards")
	}
}

func TestRoundsAndTargetCannotBothBeZero(t *testing.T) {
	if _, err := Rules.Validate(2, map[string]any{"rounds": 0, "target": 0}); err == nil {
		t.Error("a game without an end is accepted")
	}
	if _, err := Rules.Validate(2, map[string]any{"rounds": 0, "target": 1}); err != nil {
		t.Error(err)
	}
}

// RULES 5.5: every way to split a hand, each once.
func TestMultiDrops(t *testing.T) {
	o, err := Rules.Validate(2, map[string]any{"multi-drop": true})
	if err != nil {
		t.Fatal(err)
	}
	p := start(2, o, nil).(*position)
	for _, c := range []struct {
		hand  string
		drops []string
	}{
		{"2c 4c 6c 8c Kc", []string{"drop 2c", "drop 4c", "drop 6c", "drop 8c", "drop Kc"}},
		{"2c 2d 6c 6d Kc", []string{"drop 2c 2d", "drop 2c 2d / 6c 6d", "drop 6c 6d"}},
		{"5c 5d 5h 5s", []string{
			"drop 5c 5d", "drop 5c 5d / 5h 5s", "drop 5c 5h", "drop 5c 5h / 5d 5s", "drop 5d 5h", "drop 5d 5h / 5c 5s",
			"drop 5c 5d 5h", "drop 5c 5s", "drop 5d 5s", "drop 5c 5d 5s", "drop 5h 5s", "drop 5c 5h 5s", "drop 5d 5h 5s", "drop 5c 5d 5h 5s",
		}},
		{"7c 5d 6h 6s Kc", []string{"drop 5d 6h 7c", "drop 6h 6s", "drop 5d 6s 7c"}},
	} {
		hand := cards(t, c.hand)
		var got []string
		for _, d := range p.drops(hand) {
			got = append(got, p.write(hand, d))
		}
		slices.Sort(got)
		slices.Sort(c.drops)
		if !slices.Equal(got, c.drops) {
			t.Errorf("%s: drops\n%q, expected\n%q", c.hand, got, c.drops)
		}
	}
}

// RULES 4.2: a call shows the caller's hand, and everybody refuses it if the hand has
// too many points.
func TestACallShowsTheHand(t *testing.T) {
	g, err := bare.New(Rules, 2, nil, bare.Canonical)
	if err != nil {
		t.Fatal(err)
	}
	p := g.Position()
	shown := rules.Shown(p, rules.Move{Seat: 0, Text: "call"})
	if !slices.Equal(shown, p.Status().Hands[0]) {
		t.Errorf("a call shows slots %v, the hand is %v", shown, p.Status().Hands[0])
	}
	for _, text := range []string{"drop Ac draw", "call now", "", "calls"} {
		if got := rules.Shown(p, rules.Move{Seat: 0, Text: text}); len(got) != 0 {
			t.Errorf("%q shows %v", text, got)
		}
	}
	if _, err := p.Play(rules.Move{Seat: 0, Text: "call"}, g.Observation(0)); !errors.Is(err, rules.ErrIllegal) {
		t.Errorf("a call with 25 points: %v", err)
	}
}

// RULES 12.3, and SPEC §5.3.
func TestContinuation(t *testing.T) {
	from := &rules.Carry{Hands: 3, Scores: []int{5, -9, 7}, Next: 2}
	g, err := bare.Resume(Rules, 3, map[string]any{"rounds": 5, "lap-cap": 1}, from, bare.Canonical)
	if err != nil {
		t.Fatal(err)
	}
	if st := g.Position().Status(); st.Hand != 4 || st.Turn != 2 || !slices.Equal(st.Scores, from.Scores) {
		t.Errorf("the table goes on with hand %d, seat %d and scores %v", st.Hand, st.Turn, st.Scores)
	}
	var last []bare.Ended
	r := rand.New(rand.NewPCG(1, 2))
	for at := 1; !g.Over(); at++ {
		seat := g.Position().Status().Turn
		ended, err := g.Play(seat, easy(g.Position(), seat, g.Observation(seat), r).Move, at, false)
		if err != nil {
			t.Fatal(err)
		}
		last = append(last, ended...)
	}
	if len(last) != 2 || last[0].Carry.Next != 0 || !last[0].Void || last[1].Hand != 5 {
		t.Errorf("after three hands of five come %d more: %+v", len(last), last)
	}
	if w := g.Position().Status().Winners; !slices.Equal(w, []int{2}) {
		t.Errorf("winners %v, expected seat 2 by its ledger", w)
	}
}

// Any text, also a cheat's, is a move or refused as illegal.
func FuzzMove(f *testing.F) {
	for _, text := range []string{"call", "drop Ac draw", "drop Ac / 2c take 3c", "drop / / draw", "drop Jk 15 draw", "take", "/", "drop draw take"} {
		f.Add(text, uint64(1), true)
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64, cheat bool) {
		r := rand.New(rand.NewPCG(seed, 1))
		g, err := bare.New(Rules, 2, map[string]any{"multi-drop": true, "ace-high": "both", "lap-cap": 2, "rounds": 2}, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		for at := 1; !g.Over(); at++ {
			seat := g.Position().Status().Turn
			if _, err := g.Play(seat, text, at, cheat); err != nil && !errors.Is(err, rules.ErrIllegal) {
				t.Fatal(err)
			} else if err == nil {
				continue
			}
			if _, err := g.Play(seat, good(g.Position(), seat, g.Observation(seat), r).Move, at, false); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Receipts hold this sentence (SPEC §7.7, RULES 13.5).
func TestPageHasTheSentence(t *testing.T) {
	if !strings.Contains(page, "\n- `"+singleRule+"`\n") || strings.Count(page, "\n- `") != 1 {
		t.Errorf("RULES.md has another sentence than %q", singleRule)
	}
}

// While the card of a draw is still being opened, nobody sees the one that the seat drew
// before as that of this move.
func TestNoGainWhileDrawing(t *testing.T) {
	p := &position{seats: 2, hands: [][]rules.Slot{{0, 1}, {2, 3}}, stock: []rules.Slot{4, 5}, phase: acting}
	p.gains = p.gains.With(2, 0, "draws", 1).With(2, 1, "takes", 3)
	next, err := p.drop(rules.Move{Cards: []rules.Slot{1}}, sentence{groups: [][]card.Card{cards(t, "Ac")}}, rules.Observation{})
	if err != nil {
		t.Fatal(err)
	}
	if got := next.(*position).gains; got[0].Verb != "" || got[1].Verb != "takes" || p.gains[0].Verb != "draws" {
		t.Errorf("the gains are %v, and were %v", got, p.gains)
	}
}
