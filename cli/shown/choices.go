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

// Stays reports whether a chosen card stays chosen when another one is chosen beside it. Where every
// move uses one card at most, the other one takes its place; so it does where no move uses the first.
func Stays(all []Choice, chosen card.Card) bool {
	useful := Useful(all)
	several := slices.ContainsFunc(all, func(o Choice) bool { return len(o.Cards) > 1 })
	return len(useful) == 0 || several && slices.Contains(useful, chosen)
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

// beyond returns the words that a move has beyond those of another one with fewer cards, in
// whose place it can be made; ok is false if it cannot.
func (o Choice) beyond(less Choice) (more []string, ok bool) {
	if len(less.Cards) == 0 || len(less.Cards) >= len(o.Cards) {
		return nil, false
	}
	rest := strings.Fields(less.Text)
	for _, w := range strings.Fields(o.Text) {
		if len(rest) > 0 && rest[0] == w {
			rest = rest[1:]
		} else {
			more = append(more, w)
		}
	}
	return more, len(rest) == 0
}

// Exceeds reports whether a move does all that another one does with its cards, and something
// else with other cards: going out with J★ exceeds discarding J★, and dropping a set and a
// straight exceeds dropping the set.
func (o Choice) Exceeds(less Choice) bool {
	more, ok := o.beyond(less)
	return ok && !allCards(more)
}

// lengthens reports whether a move does the same as another one, but with more cards: leading
// 3 4 5 lengthens leading 3.
func (o Choice) lengthens(less Choice) bool {
	more, ok := o.beyond(less)
	return ok && allCards(more)
}

func allCards(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { _, err := card.Parse(w); return err != nil })
}

// Exceeding lists the moves that exceed one, those with the most cards.
func Exceeding(all []Choice, less Choice) []Choice {
	return most(all, func(o Choice) bool { return o.Exceeds(less) })
}

// Lengthening lists the moves that do the same as one with more cards, those with the most.
func Lengthening(all []Choice, less Choice) []Choice {
	return most(all, func(o Choice) bool { return o.lengthens(less) })
}

// most lists the moves that are asked for, as far as no other one of them has more cards.
func most(all []Choice, asked func(Choice) bool) (list []Choice) {
	for _, o := range all {
		if !asked(o) {
			continue
		}
		if len(list) > 0 && len(o.Cards) > len(list[0].Cards) {
			list = nil
		}
		if len(list) == 0 || len(o.Cards) == len(list[0].Cards) {
			list = append(list, o)
		}
	}
	return list
}

// SortChoices sorts moves by the places of their cards; with fewest, moves with fewer cards
// come first. But a move that exceeds another one comes before it, because nobody who sees both
// wants the other first. Moves that need no card, such as passing or ending the hand, come last,
// so that one press too many does not play them. The move that the game offers comes first of
// all, if it is among them.
func SortChoices(all []Choice, offer string, fewest bool, places func([]card.Card) []int) {
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
	for i := range all {
		for j := i + 1; j < len(all); j++ {
			if all[j].Exceeds(all[i]) {
				forward(all, j, i)
			}
		}
	}
	if i := slices.IndexFunc(all, func(o Choice) bool { return o.Text == offer }); i > 0 {
		forward(all, i, 0)
	}
}

// forward moves what stands at one place to an earlier one.
func forward(all []Choice, from, to int) {
	o := all[from]
	copy(all[to+1:from+1], all[to:from])
	all[to] = o
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
