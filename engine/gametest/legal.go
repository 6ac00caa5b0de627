package gametest

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"fives/engine/card"
	"fives/engine/rules"
)

// sampled is the number of listed moves to try at a turn.
const sampled = 8

// checkListed checks that every listed move is listed once and accepted, with its
// cards in any order.
func (p *playthrough) checkListed(seat int) {
	legal := p.game.Position().Moves(seat, p.game.Observation(seat))
	seen := map[string]bool{}
	for _, text := range legal {
		if key := normal(text); seen[key] {
			p.Errorf("move %d: %q is listed twice", p.at, text)
		} else {
			seen[key] = true
		}
		if rules.Canonical(text) != text {
			p.Errorf("move %d: %q is not listed in the printed form", p.at, text)
		}
		p.verbs(text)
	}
	for _, i := range p.rand.Perm(len(legal))[:min(sampled, len(legal))] {
		for _, text := range []string{legal[i], reordered(legal[i], p.rand), strings.ToLower(legal[i])} {
			if _, err := p.game.Fork().Play(seat, text, p.at, false); err != nil {
				p.Errorf("move %d: %q is listed as %q and refused: %v", p.at, text, legal[i], err)
			}
		}
	}
	for other := range p.seats {
		if moves := p.game.Position().Moves(other, p.game.Observation(other)); other != seat && len(moves) > 0 {
			p.Errorf("move %d: it is the turn of seat %d, and seat %d may play %q", p.at, seat, other, moves)
		}
	}
}

// verbs checks that every word of a move has a verb, unless it is a card, a number
// or a slash.
func (p *playthrough) verbs(text string) {
	for _, w := range rules.Words(text) {
		_, notCard := card.Parse(w)
		_, notNumber := strconv.Atoi(w)
		if p.rs.Verbs[w] == "" && notCard != nil && notNumber != nil && w != "/" {
			p.Errorf("move %d: %q has no verb for %q", p.at, text, w)
		}
	}
}

// checkUnlisted checks that moves not in the list are refused and change nothing.
func (p *playthrough) checkUnlisted(seat int) {
	before := p.snapshot(seat)
	legal := before.position.Moves(seat, before.own)
	for other := range p.seats {
		if other != seat {
			p.refuses(other, legal[p.rand.IntN(len(legal))])
		}
	}
	for _, text := range p.doubtful(legal) {
		if !lists(legal, text) {
			p.refuses(seat, text)
		}
	}
	if !bytes.Equal(before.dump, p.snapshot(seat).dump) {
		p.Errorf("move %d: a refused move has changed the state", p.at)
	}
}

func (p *playthrough) refuses(seat int, text string) {
	_, err := p.game.Fork().Play(seat, text, p.at, false)
	switch {
	case err == nil && !p.unranked(text):
		p.Errorf("move %d: %q of seat %d is not listed and accepted", p.at, text, seat)
	case err != nil && !errors.Is(err, rules.ErrIllegal):
		p.Errorf("move %d: %q of seat %d: %v", p.at, text, seat, err)
	}
}

// unranked reports whether only the best moves of this kind are listed.
func (p *playthrough) unranked(text string) bool {
	words := rules.Words(text)
	return len(words) > 0 && slices.Contains(p.rs.BestOnly, words[0])
}

// doubtful makes texts that are rarely legal.
func (p *playthrough) doubtful(legal []string) []string {
	texts := []string{"", " ", "/", "xyzzy", "7h", "drop", "draw draw", "play", "discard 99", "lead 6", "\x00", "end end", "place 14 discard 3c"}
	for range 6 {
		texts = append(texts, p.garbled(legal[p.rand.IntN(len(legal))]))
	}
	for range min(4, len(p.stale)) {
		texts = append(texts, p.stale[p.rand.IntN(len(p.stale))])
	}
	return texts
}

// garbled changes one word of a move.
func (p *playthrough) garbled(text string) string {
	words := rules.Words(text)
	i := p.rand.IntN(len(words))
	deck := p.rs.Deck(p.seats, p.options).Cards
	switch p.rand.IntN(5) {
	case 0:
		words = slices.Delete(words, i, i+1)
	case 1:
		words = slices.Insert(words, i, words[i])
	case 2:
		words[i] = deck[p.rand.IntN(len(deck))].String()
	case 3:
		words = append(words, deck[p.rand.IntN(len(deck))].String())
	case 4:
		words[i] = []string{"/", "take", "discard", "drop", "0", "♥"}[p.rand.IntN(6)]
	}
	return strings.Join(words, " ")
}

// lists reports whether a move is in a list, whatever the order of its cards.
func lists(legal []string, text string) bool {
	key := normal(text)
	return slices.ContainsFunc(legal, func(m string) bool { return normal(m) == key })
}

// normal writes a move with the cards of each combination, and combinations
// that stand side by side, in a fixed order.
func normal(text string) string {
	return rearranged(text, func(groups [][]string) {
		for _, g := range groups {
			slices.Sort(g)
		}
		slices.SortFunc(groups, slices.Compare[[]string])
	})
}

// reordered writes a move with the cards of each combination in another order.
func reordered(text string, r *rand.Rand) string {
	return rearranged(text, func(groups [][]string) {
		for _, g := range groups {
			r.Shuffle(len(g), func(i, j int) { g[i], g[j] = g[j], g[i] })
		}
	})
}

// rearranged calls arrange with each sequence of combinations in a move, such as "5h 5d /
// 7c 8c 9d", and writes the move as arrange leaves it.
func rearranged(text string, arrange func(groups [][]string)) string {
	var out []string
	var groups [][]string
	flush := func() {
		arrange(groups)
		for i, g := range groups {
			if i > 0 {
				out = append(out, "/")
			}
			out = append(out, g...)
		}
		groups = nil
	}
	for _, word := range rules.Words(rules.Canonical(text)) {
		switch {
		case word == "/":
			groups = append(groups, nil)
		case isCard(word):
			if groups == nil {
				groups = [][]string{nil}
			}
			groups[len(groups)-1] = append(groups[len(groups)-1], word)
		default:
			flush()
			out = append(out, word)
		}
	}
	flush()
	return strings.Join(out, " ")
}

func isCard(word string) bool {
	_, err := card.Parse(word)
	return err == nil
}
