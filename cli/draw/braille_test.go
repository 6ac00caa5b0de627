package draw

import (
	"testing"

	"fives/cli/say"
	"fives/engine/card"
	"fives/engine/games"
)

// In braille every card of every game is what the notation's page says, differs from all
// others, and is read as the same card when typed.
func TestBraille(t *testing.T) {
	s := Style{ASCII: true, Braille: true}
	for want, c := range map[string]card.Card{
		"⠢⠓": {Rank: 5, Suit: card.Hearts}, "⠂⠴⠎⠞": {Rank: 10, Suit: card.Stars}, "⠁⠎": {Rank: card.Ace, Suit: card.Spades},
		"⠅⠙": {Rank: card.King, Suit: card.Diamonds}, "⠚⠅": {Rank: card.Joker}, "⠂⠢": {Rank: 15}, "⠟⠉": {Rank: card.Queen, Suit: card.Clubs}, "??": {},
	} {
		if got := s.Card(c); got != want {
			t.Errorf("%s is %s, not %s", c, got, want)
		}
	}
	for _, rs := range games.All() {
		o, err := rs.Validate(rs.MaxSeats, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range rs.Deck(rs.MaxSeats, o).Cards {
			if typed, err := card.Parse(s.Card(c)); err != nil || typed != c {
				t.Errorf("%s: %s is printed as %s and read as %s: %v", rs.Name, c, s.Card(c), typed, err)
			}
		}
	}
	if rank, suit := say.Braille(card.Card{Rank: 7, Suit: card.Clubs}); rank+suit != "⠶⠉" {
		t.Error(rank, suit)
	}
}
