package tui

import (
	"slices"
	"strings"

	"fives/engine/card"
)

// A moveList is the legal moves, and the one under the cursor. The first key
// that plays only aims, unless the player has already looked for a move: nobody
// shall end a hand by a key too many.
type moveList struct {
	all    []option
	cursor int
	aimed  bool
	zone   int // of the view, from 1, if a click on it has aimed
}

// An option is a legal move with the cards of the hand that it uses.
type option struct {
	text  string
	cards []card.Card
}

// options reads the cards of moves: those words that name a card of the hand.
func options(moves []string, held []card.Card) []option {
	all := make([]option, len(moves))
	for i, m := range moves {
		all[i] = option{text: m, cards: usedBy(m, held)}
	}
	return all
}

func usedBy(move string, held []card.Card) []card.Card {
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

// fitting lists the moves that use all the chosen cards; all of them where
// moves use no cards.
func (l moveList) fitting(chosen []card.Card) []option {
	if len(l.useful()) == 0 {
		return slices.Clone(l.all)
	}
	return slices.DeleteFunc(slices.Clone(l.all), func(o option) bool { return !holds(o.cards, chosen) })
}

// holds reports whether some cards are among others, as often.
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

// useful lists the cards that legal moves use; nil if there is nothing to tell
// apart.
func (l moveList) useful() []card.Card {
	var cards []card.Card
	for _, o := range l.all {
		cards = append(cards, o.cards...)
	}
	return cards
}

// stepped moves the cursor within the n moves that are shown, around the ends.
func (l moveList) stepped(by, n int) moveList {
	l.aimed, l.zone = true, 0
	if n > 0 {
		l.cursor = (min(l.cursor, n-1) + by + n) % n
	}
	return l
}

// jumped goes to the next or the last move that differs in its first two words.
func (l moveList) jumped(by int) moveList {
	l.aimed = true
	from := l.cursor
	for i := from; i >= 0 && i < len(l.all); i += by {
		if l.cursor = i; l.all[i].kind() != l.all[from].kind() {
			break
		}
	}
	return l
}

// has reports whether a move begins or ends with these words, or has them.
func (o option) has(words string) bool {
	return words != "" && strings.Contains(" "+o.text+" ", " "+words+" ")
}

// kind is what a move begins with.
func (o option) kind() string {
	words := strings.Fields(o.text)
	return strings.Join(words[:min(2, len(words))], " ")
}

// attempt writes a move with cards for which no legal move is listed, in the
// form of the first one that uses cards: the daemon knows the reason why not.
func (l moveList) attempt(chosen []card.Card) string {
	for _, o := range l.all {
		if len(o.cards) > 0 && len(chosen) > 0 {
			return instead(o, chosen)
		}
	}
	return ""
}

// instead puts other cards in the place of those that a move uses.
func instead(o option, cards []card.Card) string {
	var before, after []string
	left := slices.Clone(o.cards)
	for _, w := range strings.Fields(o.text) {
		c, err := card.Parse(w)
		if i := slices.Index(left, c); err == nil && i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else if len(left) == len(o.cards) {
			before = append(before, w)
		} else if len(left) == 0 {
			after = append(after, w)
		}
	}
	words := append(before, strings.Fields(card.Join(cards))...)
	return strings.Join(append(words, after...), " ")
}

// draw shows as many of the moves as fit, the cursor among them.
func (l moveList) draw(p palette, fits []option, w, h int) block {
	var b block
	for i, o := range fits {
		line := p.pointer(i == l.cursor && l.aimed) + p.move(o.text)
		b = above(b, text(p.cut(line, w)).fit(w, 0).as("move", i))
	}
	return b.around(l.cursor, h)
}
