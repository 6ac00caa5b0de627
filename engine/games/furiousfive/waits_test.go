package furiousfive

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// TestForcedDraw: where nobody has drawn for long, good draws, unless the card that it takes makes a
// combination, or lets it call that could not; what it would take for that anyway, it does.
func TestForcedDraw(t *testing.T) {
	kept, drawn := 0, 0
	for seed := range uint64(80) {
		g, err := bare.New(Rules, 2+int(seed%4), nil, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; !g.Over() && at < 60; at++ {
			p := g.Position().(*position)
			seat := p.Status().Turn
			own := g.Observation(seat)
			dice := func() *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(at))) }
			free := good(p, seat, own, dice())
			long := *p
			long.idle = 2 * p.seats
			got := good(&long, seat, own, dice())
			gets := func(move string) bool { return getsOn(p, own.Cards(p.hands[seat]), move) }
			switch {
			case free.Move != "call" && gets(free.Move):
				kept++
				if got.Move != free.Move {
					t.Errorf("seed %d: %q in place of %q", seed, got.Move, free.Move)
				}
			case strings.Contains(got.Move, "take") && !gets(got.Move):
				t.Errorf("seed %d: %q for ever", seed, got.Move)
			default:
				drawn++
			}
			if _, err := g.Play(seat, free.Move, at, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	if kept < 50 || drawn < 200 {
		t.Errorf("%d takes, %d draws", kept, drawn)
	}
}

// getsOn reports whether a move takes a card that makes a combination in the hand after it, or takes it
// to where it may call, which it could not.
func getsOn(p *position, before []card.Card, move string) bool {
	words := rules.Words(move)
	at := slices.Index(words, "take")
	if at < 0 {
		return false
	}
	var after []card.Card
	for _, c := range before {
		if !slices.Contains(words[:at], c.String()) {
			after = append(after, c)
		}
	}
	taken, _ := card.Parse(words[at+1])
	after = append(after, taken)
	most := p.options.Int("call-max")
	for _, c := range p.drops(after) {
		for _, k := range c {
			if with := k.of(after); len(with) > 1 && slices.Contains(with, taken) {
				return true
			}
		}
	}
	return total(after) <= most && total(before) > most
}
