package web

import (
	"context"
	"errors"
	"html/template"
	"slices"
	"strings"

	"fives/cli/cards"
	"fives/cli/words"
	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/control"
)

// everyCard is each card that a deck may have, and the back.
func everyCard() []card.Card {
	suited := card.Suited([]card.Suit{card.Clubs, card.Diamonds, card.Hearts, card.Spades, card.Stars}, card.Ranks(card.Ace, card.King))
	return slices.Concat([]card.Card{{}}, suited, card.Jokers(1), card.Suited([]card.Suit{card.Plain}, card.Ranks(1, highestNumber)))
}

// highestNumber is that of cards without suit.
const highestNumber = 15

// line is a text with the cards in it drawn as cards.
func line(marks []rules.Mark, text string) template.HTML {
	var b strings.Builder
	for i, w := range strings.Fields(words.Clean(text)) {
		if i > 0 {
			b.WriteByte(' ')
		}
		bare := strings.TrimRight(w, ":,.")
		if c, ok := cardOf(bare); ok {
			b.WriteString(string(cards.Chips(marks, []card.Card{c}, nil)) + template.HTMLEscapeString(w[len(bare):]))
		} else {
			b.WriteString(template.HTMLEscapeString(w))
		}
	}
	return template.HTML(b.String())
}

// spoken is a text with the cards in it as they are read aloud.
func spoken(text string) string { return withCards(text, cards.Spoken) }

// written is a text with the cards in it as they are printed.
func written(text string) string {
	return withCards(text, func(c card.Card) string { return words.Rank(c) + words.Suits[c.Suit] })
}

func withCards(text string, write func(card.Card) string) string {
	list := strings.Fields(words.Clean(text))
	for i, w := range list {
		bare := strings.TrimRight(w, ":,.")
		if c, ok := cardOf(bare); ok {
			list[i] = write(c) + w[len(bare):]
		}
	}
	return strings.Join(list, " ")
}

// cardOf reads a word that can only be a card: a number may be anything.
func cardOf(word string) (card.Card, bool) {
	c, err := card.Parse(word)
	return c, err == nil && c.Known() && (c.Suit != card.Plain || c.Rank == card.Joker)
}

// teller puts moves of a game into words.
func teller(game string) func(move string) string {
	if rs, err := games.Find(game); err == nil {
		return rs.Tell
	}
	return func(move string) string { return move }
}

func reasonOf(err error) control.Reason {
	var e *control.Error
	if errors.As(err, &e) {
		return e.Reason
	}
	return ""
}

// lost reports whether an error means that there is no node to talk to.
func lost(err error) bool {
	var e *control.Error
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	return errors.As(err, &e) && (errors.Is(err, control.ErrNotRunning) || e.Code == control.CodeNotRunning)
}
