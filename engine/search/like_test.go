package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/rules"
)

// Worlds in which good players play on have the hands that the game imagines, the known cards where they are, and
// every card of the deck once; and they are played to an end in which somebody has points, from any turn on, also where
// nothing is public yet.
func TestLike(t *testing.T) {
	for _, rs := range games.All() {
		for _, seats := range []int{2, 3} {
			t.Run(fmt.Sprintf("%s/%d", rs.Name, seats), func(t *testing.T) {
				t.Parallel()
				o, err := rs.Validate(seats, nil)
				if err != nil {
					t.Fatal(err)
				}
				g, err := bare.New(rs, seats, nil, bare.Random(9))
				if err != nil {
					t.Fatal(err)
				}
				r := rand.New(rand.NewPCG(1, 9))
				ended, tried := 0, 0
				for at := 1; at <= 14 && g.Position().Status().Hand == 1; at++ {
					p := g.Position()
					seat := p.Status().Turn
					s := Spot{
						Rules: rs, Options: o, Position: p, Seat: seat, Own: g.Observation(seat), Gone: g.Gone(),
						Public: append(rules.Observation{}, g.Public()...),
					}
					d := newDealer(s)
					w := p.(rules.Imaginer).Imagine(seat, s.Own, r)
					faces := d.like(w, r)
					checkDealt(t, d, w, faces)
					d.like(unsure{w}, r)
					if at%4 == 1 {
						move := p.Moves(seat, s.Own)[0]
						world := dealt{d, faces, r.Uint64()}
						first, again := world.Try(move), world.Try(move)
						if !slices.Equal(first.Points, again.Points) {
							t.Errorf("move %d: %q brings %v, then %v", at, move, first.Points, again.Points)
						}
						tried++
						if slices.ContainsFunc(first.Points, func(n int) bool { return n != 0 }) {
							ended++
						}
					}
					if _, err := g.Play(seat, rs.Bots[0].Move(p, seat, s.Own, r), at, false); err != nil {
						t.Fatal(err)
					}
				}
				if 2*ended < tried {
					t.Errorf("%d of %d playouts have ended with points", ended, tried)
				}
			})
		}
	}
}

func checkDealt(t *testing.T, d *dealer, w rules.World, faces rules.Observation) {
	t.Helper()
	deck := slices.Clone(d.Rules.Deck(d.seats, d.Options).Cards)
	for x, c := range faces {
		if known := d.Own.Of(rules.Slot(x)); known.Known() && known != c {
			t.Fatalf("card %d is %v, and not %v", x, c, known)
		}
		if slices.Contains(d.Gone, rules.Slot(x)) {
			continue
		}
		at := slices.Index(deck, c)
		if at < 0 {
			t.Fatalf("card %d is %v, of which the deck has no more", x, c)
		}
		deck = slices.Delete(deck, at, at+1)
	}
	for seat, hand := range d.Position.Status().Hands {
		if got, want := ranks(faces.Cards(hand)), ranks(w.Hand(seat)); !slices.Equal(got, want) {
			t.Fatalf("seat %d holds %v, and not %v", seat, got, want)
		}
	}
}

func ranks(cards []card.Card) (all []card.Rank) {
	for _, c := range cards {
		all = append(all, c.Rank)
	}
	slices.Sort(all)
	return all
}

// An unsure world knows no card of any hand.
type unsure struct{ rules.World }

func (unsure) Hand(int) []card.Card { return nil }
