package card

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// A Rank is 1 (ace) to 13 (king), the number of a card without suit (1 to 15),
// or [Joker].
type Rank uint8

// Ranks with a letter of their own.
const (
	Ace   Rank = 1
	Jack  Rank = 11
	Queen Rank = 12
	King  Rank = 13
	Joker Rank = 99
)

const maxPlain Rank = 15

// A Suit is one of five letters, or [Plain] for a joker or a numbered card.
type Suit uint8

// The suits in canonical order; Stars is the fifth suit of Five Crowns.
const (
	Plain Suit = iota
	Clubs
	Diamonds
	Hearts
	Spades
	Stars
)

// A Card is the look of a face. The zero Card is an unknown card.
type Card struct {
	Rank Rank
	Suit Suit
}

// Known reports whether c is not the zero Card.
func (c Card) Known() bool { return c.Rank != 0 }

const suitLetters = "-cdhst"

// Letter is the suit's letter in the notation, "" for [Plain].
func (s Suit) Letter() string {
	if s == Plain || int(s) >= len(suitLetters) {
		return ""
	}
	return suitLetters[s : s+1]
}

// String writes the rank as in "A", "10", "K"; a joker is "Jk".
func (r Rank) String() string {
	switch r {
	case Ace:
		return "A"
	case Jack:
		return "J"
	case Queen:
		return "Q"
	case King:
		return "K"
	case Joker:
		return "Jk"
	}
	return strconv.Itoa(int(r))
}

// String writes the card in the printed form of the notation, "?" if unknown.
func (c Card) String() string {
	switch {
	case !c.Known():
		return "?"
	case c.Rank == Joker:
		return "Jk"
	case c.Suit == Plain:
		return strconv.Itoa(int(c.Rank))
	}
	return c.Rank.String() + c.Suit.Letter()
}

// MarshalText writes [Card.String], so that JSON holds cards as strings.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads any spelling that [Parse] reads, and "?".
func (c *Card) UnmarshalText(text []byte) error {
	if string(text) == "?" {
		*c = Card{}
		return nil
	}
	p, err := Parse(string(text))
	*c = p
	return err
}

// ErrSyntax is wrapped by every error of [Parse].
var ErrSyntax = errors.New("card: not a card")

var suitOf = map[string]Suit{
	"c": Clubs, "♣": Clubs, "♧": Clubs,
	"d": Diamonds, "♦": Diamonds, "♢": Diamonds,
	"h": Hearts, "♥": Hearts, "♡": Hearts, "❤": Hearts, // the last is the heart of phones' keyboards
	"s": Spades, "♠": Spades, "♤": Spades,
	"t": Stars, "★": Stars, "☆": Stars, "*": Stars, "st": Stars,
}

var rankOf = map[string]Rank{
	"a": Ace, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9,
	"10": 10, "t": 10, "j": Jack, "q": Queen, "k": King,
}

var plainOf = func() map[string]Rank {
	m := make(map[string]Rank)
	for r := Rank(1); r <= maxPlain; r++ {
		m[strconv.Itoa(int(r))] = r
	}
	return m
}()

// Parse reads one card in any of the accepted spellings: "10h", "Th", "10♥",
// "jk", "7", or in braille, with dropped numbers. Letter case does not matter.
func Parse(s string) (Card, error) {
	low := strings.Map(letter, s)
	if low == "jk" {
		return Card{Rank: Joker}, nil
	}
	if r, ok := plainOf[low]; ok {
		return Card{Rank: r}, nil
	}
	for i := range low {
		if i == 0 {
			continue
		}
		r, okRank := rankOf[low[:i]]
		suit, okSuit := suitOf[low[i:]]
		if okRank && okSuit {
			return Card{Rank: r, Suit: suit}, nil
		}
	}
	return Card{}, fmt.Errorf("%w: %q", ErrSyntax, s)
}

// letter returns the letter or digit that a sign stands for: a capital, or a cell of
// braille. Letters of other alphabets stay as they are, because some of them would fold to
// ASCII.
func letter(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	if r <= unicode.MaxASCII {
		return r
	}
	for _, c := range cells {
		if c.braille == r {
			return c.letter
		}
	}
	return r
}

// cells are the signs of cards in braille: the initials of ranks and suits, and digits as
// dropped letters, which are the first ten letters of the alphabet in the lower part of
// their cells.
var cells = []struct{ letter, braille rune }{
	{'a', '⠁'}, {'c', '⠉'}, {'d', '⠙'}, {'h', '⠓'}, {'j', '⠚'}, {'k', '⠅'}, {'q', '⠟'}, {'s', '⠎'}, {'t', '⠞'},
	{'1', '⠂'}, {'2', '⠆'}, {'3', '⠒'}, {'4', '⠲'}, {'5', '⠢'}, {'6', '⠖'}, {'7', '⠶'}, {'8', '⠦'}, {'9', '⠔'}, {'0', '⠴'},
}

// Braille writes letters and digits of a card in braille.
func Braille(text string) string {
	return strings.Map(func(r rune) rune {
		for _, c := range cells {
			if c.letter == letter(r) {
				return c.braille
			}
		}
		return r
	}, text)
}

// ParseAll reads several cards.
func ParseAll(words []string) ([]Card, error) {
	cards := make([]Card, len(words))
	for i, w := range words {
		c, err := Parse(w)
		if err != nil {
			return nil, err
		}
		cards[i] = c
	}
	return cards, nil
}

// Join writes cards with a space between them.
func Join(cards []Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.String()
	}
	return strings.Join(words, " ")
}
