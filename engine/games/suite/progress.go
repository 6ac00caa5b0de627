package suite

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// progressMoves is how many moves of a computer player are looked at with each number
// of seats: of the weakest so many, of the next one a part as for botPart.
const progressMoves = 120

// progress checks that computer players among themselves do not go round and round.
func (s *suite) progress(t *testing.T) {
	for seats := s.rs.MinSeats; seats <= s.rs.MaxSeats; seats++ {
		moves := progressMoves
		for _, bot := range s.rs.Bots {
			s.proceeds(t, seats, bot, moves)
			moves /= botPart
		}
	}
}

func (s *suite) proceeds(t *testing.T, seats int, bot rules.Bot, moves int) {
	o, err := s.rs.Validate(seats, nil)
	if err != nil {
		t.Fatal(err)
	}
	for seed := uint64(1); moves > 0; seed++ {
		g, err := bare.New(s.rs, seats, o, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		var trail Trail
		dice := rand.New(rand.NewPCG(seed, 5))
		for at := 1; moves > 0 && !g.Over(); at++ {
			seat := g.Position().Status().Turn
			text := bot.Move(g.Position(), seat, g.Observation(seat), dice)
			if _, err := g.Play(seat, text, at, false); err != nil {
				t.Fatal(err)
			}
			if trail.Again(g.Position(), g.Full()) {
				t.Fatalf("%d seats, %s, seed %d: move %d, %q, brings about a position that was there before", seats, bot.Name, seed, at, text)
			}
			moves--
		}
	}
}

// A Trail knows the positions of a game since a card was last drawn from the stock.
type Trail struct {
	hand, stock int
	seen        map[string]bool
}

// Again notes a position, of which all faces are given, and reports whether it has
// been there before. Two positions are equal if everybody holds the same cards and
// all else that belongs to the state is the same.
func (t *Trail) Again(p rules.Position, faces rules.Observation) bool {
	st := p.Status()
	if t.seen == nil || st.Hand != t.hand || st.Stock != t.stock {
		*t = Trail{hand: st.Hand, stock: st.Stock, seen: map[string]bool{}}
	}
	names := make([]string, len(st.Scores))
	hands := make([][]string, len(st.Hands))
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	for i, hand := range st.Hands {
		hands[i] = looksOf(faces.Cards(hand))
	}
	text, err := json.Marshal([]any{st.Turn, hands, st.Scores, p.Keys(names, faces)})
	if err != nil {
		panic(err) // the state is written by every other test
	}
	again := t.seen[string(text)]
	t.seen[string(text)] = true
	return again
}

func looksOf(cards []card.Card) []string {
	looks := make([]string, len(cards))
	for i, c := range cards {
		looks[i] = c.String()
	}
	slices.Sort(looks)
	return looks
}
