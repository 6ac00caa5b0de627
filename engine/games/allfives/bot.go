package allfives

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// easy counts cards of the proposed suit before the play, and then plays any legal
// card.
func easy(at rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
	p := at.(*position)
	const enough = 2
	trumps := 0
	for _, c := range own.Cards(p.hands[seat]) {
		if c.Suit == p.offered {
			trumps++
		}
	}
	if verb := p.verb(trumps >= enough); verb != "" {
		return rules.Choice{Move: verb, Why: fmt.Sprintf("holds %d cards of the suit", trumps)}
	}
	moves := p.Moves(seat, own)
	return rules.Choice{Move: moves[r.IntN(len(moves))], Why: "plays any card that it may"}
}

// verb is the move of a seat that likes the proposed suit, or does not, before the
// play; "" once cards are played.
func (p *position) verb(likes bool) string {
	switch {
	case p.phase == begging && likes:
		return "stand"
	case p.phase == begging:
		return "beg"
	case p.phase == answering && likes:
		return "take-one"
	case p.phase == answering:
		return "run"
	}
	return ""
}

// How many worlds the good player imagines for a decision, and how many it does where it is to be quick: with two
// seats most of its time goes into the solver, and it is quick enough.
const (
	worlds    = 60
	fewWorlds = 12
)

// good imagines how the unseen cards may lie, plays every choice out in each of
// these worlds, and takes the one that scores best on average. In a game of two,
// the last cards of a world are played perfectly ([solver]).
func good(p rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
	return think(p.(*position), seat, own, worlds, r)
}

// swift plays like good, in fewer worlds where there are more seats.
func swift(p rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
	at := p.(*position)
	if at.seats > 2 {
		return think(at, seat, own, fewWorlds, r)
	}
	return think(at, seat, own, worlds, r)
}

func think(p *position, seat int, own rules.Observation, worlds int, r *rand.Rand) rules.Choice {
	t := &thought{position: p, seat: seat, own: own, unseen: p.unseen(seat, own)}
	if p.phase != playing {
		if p.phase == answering && p.wouldWin() {
			return rules.Choice{Move: p.verb(false), Why: "pays no point, which would win the game for who begs"}
		}
		gain, run := t.bid(worlds, r)
		move := p.verb(gain >= run)
		return rules.Choice{Move: move, Why: t.bidReason(move)}
	}
	return t.choose(worlds, r)
}

// wouldWin reports whether the point for a beg would win the game for eldest, so that nobody pays it.
func (p *position) wouldWin() bool { return p.scores[p.eldest()]+1 >= p.target }

// A thought is what a seat knows when it is to move.
type thought struct {
	*position
	seat   int
	own    rules.Observation
	unseen []card.Card // in the stock and the others' hands
}

// unseen lists the cards of the pack that the seat has not met in this deal.
func (p *position) unseen(seat int, own rules.Observation) []card.Card {
	met := slices.Concat(own.Cards(slices.Concat(p.hands...)), own.Cards(p.aside), own.Cards(p.stock), p.spent, []card.Card{own.Of(p.upcard)})
	for _, l := range p.trick {
		met = append(met, l.card)
	}
	return slices.DeleteFunc(card.French(), func(c card.Card) bool { return slices.Contains(met, c) })
}

// bid adds up over the worlds the seat's lead over the others if it accepts the proposed
// suit (gain), and if it does not (otherwise). It assumes that a dealer who is fond of the
// suit answers a beg with a point, unless that would win the game, and any other runs the cards.
func (t *thought) bid(worlds int, r *rand.Rand) (gain, otherwise int) {
	solvers := map[card.Suit]*solver{}
	end := func(w *world) int {
		if solvers[w.trump] == nil {
			solvers[w.trump] = t.solver(w.trump)
		}
		t.begin(solvers[w.trump])
		return t.end(w, solvers[w.trump])
	}
	for range worlds {
		w := t.imagine(r)
		w.trump, w.turn = t.offered, t.eldest()
		ran := w.afterRun()
		suits := end(w.clone())
		switch {
		case t.phase == answering:
			gain += suits - 1
			otherwise += end(ran)
		case fond(w.hands[t.dealer], t.offered) && !t.wouldWin():
			gain += suits
			otherwise += suits + 1
		default:
			gain += suits
			otherwise += end(ran)
		}
	}
	return gain, otherwise
}

// fond reports whether somebody with this hand probably likes a suit as trumps.
func fond(hand []card.Card, suit card.Suit) bool {
	const card, enough = 2, 6
	sum := 0
	for _, c := range hand {
		if c.Suit == suit {
			sum += card + points(c, suit)
		}
	}
	return sum >= enough
}

// plausible reports whether the hands fit the moves of their seats before the play.
func (t *thought) plausible(w *world) bool {
	eldest, dealer := t.eldest(), t.dealer
	fits := func(seat int, likes bool) bool {
		hand := w.hands[seat]
		for _, l := range t.trick {
			if l.seat == seat {
				hand = append(slices.Clip(hand), l.card)
			}
		}
		return seat == t.seat || fond(hand, t.offered) == likes
	}
	switch begged := len(t.items[eldest]) > 0; {
	case t.phase == answering:
		return fits(eldest, false)
	case t.phase != playing || t.trump != t.offered || len(t.spent) > 0:
		return true
	case begged:
		return fits(eldest, false) && fits(dealer, true)
	}
	return t.blind || fits(eldest, true)
}

// solver makes a solver for worlds of two seats; nil for more seats.
func (t *thought) solver(trump card.Suit) *solver {
	if t.seats > 2 {
		return nil
	}
	return newSolver(trump, t.strict)
}

// begin prepares the solver for another world.
func (t *thought) begin(s *solver) {
	if s != nil {
		s.begin([2]int{t.target - t.scores[t.seat], t.target - t.scores[1-t.seat]})
	}
}

// needs lists how many points each seat lacks to the target.
func (t *thought) needs() []int {
	needs := make([]int, t.seats)
	for s := range needs {
		needs[s] = t.target - t.scores[s]
	}
	return needs
}

// end plays a world to its end and returns the seat's lead over the others.
func (t *thought) end(w *world, s *solver) int {
	if s == nil {
		return w.playOut(t.needs())
	}
	return w.exact(s)
}

// choose tries every legal card in the same worlds and plays the best.
func (t *thought) choose(worlds int, r *rand.Rand) rules.Choice {
	may := obligationOf(t.trick, t.trump, t.strict).allowed(t.own.Cards(t.hands[t.seat]))
	if len(may) == 1 {
		return rules.Choice{Move: write(may[0]), Why: "may play no other card"}
	}
	if c, ok := t.wins(may); ok {
		return rules.Choice{Move: write(c), Why: fmt.Sprintf("takes the trick and reaches %d: that wins at once", t.target)}
	}
	s := t.solver(t.trump)
	gains := make([]int, len(may))
	for range worlds {
		w := t.imagine(r)
		t.begin(s)
		for i, c := range may {
			v := w.clone()
			v.play(c)
			gains[i] += t.end(v, s)
		}
	}
	for i, c := range may {
		if t.exposes(c, may) {
			gains[i] = math.MinInt
		}
	}
	best := may[slices.Index(gains, slices.Max(gains))]
	return rules.Choice{Move: write(best), Why: t.reason(best)}
}

// exposes reports whether a lead is the king of trumps, and the ace may take it, although another lead
// counts nothing. The ace may not where all others have shown that they lack it: then it is in the stock. In worlds in which all hands are seen, it is only led where the ace is not; at a
// table nobody sees that.
func (t *thought) exposes(c card.Card, may []card.Card) bool {
	free := func(o card.Card) bool { return points(o, t.trump) == 0 }
	king, ace := card.Card{Rank: card.King, Suit: t.trump}, card.Card{Rank: card.Ace, Suit: t.trump}
	held := slices.Contains(t.unseen, ace) && slices.ContainsFunc(t.others(), func(s int) bool { return !t.lacks(s, ace) })
	return len(t.trick) == 0 && c == king && held && slices.ContainsFunc(may, free)
}

// lacks reports whether a seat cannot hold a card, because the card would have bound it
// when it played one that did not fit.
func (t *thought) lacks(seat int, c card.Card) bool {
	return slices.ContainsFunc(t.claims, func(k claim) bool { return k.seat == seat && k.obligation.binds(c) })
}

// attempts is how many worlds are dealt in search of a plausible one.
const attempts = 4

// imagine deals a plausible world, or any world if no attempt is plausible.
func (t *thought) imagine(r *rand.Rand) *world {
	w := t.deal(r)
	for n := 1; n < attempts && !t.plausible(w); n++ {
		w = t.deal(r)
	}
	return w
}

// deal deals the unseen cards to the others. A seat is dealt cards that it is known to
// lack only if no other cards are left.
func (t *thought) deal(r *rand.Rand) *world {
	deck := slices.Clone(t.unseen)
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	w := &world{seat: t.seat, trump: t.trump, strict: t.strict, turn: t.turn, trick: t.trick}
	w.hands = make([][]card.Card, t.seats)
	w.won = make([]int, t.seats)
	w.hands[t.seat] = t.own.Cards(t.hands[t.seat])
	for _, s := range t.others() {
		for _, x := range t.hands[s] {
			if c := t.own.Of(x); c.Known() { // it lies open for a stand-in
				w.hands[s] = append(w.hands[s], c)
				continue
			}
			i := max(0, slices.IndexFunc(deck, func(c card.Card) bool { return !t.lacks(s, c) }))
			w.hands[s] = append(w.hands[s], deck[i])
			deck = slices.Delete(deck, i, i+1)
		}
	}
	w.stock = t.stacked(deck)
	return w
}

// stacked lays the cards that are left into the stock, around those of it that are known:
// whoever looks back at a hand knows some.
func (t *thought) stacked(left []card.Card) []card.Card {
	stock := t.own.Cards(t.stock)
	for i, c := range stock {
		if !c.Known() {
			stock[i], left = left[0], left[1:]
		}
	}
	return stock
}

// others lists the other seats, first those known to lack the most cards.
func (t *thought) others() []int {
	seats := slices.DeleteFunc(rules.AllSeats(t.seats), func(s int) bool { return s == t.seat })
	known := func(s int) int {
		n := 0
		for _, c := range t.unseen {
			if t.lacks(s, c) {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(seats, func(a, b int) int { return known(b) - known(a) })
	return seats
}
