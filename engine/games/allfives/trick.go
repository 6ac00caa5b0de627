package allfives

import "fives/engine/card"

// A play is one seat's card in a trick.
type play struct {
	seat int
	card card.Card
}

// height orders the ranks, the ace highest.
func height(c card.Card) int {
	if c.Rank == card.Ace {
		return int(card.King) + 1
	}
	return int(c.Rank)
}

// worth holds the points of a trump for the winner of its trick (RULES 2.2).
var worth = map[card.Rank]int{
	card.Ace: 4, card.King: 2, card.Queen: 2, card.Jack: 1, 10: 10, 5: 5,
}

// allPoints is what all trumps are worth.
const allPoints = 24

func points(c card.Card, trump card.Suit) int {
	if c.Suit != trump {
		return 0
	}
	return worth[c.Rank]
}

// beats reports whether a card played later takes the trick from the best so far.
func beats(c, best card.Card, trump card.Suit) bool {
	if c.Suit == best.Suit {
		return height(c) > height(best)
	}
	return c.Suit == trump
}

// leading returns the play that wins a trick as it stands; there is at least
// one.
func leading(trick []play, trump card.Suit) play {
	best := trick[0]
	for _, p := range trick[1:] {
		if beats(p.card, best.card, trump) {
			best = p
		}
	}
	return best
}

// stake returns the sum of the points of a trick.
func stake(trick []play, trump card.Suit) int {
	sum := 0
	for _, p := range trick {
		sum += points(p.card, trump)
	}
	return sum
}

// An obligation is what a trick demands of the seat that plays to it next. The zero
// obligation demands nothing: the seat leads.
type obligation struct {
	led    card.Suit
	trump  card.Suit
	best   card.Card // winning so far
	strict bool      // option void-must-trump
}

func obligationOf(trick []play, trump card.Suit, strict bool) obligation {
	if len(trick) == 0 {
		return obligation{}
	}
	return obligation{led: trick[0].card.Suit, trump: trump, best: leading(trick, trump).card, strict: strict}
}

// fits reports whether a card meets the obligation: it is of the suit led, or a trump
// that would win. If a trump was led, any trump is of the suit led.
func (d obligation) fits(c card.Card) bool {
	return c.Suit == d.led || c.Suit == d.trump && beats(c, d.best, d.trump)
}

// binds reports whether a seat that holds the card must play one that fits. Without the
// option void-must-trump, only cards of the suit led bind.
func (d obligation) binds(c card.Card) bool {
	if d.led == card.Plain || !c.Known() {
		return false
	}
	return c.Suit == d.led || d.strict && d.fits(c)
}

// bound reports whether any of the cards binds its holder.
func (d obligation) bound(hand []card.Card) bool {
	for _, c := range hand {
		if d.binds(c) {
			return true
		}
	}
	return false
}

// allowed lists the cards of a hand that may be played.
func (d obligation) allowed(hand []card.Card) []card.Card {
	if !d.bound(hand) {
		return hand
	}
	var may []card.Card
	for _, c := range hand {
		if d.fits(c) {
			may = append(may, c)
		}
	}
	return may
}
