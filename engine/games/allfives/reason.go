package allfives

import (
	"fmt"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// Reason says what follows from the rules and the seat's cards about a move
// ([rules.Reasoner]).
func (p *position) Reason(seat int, own rules.Observation, move string) (why string, speaksFor bool) {
	named, err := p.Named(move)
	if err != nil {
		return "", false
	}
	t := &thought{position: p, seat: seat, own: own, unseen: p.unseen(seat, own)}
	if len(named) == 0 {
		likes := move == "stand" || move == "take-one"
		return t.bidReason(move), fond(own.Cards(p.hands[seat]), t.offered) == likes
	}
	c := named[0]
	switch {
	case !t.takes(c):
		return t.reason(c), t.last() && t.brings(c) == 0 || !t.last() && points(c, t.trump) == 0
	case t.mayLose(c):
		return fmt.Sprintf("plays %s, which a higher trump may take", c), false
	}
	return t.reason(c), true
}

// wins returns a card that wins the game on the spot: one that ends a trick which takes the
// seat to the target.
func (t *thought) wins(may []card.Card) (card.Card, bool) {
	i := slices.IndexFunc(may, func(c card.Card) bool {
		return t.last() && t.takes(c) && t.scores[t.seat]+t.brings(c) >= t.target
	})
	if i < 0 {
		return card.Card{}, false
	}
	return may[i], true
}

// last reports whether nobody plays to the trick after the seat.
func (t *thought) last() bool { return len(t.trick) == t.seats-1 }

// takes reports whether a card wins the trick as it stands.
func (t *thought) takes(c card.Card) bool {
	return len(t.trick) == 0 || beats(c, leading(t.trick, t.trump).card, t.trump)
}

// mayLose reports whether a card that scores is ahead only until a higher trump takes it.
func (t *thought) mayLose(c card.Card) bool {
	return !t.last() && points(c, t.trump) > 0 && t.unseenBeats(c, t.trump)
}

// brings returns the points of the trick with a card.
func (t *thought) brings(c card.Card) int { return stake(t.trick, t.trump) + points(c, t.trump) }

// reason says what is certain of a card by the rules and the cards that the seat has seen.
func (t *thought) reason(c card.Card) string {
	switch {
	case !t.takes(c) && t.last():
		return fmt.Sprintf("lets the trick go, with %s in it", rules.Points(t.brings(c)))
	case !t.takes(c):
		return fmt.Sprintf("does not take the trick, and adds %s to it", rules.Points(points(c, t.trump)))
	case t.last():
		return fmt.Sprintf("takes the trick, with %s in it, and nobody plays after it", rules.Points(t.brings(c)))
	case !t.unseenBeats(c, t.trump):
		return fmt.Sprintf("%s %s, which nobody can beat", t.plays(), c)
	case !slices.ContainsFunc(t.unseen, func(u card.Card) bool { return u.Suit == c.Suit && height(u) > height(c) }):
		return fmt.Sprintf("%s %s, which only a trump beats", t.plays(), c)
	case points(c, t.trump) == 0:
		return t.cheapReason(c)
	}
	return fmt.Sprintf("expects the most from %s, though a higher trump may take it", c)
}

// plays is the verb for playing to the trick as it stands.
func (t *thought) plays() string {
	if len(t.trick) == 0 {
		return "leads"
	}
	return "plays"
}

// cheapReason says what the seat holds back while it is ahead with a card that counts nothing
// and that others can beat.
func (t *thought) cheapReason(c card.Card) string {
	var dearest card.Card
	for _, h := range t.own.Cards(t.hands[t.seat]) {
		if points(h, t.trump) > points(dearest, t.trump) {
			dearest = h
		}
	}
	switch {
	case !dearest.Known():
		return fmt.Sprintf("%s %s: no card of the hand scores", t.plays(), c)
	case len(t.trick) == 0:
		return fmt.Sprintf("leads %s, which counts nothing, and keeps %s", c, dearest)
	}
	return fmt.Sprintf("is ahead with %s, which counts nothing, and keeps %s", c, dearest)
}

// unseenBeats reports whether some card that the seat has not seen beats this one.
func (t *thought) unseenBeats(c card.Card, trump card.Suit) bool {
	return slices.ContainsFunc(t.unseen, func(u card.Card) bool { return beats(u, c, trump) })
}

// bidReason says what the seat holds of the proposed suit, and what it asks for with a move before the play.
// Who stands, or pays a point, with little of the suit expects no more from another.
func (t *thought) bidReason(move string) string {
	hand := t.own.Cards(t.hands[t.seat])
	n, sum := 0, 0
	for _, c := range hand {
		if c.Suit == t.offered {
			n++
			sum += points(c, t.offered)
		}
	}
	holds := fmt.Sprintf("holds %d of the suit, with %s as trumps", n, rules.Points(sum))
	if n == 0 {
		holds = "holds none of the suit"
	}
	asks := map[string]string{
		"stand":    "is content with it",
		"beg":      "asks for a point or another suit",
		"take-one": "pays a point to keep it",
		"run":      "pays no point for it",
	}[move]
	switch likes := fond(hand, t.offered); {
	case move == "stand" && !likes:
		asks = "does not ask for another"
	case move == "take-one" && !likes:
		asks += ": who begs likes it no better"
	}
	return holds + ", and " + asks
}
