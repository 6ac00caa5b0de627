package card_test

import (
	"encoding/json"
	"errors"
	"testing"
	"unicode"

	"fives/engine/card"
)

// FORMAT, "Cards".
func TestParse(t *testing.T) {
	for in, want := range map[string]string{
		"10h": "10h", "Th": "10h", "tH": "10h", "10♥": "10h", "10♡": "10h", "10❤": "10h", "T♥": "10h",
		"5t": "5t", "5★": "5t", "5☆": "5t", "5*": "5t", "5st": "5t", "10ST": "10t", "Tt": "10t", "TT": "10t", "tt": "10t", "Kt": "Kt",
		"aS": "As", "a♠": "As", "jc": "Jc", "J♧": "Jc", "qD": "Qd", "2♦": "2d",
		"jk": "Jk", "JK": "Jk", "Jk": "Jk", "jK": "Jk",
		"1": "1", "7": "7", "15": "15", "10": "10",
	} {
		c, err := card.Parse(in)
		if err != nil || c.String() != want {
			t.Errorf("%q is read as %v (%v), not %s", in, c, err, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, in := range []string{
		"", " ", "h", "hh", "1h", "11h", "0h", "15c", "07", "+7", "-7", "0", "16", "007", "7 h", " 7h", "7h ", "hk",
		"T", "A", "J", "K", "?", "Jkh", "jkk", "♥", "♥7", "7♥♥", "7hh", "７h", "7ｈ", "1٠", "\xff", "K\xe2\x99",
	} {
		if c, err := card.Parse(in); !errors.Is(err, card.ErrSyntax) {
			t.Errorf("%q is read as %v (%v)", in, c, err)
		}
	}
}

// Every card of every deck is read back from its printed form.
func TestRoundTrip(t *testing.T) {
	all := append(card.French(), card.Jokers(1)...)
	all = append(all, card.Suited([]card.Suit{card.Stars}, card.Ranks(card.Ace, card.King))...)
	for r := card.Rank(1); r <= 15; r++ {
		all = append(all, card.Card{Rank: r})
	}
	for _, c := range all {
		if back, err := card.Parse(c.String()); err != nil || back != c {
			t.Errorf("%v is read back as %v: %v", c, back, err)
		}
	}
	text, err := json.Marshal(append(all, card.Card{}))
	if err != nil {
		t.Fatal(err)
	}
	var back []card.Card
	if err := json.Unmarshal(text, &back); err != nil || len(back) != len(all)+1 || back[len(all)].Known() {
		t.Errorf("JSON: %v, %v", back, err)
	}
}

func TestFrench(t *testing.T) {
	deck := card.French()
	if len(deck) != 52 || deck[0].String() != "Ac" || deck[12].String() != "Kc" || deck[13].String() != "Ad" || deck[51].String() != "Ks" {
		t.Errorf("%s", card.Join(deck))
	}
	seen := map[card.Card]bool{}
	for _, c := range deck {
		if seen[c] || !c.Known() {
			t.Errorf("%v stands twice, or is no card", c)
		}
		seen[c] = true
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"10h", "T♥", "Jk", "7", "5☆", "07", "ſ", "K"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := card.Parse(s)
		if err != nil {
			if !errors.Is(err, card.ErrSyntax) {
				t.Errorf("%q: %v", s, err)
			}
			return
		}
		if back, err := card.Parse(c.String()); err != nil || back != c {
			t.Errorf("%q is %v, which is read back as %v: %v", s, c, back, err)
		}
		for _, r := range s {
			if unicode.IsSpace(r) {
				t.Errorf("%q holds white space and is read as %v", s, c)
			}
		}
	})
}
