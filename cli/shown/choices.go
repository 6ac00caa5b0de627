package shown

import (
	"cmp"
	"slices"
	"strings"

	"fives/engine/card"
)

// A Choice is a legal move with the cards of the hand that it uses.
type Choice struct {
	Text  string
	Cards []card.Card
}

// Choices finds the cards of moves: the words that name a card of the hand.
func Choices(moves []string, held []card.Card) []Choice {
	all := make([]Choice, len(moves))
	for i, m := range moves {
		all[i] = Choice{Text: m, Cards: UsedBy(m, held)}
	}
	return all
}

// UsedBy returns the cards of a hand that a move uses.
func UsedBy(move string, held []card.Card) []card.Card {
	rest := slices.Clone(held)
	var used []card.Card
	for _, w := range strings.Fields(move) {
		c, err := card.Parse(w)
		if err != nil {
			continue
		}
		if i := slices.Index(rest, c); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
			used = append(used, c)
		}
	}
	return used
}

// Useful lists the cards that moves use, nil if that tells no card from another.
func Useful(all []Choice) []card.Card {
	var cards []card.Card
	for _, o := range all {
		cards = append(cards, o.Cards...)
	}
	return cards
}

// Fitting lists the moves that use all chosen cards, or all moves if none of them uses cards.
func Fitting(all []Choice, chosen []card.Card) []Choice {
	if len(Useful(all)) == 0 {
		return slices.Clone(all)
	}
	return slices.DeleteFunc(slices.Clone(all), func(o Choice) bool { return !holds(o.Cards, chosen) })
}

// holds reports whether cards contains all of some, each as often.
func holds(cards, some []card.Card) bool {
	rest := slices.Clone(cards)
	for _, c := range some {
		i := slices.Index(rest, c)
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return true
}

// SortChoices sorts moves by the places of their cards; with fewest, moves with fewer cards
// come first. Moves that need no card, such as passing or ending the hand, come last, so that
// one press too many does not play them.
func SortChoices(all []Choice, fewest bool, places func([]card.Card) []int) {
	slices.SortStableFunc(all, func(a, b Choice) int {
		if none := len(a.Cards) == 0; none != (len(b.Cards) == 0) {
			if none {
				return 1
			}
			return -1
		}
		if d := cmp.Compare(len(a.Cards), len(b.Cards)); d != 0 && fewest {
			return d
		}
		return slices.Compare(places(a.Cards), places(b.Cards))
	})
}

// Has reports whether a move has these words.
func (o Choice) Has(words string) bool {
	return words != "" && strings.Contains(" "+o.Text+" ", " "+words+" ")
}

// Kind returns the words that a move begins with.
func (o Choice) Kind() string {
	words := strings.Fields(o.Text)
	return strings.Join(words[:min(2, len(words))], " ")
}

// Attempts writes moves with cards for which no legal move is listed, one for each kind of move
// that uses cards: the daemon then says why it is not legal. Kinds with other words between the
// cards are left out.
func Attempts(all []Choice, chosen []card.Card) []string {
	var tries, kinds []string
	for _, o := range all {
		if len(o.Cards) == 0 || len(chosen) == 0 {
			continue
		}
		kind, _, _ := strings.Cut(o.Text, " ")
		try, ok := instead(o, chosen)
		if ok && !slices.Contains(kinds, kind) {
			tries, kinds = append(tries, try), append(kinds, kind)
		}
	}
	return tries
}

// Attempt returns the first of the [Attempts], "" if there is none.
func Attempt(all []Choice, chosen []card.Card) string {
	if tries := Attempts(all, chosen); len(tries) > 0 {
		return tries[0]
	}
	return ""
}

// instead replaces the cards that a move uses by others, if they stand together.
func instead(o Choice, cards []card.Card) (move string, ok bool) {
	var before, after []string
	left := slices.Clone(o.Cards)
	for _, w := range strings.Fields(o.Text) {
		c, err := card.Parse(w)
		if i := slices.Index(left, c); err == nil && i >= 0 && len(after) == 0 {
			left = slices.Delete(left, i, i+1)
		} else if len(left) == len(o.Cards) {
			before = append(before, w)
		} else {
			after = append(after, w)
		}
	}
	words := append(before, strings.Fields(card.Join(cards))...)
	return strings.Join(append(words, after...), " "), len(left) == 0
}

// Final reports whether a front end that plays moves by a tap should ask before this one: as
// far as can be told without the rules, it ends more than a turn. Such a move uses no card and
// no pile, like passing or ending the hand, or it uses all cards of the hand. The only legal
// move is never Final.
func Final(o Choice, moves, hand int, piles []string) bool {
	switch {
	case moves < 2:
		return false
	case len(o.Cards) == 0:
		return !slices.ContainsFunc(piles, o.Has)
	}
	return len(o.Cards) == hand
}
