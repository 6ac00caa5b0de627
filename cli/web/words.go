package web

import (
	"context"
	"errors"
	"html/template"
	"slices"

	"fives/cli/cards"
	"fives/cli/learn"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/p2p/api"
)

// everyCard returns each card that a deck may have, and the back.
func everyCard() []card.Card {
	suited := card.Suited([]card.Suit{card.Clubs, card.Diamonds, card.Hearts, card.Spades, card.Stars}, card.Ranks(card.Ace, card.King))
	return slices.Concat([]card.Card{{}}, suited, card.Jokers(1), card.Suited([]card.Suit{card.Plain}, card.Ranks(1, highestNumber)))
}

// highestNumber is the highest number of cards without a suit.
const highestNumber = 15

// says writes a card sentence with a capital and a full stop.
func says(s card.Sentence) template.HTML { return cards.Sentence(nil, say.Full(s)) }

// A fold is a sentence of which a page shows only the first part at once.
type fold struct{ Short, More template.HTML }

func folded(s card.Sentence) fold {
	short, rest := shown.Fold(s)
	return fold{says(short), says(rest)}
}

// lost reports whether an error means that there is no node to talk to.
func lost(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, api.ErrNotRunning)
}

// reason puts an error into words.
func reason(err error) string {
	var other *learn.Detour
	if errors.As(err, &other) {
		return say.Printed(card.Spelled(other.Error()))
	}
	return say.Reason(err)
}
