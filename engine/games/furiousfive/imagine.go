package furiousfive

import (
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// deals is how many deals are tried in search of one that fits all claims.
const deals = 6

// Imagine returns a world of the seat ([rules.Imaginer]).
func (p *position) Imagine(seat int, own rules.Observation, r *rand.Rand) rules.World {
	t := &thought{position: p, seat: seat, own: own}
	known := own.Cards(p.stock)
	t.unseen = slices.DeleteFunc(t.hidden(), func(c card.Card) bool { return slices.Contains(known, c) })
	bounds := p.bounds(own)
	best := t.deal(bounds, r)
	for least, n := len(p.Violations(best)), 0; least > 0 && n < deals; n++ {
		faces := t.deal(bounds, r)
		if broken := len(p.Violations(faces)); broken < least {
			best, least = faces, broken
		}
	}
	t.improve(best, bounds, r)
	w := &world{at: p, ahead: p.outlook(), turn: p.turn, turns: p.turns, caller: rules.None}
	for _, hand := range p.hands {
		w.hands = append(w.hands, ranksOf(best.Cards(hand)))
	}
	for _, x := range slices.Backward(p.stock) {
		w.stock = append(w.stock, best.Of(x).Rank)
	}
	for _, x := range p.takeable() {
		w.table = append(w.table, own.Of(x).Rank)
	}
	return w
}

// bounds says how many points each hidden card has at most, if its holder has dropped the
// dearest of the cards that were held with it whenever a single card was dropped. Cards
// without a bound are not in it.
func (p *position) bounds(own rules.Observation) map[rules.Slot]int {
	bounds := map[rules.Slot]int{}
	for _, c := range p.claims {
		most, known := 0, false
		for _, x := range c.hand {
			if !slices.Contains(p.hands[c.seat], x) {
				most, known = max(most, value(own.Of(x))), true
			}
		}
		for _, x := range c.hand {
			if b, ok := bounds[x]; known && (!ok || most < b) {
				bounds[x] = most
			}
		}
	}
	return bounds
}

// deal gives every hidden card a face.
func (t *thought) deal(bounds map[rules.Slot]int, r *rand.Rand) rules.Observation {
	faces := slices.Clone(t.own)
	left := slices.Clone(t.unseen)
	r.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	give := func(x rules.Slot) {
		if faces.Of(x).Known() {
			return
		}
		at := 0
		if most, ok := bounds[x]; ok {
			at = max(0, slices.IndexFunc(left, func(c card.Card) bool { return value(c) <= most }))
		}
		for int(x) >= len(faces) {
			faces = append(faces, card.Card{})
		}
		faces[x] = left[at]
		left = slices.Delete(left, at, at+1)
	}
	for _, hand := range t.hands {
		for _, x := range hand {
			give(x)
		}
	}
	for _, x := range t.stock {
		give(x)
	}
	return faces
}

const (
	// exchanges is how many hidden cards of a hand are exchanged in a hundred turns of its seat: the
	// bounds have made the hand better before. TestCalibrated measures it with two seats.
	exchanges = 10
	// soon is after how many turns hands get no better: whose did has called.
	soon = 5
)

// improve exchanges hidden cards of the others' hands for hidden cards of the stock, as their players
// have had so many turns to do: one a turn, if the hand costs less with it.
func (t *thought) improve(faces rules.Observation, bounds map[rules.Slot]int, r *rand.Rand) {
	ahead := t.outlook()
	left := slices.DeleteFunc(slices.Clone(t.stock), func(x rules.Slot) bool { return t.own.Of(x).Known() })
	if len(left) == 0 {
		return
	}
	broken := len(t.Violations(faces))
	for s, hand := range t.hands {
		own := slices.DeleteFunc(slices.Clone(hand), func(x rules.Slot) bool { return t.own.Of(x).Known() })
		if s == t.seat || len(own) == 0 {
			continue
		}
		held := ranksOf(faces.Cards(hand))
		for range min(t.turns/t.seats, soon) {
			if r.IntN(hundred) >= exchanges {
				continue
			}
			y := left[r.IntN(len(left))]
			gain, found := faces.Of(y), rules.Slot(-1)
			least := ahead.costs[held]
			for _, x := range own {
				if most, ok := bounds[x]; ok && value(gain) > most {
					continue
				}
				if cost := ahead.costs[held.less(faces.Of(x).Rank).with(gain.Rank)]; cost < least {
					least, found = cost, x
				}
			}
			if found < 0 {
				continue
			}
			faces[found], faces[y] = gain, faces[found]
			if len(t.Violations(faces)) > broken {
				faces[found], faces[y] = faces[y], gain
				continue
			}
			held = held.less(faces.Of(y).Rank).with(gain.Rank)
		}
	}
}

// Cost is what a playout costs ([rules.Imaginer]).
func (p *position) Cost() int { return 12 * p.seats }

// Margin is what worlds promise too much. They do not tell whether a dearer card than the one that goes had better
// stay: what they liked better was no better in truth ([rules.Imaginer]).
func (p *position) Margin(seat int, own rules.Observation, move, other string) (int, bool) {
	s, _ := read(move)
	o, _ := read(other)
	hand := own.Cards(p.hands[seat])
	return 50, !p.keepsDearer(hand, s) || slices.EqualFunc(s.groups, o.groups, slices.Equal)
}

// keepsDearer reports whether a turn drops a single card although a dearer one stays that makes no combination.
func (p *position) keepsDearer(hand []card.Card, s sentence) bool {
	if len(s.groups) != 1 || len(s.groups[0]) != 1 {
		return false
	}
	t := thought{position: p}
	kept := slices.DeleteFunc(slices.Clone(hand), func(c card.Card) bool { return c == s.groups[0][0] })
	if s.take.Known() {
		kept = append(kept, s.take)
	}
	return slices.ContainsFunc(kept, func(c card.Card) bool {
		return c != s.take && value(c) > value(s.groups[0][0]) && t.fits(kept, c) == nil
	})
}

// Try makes a move and plays on.
func (w *world) Try(move string) rules.Outcome {
	s, _ := read(move)
	v := *w
	v.hands = slices.Clone(w.hands)
	if s.call {
		v.caller = v.turn
		return v.outcome()
	}
	if v.apply(v.turnOf(s)) {
		v.playOut()
	}
	return v.outcome()
}

// Hand lists the cards of a seat, of which only the ranks are known ([rules.World]).
func (w *world) Hand(seat int) (hand []card.Card) {
	for h := w.hands[seat]; h > 0; h >>= 4 {
		hand = append(hand, card.Card{Rank: card.Rank(h & 15)})
	}
	return hand
}

// turnOf turns a sentence into a turn.
func (w *world) turnOf(s sentence) turn {
	t := turn{take: s.take.Rank}
	h := w.hands[w.turn]
	for _, g := range s.groups {
		lie := w.at.aces.arranged(g)
		if !alike(g) {
			lie = []int{lie[0], lie[len(lie)-1]}
		}
		for _, at := range lie {
			t.takeable = append(t.takeable, g[at].Rank)
		}
		for _, c := range g {
			h = h.less(c.Rank)
		}
	}
	t.rest = h
	return t
}

// less returns the hand without a card that it has.
func (h ranks) less(c card.Rank) ranks {
	at := 0
	for card.Rank(h>>at&15) != c {
		at += 4
	}
	return h>>(at+4)<<at | h&(1<<at-1)
}
