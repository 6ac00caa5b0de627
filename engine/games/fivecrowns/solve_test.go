package fivecrowns

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"fives/engine/card"

	"pgregory.net/rapid"
)

// readings reports whether cards are a meld, by brute force: every wild card and
// joker is tried as every card, one of the wild rank also as itself.
func readings(cards []card.Card, wild card.Rank) bool {
	return len(cards) >= 3 && (asBook(cards, wild) || asRun(cards, wild))
}

func asBook(cards []card.Card, wild card.Rank) bool {
	for r := card.Rank(3); r <= card.King; r++ {
		fits := true
		for _, c := range cards {
			fits = fits && (c.Rank == r || c.Rank == wild || c.Rank == card.Joker)
		}
		if fits {
			return true
		}
	}
	return false
}

// asRun lays the cards one by one, wild ones last, on the places of every run
// of that size.
func asRun(cards []card.Card, wild card.Rank) bool {
	cards = slices.SortedFunc(slices.Values(cards), func(c, d card.Card) int {
		return len(naturals([]card.Card{d}, wild)) - len(naturals([]card.Card{c}, wild))
	})
	for suit := card.Clubs; suit <= card.Stars; suit++ {
		for low := 3; low+len(cards)-1 <= 13; low++ {
			if fill(cards, wild, suit, low, low+len(cards)-1, map[int]bool{}) {
				return true
			}
		}
	}
	return false
}

func fill(cards []card.Card, wild card.Rank, suit card.Suit, low, high int, full map[int]bool) bool {
	if len(cards) == 0 {
		return true
	}
	c := cards[0]
	for r := low; r <= high; r++ {
		itself := c.Suit == suit && int(c.Rank) == r
		if full[r] || !(itself || c.Rank == wild || c.Rank == card.Joker) {
			continue
		}
		full[r] = true
		if fill(cards[1:], wild, suit, low, high, full) {
			return true
		}
		full[r] = false
	}
	return false
}

// bruteLeft returns the fewest points left for every subset of the cards: the first
// card is left over, or is in a meld with any of the others.
func bruteLeft(cards []card.Card, wild card.Rank) []int {
	least := make([]int, 1<<len(cards))
	meld := make([]bool, len(least))
	for set := 1; set < len(least); set++ {
		meld[set] = readings(chosen(cards, set), wild)
		first := set & -set
		least[set] = points(cards[bits.TrailingZeros(uint(set))], wild) + least[set-first]
		for sub := set; sub > 0; sub = (sub - 1) & set {
			if sub&first != 0 && meld[sub] {
				least[set] = min(least[set], least[set-sub])
			}
		}
	}
	return least
}

func chosen(cards []card.Card, set int) []card.Card {
	var some []card.Card
	for i, c := range cards {
		if set>>i&1 == 1 {
			some = append(some, c)
		}
	}
	return some
}

// anyCard draws from few ranks and suits, so that melds are common.
func anyCard(ranks, suits int) *rapid.Generator[card.Card] {
	return rapid.Custom(func(t *rapid.T) card.Card {
		r := rapid.IntRange(2, 2+ranks).Draw(t, "rank")
		if r == 2 {
			return card.Card{Rank: card.Joker}
		}
		return card.Card{Rank: card.Rank(r), Suit: card.Suit(rapid.IntRange(1, suits).Draw(t, "suit"))}
	})
}

// asMayBeHeld drops cards that four packs do not have: a fifth equal card.
func asMayBeHeld(cards []card.Card) []card.Card {
	var held []card.Card
	for _, c := range cards {
		if count(held, c) < 4 || c.Rank == card.Joker {
			held = append(held, c)
		}
	}
	return held
}

func anyWild() *rapid.Generator[card.Rank] {
	return rapid.Map(rapid.IntRange(3, 13), func(n int) card.Rank { return card.Rank(n) })
}

func TestLegalMeldAgainstEveryReading(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cards := rapid.SliceOfN(anyCard(11, rapid.IntRange(1, 2).Draw(t, "suits")), 0, 7).Draw(t, "cards")
		wild := anyWild().Draw(t, "wild")
		if got, want := legalMeld(cards, wild), readings(cards, wild); got != want {
			t.Fatalf("%s with %s wild: legal %v, by every reading %v", card.Join(cards), wild, got, want)
		}
	})
}

func TestSolveAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranks, suits := rapid.IntRange(1, 11).Draw(t, "ranks"), rapid.IntRange(1, 5).Draw(t, "suits")
		n := rapid.IntRange(1, 10).Draw(t, "size")
		cards := asMayBeHeld(rapid.SliceOfN(anyCard(ranks, suits), n, n).Draw(t, "cards"))
		wild := card.Rank(rapid.IntRange(3, min(13, ranks+3)).Draw(t, "wild"))
		s, least := solve(cards, wild), bruteLeft(cards, wild)
		all := len(least) - 1
		checkArrangement(t, s.whole(), cards, wild, least[all])
		for _, c := range looks(cards) {
			rest := all - 1<<slices.Index(cards, c)
			checkArrangement(t, s.after(c), chosen(cards, rest), wild, least[rest])
			if s.leaves(c) != s.after(c).points {
				t.Fatalf("without %s: leaves %d, laid %d", c, s.leaves(c), s.after(c).points)
			}
		}
	})
}

// Long hands are made of melds, so nothing may be left of them.
func TestSolveLongHands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wild := anyWild().Draw(t, "wild")
		var cards []card.Card
		for len(cards) < 11 {
			cards = append(cards, anyMeld(min(11, 14-len(cards))).Draw(t, "meld")...)
		}
		cards = rapid.Permutation(cards).Draw(t, "shuffled")
		checkArrangement(t, solve(cards, wild).whole(), cards, wild, 0)
	})
}

// anyMeld is a book or a run of at most n cards, some of them jokers.
func anyMeld(n int) *rapid.Generator[[]card.Card] {
	return rapid.Custom(func(t *rapid.T) []card.Card {
		meld := make([]card.Card, rapid.IntRange(3, n).Draw(t, "size"))
		run := rapid.Bool().Draw(t, "run")
		low := rapid.IntRange(3, 14-len(meld)).Draw(t, "low")
		suit := rapid.IntRange(1, 5).Draw(t, "suit")
		for i := range meld {
			switch {
			case rapid.IntRange(0, 4).Draw(t, "joker") == 0:
				meld[i] = card.Card{Rank: card.Joker}
			case run:
				meld[i] = card.Card{Rank: card.Rank(low + i), Suit: card.Suit(suit)}
			default:
				meld[i] = card.Card{Rank: card.Rank(low), Suit: card.Suit((suit+i)%5 + 1)}
			}
		}
		return meld
	})
}

func checkArrangement(t *rapid.T, a arrangement, cards []card.Card, wild card.Rank, want int) {
	t.Helper()
	if a.points != want || total(a.left, wild) != want {
		t.Fatalf("%s with %s wild leaves %d, the fewest is %d", card.Join(cards), wild, a.points, want)
	}
	used := append([]card.Card{}, a.left...)
	for _, m := range a.melds {
		if !readings(m, wild) {
			t.Fatalf("%s with %s wild: %s is no meld", card.Join(cards), wild, card.Join(m))
		}
		used = append(used, m...)
	}
	if len(used) != len(cards) {
		t.Fatalf("%s was laid as %d cards", card.Join(cards), len(used))
	}
	for _, c := range cards {
		used = without(used, c)
	}
}

func cards(t testing.TB, words ...string) []card.Card {
	t.Helper()
	cs, err := card.ParseAll(words)
	if err != nil {
		t.Fatal(err)
	}
	return cs
}

var dense = map[string][]string{
	"14 looks, no wild card": {"4c", "5c", "6c", "7c", "8c", "4d", "5d", "6d", "7d", "8d", "4h", "5h", "6h", "7h"},
	"13 looks, one joker":    {"4c", "5c", "6c", "7c", "8c", "4d", "5d", "6d", "7d", "8d", "4h", "5h", "6h", "Jk"},
	"12 looks, two jokers":   {"4c", "5c", "6c", "7c", "4d", "5d", "6d", "7d", "4h", "5h", "6h", "7h", "Jk", "Jk"},
	"11 looks, three jokers": {"4c", "5c", "6c", "7c", "4d", "5d", "6d", "7d", "4h", "5h", "6h", "Jk", "Jk", "Jk"},
	"five suits of 3 ranks":  {"4c", "5c", "6c", "4d", "5d", "6d", "4h", "5h", "6h", "4s", "5s", "6s", "4t", "Jk"},
	"pairs of equal cards":   {"4c", "4c", "5c", "5c", "6c", "6c", "4d", "4d", "5d", "5d", "6d", "6d", "7c", "7c"},
	"one rank":               {"4c", "4c", "4c", "4d", "4d", "4d", "4h", "4h", "4h", "4s", "4s", "4s", "4t", "4t"},
	"one suit, three jokers": {"4c", "5c", "6c", "7c", "8c", "9c", "10c", "Jc", "Qc", "4c", "6c", "Jk", "Jk", "Jk"},
	"wild cards only":        {"3c", "3c", "3c", "3d", "3d", "3d", "3h", "3h", "3h", "Jk", "Jk", "Jk", "Jk", "Jk"},
	"nothing fits":           {"4c", "7c", "10c", "Kc", "5d", "8d", "Jd", "6h", "9h", "Qh", "4s", "7s", "10s", "Ks"},
}

func BenchmarkSolveDense(b *testing.B) {
	for name, words := range dense {
		hand := cards(b, words...)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s := solve(hand, 3)
				for _, c := range looks(hand) {
					s.after(c)
				}
			}
		})
	}
}

func BenchmarkSolveRandom(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 5))
	deck := append(pack(), pack()...)
	for b.Loop() {
		r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		solve(deck[:14], card.King)
	}
}
